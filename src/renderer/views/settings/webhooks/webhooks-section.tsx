import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { Stack } from '@mantine/core'
import type { WebhookView } from '#contract/webhooks/calls.ts'
import { useIsOffline } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { AccountChoice } from '#renderer/views/collections/account-choice.tsx'
import { Confirm } from '#renderer/views/frame/confirm.tsx'
import { RestartOnline } from '#renderer/views/frame/offline-notice.tsx'
import { Section } from '../section.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { AddWebhookDialog, EditWebhookDialog } from './webhook-dialog.tsx'
import { type WebhookDialogName, WebhookSheet, webhookName } from './webhook-sheet.tsx'

const words = text.settings.webhooks

/** The webhooks of one account: who learns of its sales, and whether it did. */
export const WebhooksSection = () =>
  useIsOffline() ? (
    <Note action={<RestartOnline size="compact-sm" />}>{words.offline}</Note>
  ) : (
    <Webhooks />
  )

type Opened = 'add' | { readonly dialog: WebhookDialogName; readonly id: string }

const Webhooks = () => {
  const { accounts, chosen: accountId, choose } = useAccounts()
  const { data: webhooks, error, refetch } = useCall('webhooks.list', { accountId })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const add = (
    <IconButton variant="filled" icon={Plus} onClick={() => setOpened('add')}>
      {words.add}
    </IconButton>
  )
  const hasSome = webhooks !== undefined && webhooks.length > 0
  return (
    <Section intro={words.text} action={hasSome && add}>
      {accounts.length > 1 && (
        <Stack gap="sm" maw="var(--field-md)">
          <AccountChoice accounts={accounts} value={accountId} onChange={choose} />
        </Stack>
      )}
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {webhooks === undefined && error === null && <Waiting />}
      {webhooks?.length === 0 && (
        <Empty
          icon={<Webhook size={32} strokeWidth={1.25} aria-hidden />}
          title={words.none}
          action={add}
        >
          {words.noneText}
        </Empty>
      )}
      {webhooks?.map((webhook) => (
        <WebhookSheet
          key={webhook.id}
          accountId={accountId}
          webhook={webhook}
          onOpen={(dialog) => setOpened({ dialog, id: webhook.id })}
        />
      ))}
      {opened === 'add' && <AddWebhookDialog accountId={accountId} onClose={close} />}
      {typeof opened === 'object' && (
        <OpenedDialog
          dialog={opened.dialog}
          accountId={accountId}
          webhook={webhooks?.find(({ id }) => id === opened.id)}
          onClose={close}
        />
      )}
    </Section>
  )
}

type Part = {
  readonly accountId: string
  readonly webhook: WebhookView
  readonly onClose: () => void
}

const OpenedDialog = ({
  dialog,
  webhook,
  ...part
}: Omit<Part, 'webhook'> & {
  readonly dialog: WebhookDialogName
  /** Undefined once it was deleted elsewhere. */
  readonly webhook: WebhookView | undefined
}) => {
  if (webhook === undefined) return null
  switch (dialog) {
    case 'edit':
      return <EditWebhookDialog {...part} webhook={webhook} />
    case 'deliveries':
      return <DeliveriesDialog {...part} webhook={webhook} />
    case 'remove':
      return <RemoveDialog {...part} webhook={webhook} />
    default:
      return dialog satisfies never
  }
}

const RemoveDialog = ({ accountId, webhook, onClose }: Part) => {
  const name = webhookName(webhook)
  const { removing } = words
  return (
    <Confirm
      title={removing.title}
      message={removing.text(name)}
      action={removing.action}
      keep={removing.keep}
      onClose={onClose}
      onConfirm={async () => {
        await withVault(words.reason, () =>
          change('webhooks.remove', { accountId, webhookId: webhook.id }),
        )
        useNotices.getState().notify('good', removing.done(name))
        onClose()
      }}
    />
  )
}
