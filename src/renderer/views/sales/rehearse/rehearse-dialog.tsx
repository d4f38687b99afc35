import { Box, Button, Group, Progress, Stack } from '@mantine/core'
import { CircleCheck, CircleDashed, CircleSlash, CircleX, LoaderCircle } from 'lucide-react'
import { Fragment } from 'react'
import type { RehearsalNow } from '#contract/sales/calls.ts'
import { type Rehearsal, type RehearsalCase, rehearsalCases } from '#contract/sales/rehearsal.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { useSubmit } from '#renderer/views/use-submit.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { type Badge, StatusBadge } from '#renderer/ui/status-badge.tsx'
import { type SheetColumn, SortedTable } from '#renderer/ui/sorted-table.tsx'
import { Ada } from '#renderer/ui/text-parts.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { SaleBadge, saleStatusText } from '../sale-state.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.rehearse

/** Plays every way a sale can end on the devnet; closing the dialog does not stop it. */
export const RehearseDialog = ({
  collectionRef,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly onClose: () => void
}) => {
  const { data: now, error } = useCall('sales.rehearsal', null)
  return (
    <Dialog onClose={onClose} title={words.title} size="64rem">
      <Stack gap="md">
        <div>{words.text}</div>
        {error !== null && <ErrorAlert error={error} />}
        {now === undefined && error === null && <Waiting />}
        {now !== undefined && (
          <>
            <Outcome now={now} />
            {now.rehearsal !== null && <Cases rehearsal={now.rehearsal} />}
            <Actions collectionRef={collectionRef} now={now} />
          </>
        )}
      </Stack>
    </Dialog>
  )
}

const doneIn = ({ cases }: Rehearsal): number =>
  cases.filter(({ state }) => state !== 'waiting' && state !== 'running').length

/** How far it is, and how it ended. */
const Outcome = ({ now: { rehearsal, state, error } }: { readonly now: RehearsalNow }) => {
  if (error !== null) return <ErrorAlert error={error} />
  if (state === 'none') return null
  const failed = rehearsal?.cases.filter((played) => played.state === 'failed').length ?? 0
  const wasStopped = rehearsal?.cases.some((played) => played.state === 'stopped') === true
  const [done, all] =
    rehearsal === null ? [0, rehearsalCases.length] : [doneIn(rehearsal), rehearsal.cases.length]
  return (
    <div>
      <Group justify="space-between" gap="sm" role="status">
        {state === 'running' && words.progress(done, all)}
        {state === 'stopping' && words.stopping}
        {state === 'over' && failed > 0 && words.failed(failed)}
        {state === 'over' && failed === 0 && (wasStopped ? words.stopped : words.passed)}
        {state === 'running' && <span className={ui['soft']}>{words.leave}</span>}
      </Group>
      <Progress value={(done * 100) / all} aria-label={words.bar} mt="xs" />
    </div>
  )
}

const Actions = ({
  collectionRef: { accountId },
  now: { state, rehearsal },
}: {
  readonly collectionRef: CollectionRef
  readonly now: RehearsalNow
}) => {
  const { go } = useNavigation()
  const { isBusy, error, send } = useSubmit(async () => {
    await withVault(text.sales.vaultReason, () => change('sales.rehearse', { accountId }))
  })
  const stopping = useSubmit(async () => {
    await change('sales.stopRehearsal', null)
  })
  const collectionId = rehearsal?.collectionId ?? null
  const isRunning = state === 'running' || state === 'stopping'
  return (
    <>
      {(error ?? stopping.error) !== undefined && (
        <ErrorAlert error={error ?? stopping.error ?? ''} />
      )}
      <DialogButtons>
        {collectionId !== null && (
          <Button
            variant="subtle"
            onClick={() => go({ view: 'collection', accountId, collectionId, part: 'sales' })}
          >
            {words.openCollection}
          </Button>
        )}
        {isRunning ? (
          <Button
            variant="default"
            loading={state === 'stopping' || stopping.isBusy}
            onClick={() => void stopping.send()}
          >
            {words.stop}
          </Button>
        ) : (
          <Button loading={isBusy} onClick={() => void send()}>
            {state === 'none' ? words.start : words.again}
          </Button>
        )}
      </DialogButtons>
    </>
  )
}

const badges: Readonly<Record<RehearsalCase['state'], Badge>> = {
  waiting: { tone: 'plain', icon: CircleDashed },
  running: { tone: 'accent', icon: LoaderCircle },
  passed: { tone: 'good', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  stopped: { tone: 'plain', icon: CircleSlash },
}

const Cases = ({ rehearsal }: { readonly rehearsal: Rehearsal }) => (
  <SortedTable
    rows={rehearsal.cases}
    columns={caseColumns}
    rowKey={({ name }) => name}
    label={words.list}
  />
)

/** They stay in the order that they are played in. */
const caseColumns: readonly SheetColumn<RehearsalCase>[] = [
  {
    key: 'what',
    title: words.columns.what,
    isRowHeader: true,
    cell: ({ name }) => words.cases[name],
  },
  {
    key: 'state',
    title: words.columns.state,
    cell: ({ state, status, error }) => (
      <>
        <StatusBadge {...badges[state]}>{words.states[state]}</StatusBadge>
        {state === 'running' && status !== null && (
          <div className={ui['soft']}>{saleStatusText(status)}</div>
        )}
        {error !== null && (
          <Box maw="20rem" className={`${ui['fieldError']} ${ui['breakable']}`}>
            {error}
          </Box>
        )}
      </>
    ),
  },
  {
    key: 'events',
    title: words.columns.events,
    cell: ({ events }) => (
      <Group gap={4}>
        {events.map((kind, position) => (
          // A kind may occur twice, and events keep their position.
          // oxlint-disable-next-line react/no-array-index-key
          <SaleBadge key={`${kind} ${position}`} status={kind} />
        ))}
      </Group>
    ),
  },
  {
    key: 'money',
    title: words.columns.money,
    cell: ({ money }) => money !== null && <Money money={money} />,
  },
]

const Money = ({ money }: { readonly money: NonNullable<RehearsalCase['money']> }) => (
  <span className={ui['soft']}>
    {(['paid', 'income', 'fees', 'withTokens', 'returned', 'left'] as const)
      .filter((part) => money[part] > 0)
      .map((part, at) => (
        <Fragment key={part}>
          {at > 0 && ' · '}
          <span className={ui['number']}>
            {words[part]} <Ada lovelace={String(money[part])} />
          </span>
        </Fragment>
      ))}
  </span>
)
