import { CircleCheck, CircleSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import type { WebhookView } from '#contract/webhooks/calls.ts'
import { printable } from '#values/text/printable.ts'
import { call, CallError } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { CutText, Hash, When } from '#renderer/ui/text-parts.tsx'
import { useConnectionTest } from '#renderer/views/use-connection-test.ts'
import { useAction } from '#renderer/views/use-submit.ts'
import { ConnectionTestResult } from '../connection-test-result.tsx'
import { SheetAction } from '../section.tsx'
import styles from '../settings.module.css'

const words = text.settings.webhooks

export const webhookName = ({ name }: WebhookView): string =>
  name === null || name === undefined || name === '' ? words.unnamed : name

/** A service may not say it. */
export const isOn = ({ available }: WebhookView): boolean => available !== 'false'

export type WebhookDialogName = 'edit' | 'deliveries' | 'remove'

const badges = {
  on: { tone: 'good', icon: CircleCheck },
  off: { tone: 'plain', icon: CircleSlash },
} as const

export const WebhookSheet = ({
  accountId,
  webhook,
  onOpen,
}: {
  readonly accountId: string
  readonly webhook: WebhookView
  readonly onOpen: (dialog: WebhookDialogName) => void
}) => {
  const name = webhookName(webhook)
  const state = isOn(webhook) ? 'on' : 'off'
  const ref = { accountId, webhookId: webhook.id }
  const { test, start } = useConnectionTest(() => withVault(words.reason, () => testOf(ref)))
  const turn = useAction(async (available: 'true' | 'false') => {
    await withVault(words.reason, () => change('webhooks.update', { ...ref, available }))
    const done = available === 'true' ? words.isEnabled : words.isDisabled
    useNotices.getState().notify('good', done(name))
  })
  return (
    <Sheet
      title={
        <span className={styles['inline']}>
          <CutText>{name}</CutText>
          <StatusBadge {...badges[state]}>{words.states[state]}</StatusBadge>
        </span>
      }
      actions={
        <>
          <SheetAction label={words.testOf(name)} isBusy={test.isRunning} onClick={start}>
            {words.test}
          </SheetAction>
          <SheetAction label={words.deliveriesOf(name)} onClick={() => onOpen('deliveries')}>
            {words.deliveries}
          </SheetAction>
          <SheetAction label={words.editOf(name)} onClick={() => onOpen('edit')}>
            {words.edit}
          </SheetAction>
          <SheetAction
            label={(state === 'on' ? words.disableOf : words.enableOf)(name)}
            isBusy={turn.isBusy}
            onClick={() => void turn.run(state === 'on' ? 'false' : 'true')}
          >
            {state === 'on' ? words.disable : words.enable}
          </SheetAction>
          <SheetAction label={words.removeOf(name)} onClick={() => onOpen('remove')}>
            {words.remove}
          </SheetAction>
        </>
      }
    >
      <DetailList entries={entriesOf(webhook)} />
      <ConnectionTestResult test={test} />
    </Sheet>
  )
}

/** @throws CallError also where the receiver did not take the sample */
const testOf = async (ref: {
  readonly accountId: string
  readonly webhookId: string
}): Promise<string> => {
  const tested = await call('webhooks.test', ref)
  const {
    delivered,
    status_code: status,
    duration_ms: milliseconds,
    error,
    body_start: body,
  } = tested
  if (delivered) return words.tested(status, milliseconds)
  const said = printable(body.trim().slice(0, shownChars))
  const message = words.notDelivered(error ?? String(status ?? ''), said)
  throw new CallError({ code: 'service_error', message, details: {} })
}

/** Of what a receiver answered. */
const shownChars = 200

const entriesOf = ({
  callback_url: url,
  own_events: own,
  description,
  create_date: added,
}: WebhookView): readonly (readonly [string, ReactNode])[] => [
  [
    words.address,
    url === null || url === undefined ? (
      words.noAddress
    ) : (
      <Hash key="address" value={url} what={words.addressName} onCopy={copy} whole />
    ),
  ],
  [words.events, own?.includes('REFUNDED') === true ? words.andRefunds : words.everyStep],
  ...(description === null || description === undefined || description === ''
    ? []
    : [[words.description, description] as const]),
  ...(added === null || added === undefined
    ? []
    : [[words.added, <When key="added" at={added} />] as const]),
]
