import { Box, Button, Group } from '@mantine/core'
import { Download, FilePlus, PenLine, QrCode } from 'lucide-react'
import { useState } from 'react'
import type { SaleRoundView } from '#contract/sales/calls.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Warning } from '#renderer/ui/error-alert.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { When } from '#renderer/ui/text-parts.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import { Confirm } from '#renderer/views/frame/confirm.tsx'
import { BuildRoundDialog } from './build-round-dialog.tsx'
import styles from './sales.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.rounds

/** Paid sales that keys elsewhere sign for, and the signing requests that are out for them. */
export const RoundsNotice = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { data } = useCall('sales.rounds', collectionRef)
  const [isBuilding, setBuilding] = useState(false)
  if (data === undefined) return null
  const open = data.rounds.filter(({ status }) => isOpen(status))
  const [first] = data.waiting
  if (first === undefined && open.length === 0) return null
  return (
    <section className={ui['box']} aria-label={words.title}>
      {first !== undefined && (
        <div className={styles['round']}>
          <PenLine size={18} aria-hidden />
          <Box flex="1 1 16rem" className={ui['breakable']}>
            <strong>{words.waiting(data.waiting.length)}</strong>{' '}
            <span className={ui['soft']}>
              {words.due} <When at={first.deliver_by} />
            </span>
          </Box>
          <Button onClick={() => setBuilding(true)}>{words.build}</Button>
        </div>
      )}
      {open.map((round) => (
        <Round key={round.id} round={round} collectionRef={collectionRef} />
      ))}
      {isBuilding && (
        <BuildRoundDialog
          collectionRef={collectionRef}
          count={data.waiting.length}
          onClose={() => setBuilding(false)}
        />
      )}
    </section>
  )
}

const isOpen = (status: SaleRoundView['status']): boolean =>
  status === 'awaiting_witnesses' || status === 'sending'

const countSales = ({ sales }: SaleRoundView, wanted: string): number =>
  sales.filter(({ status }) => status === wanted).length

/** Those that wait for signatures. */
export const countOpen = (round: SaleRoundView): number => countSales(round, 'awaiting_witnesses')

type RoundProps = { readonly round: SaleRoundView; readonly collectionRef: CollectionRef }

const Round = ({ round, collectionRef }: RoundProps) => {
  const isParked = round.status === 'awaiting_witnesses'
  return (
    <>
      <div className={styles['round']}>
        <Box flex="1 1 16rem" className={ui['breakable']}>
          <StatusBadge tone="accent" icon={PenLine}>
            {words.states[round.status]}
          </StatusBadge>{' '}
          {isParked
            ? words.sales(countOpen(round))
            : words.delivered(countSales(round, 'completed'), round.sales.length)}{' '}
          {isParked && (
            <span className={ui['soft']}>
              {words.validUntil} <When at={round.valid_until} />
            </span>
          )}
        </Box>
        {isParked && <RoundActions round={round} collectionRef={collectionRef} />}
      </div>
      {(round.warnings ?? []).map((caution) => (
        <Warning key={caution}>{caution}</Warning>
      ))}
    </>
  )
}

const RoundActions = ({ round, collectionRef }: RoundProps) => {
  const roundRef = { ...collectionRef, roundId: round.id }
  const { notify } = useNotices.getState()
  return (
    <Group gap="sm">
      {round.hasMore && (
        <ActionButton
          size="compact-sm"
          action={async () => {
            await change('sales.importRoundSignatures', roundRef)
            notify('good', words.added)
          }}
        >
          {words.import}
        </ActionButton>
      )}
      <ActionButton
        size="compact-sm"
        variant={round.hasMore ? 'default' : 'filled'}
        leftSection={<Download size={14} aria-hidden />}
        action={async () => {
          const path = await call('sales.saveRound', roundRef)
          if (path !== null) notify('good', words.saved(path))
        }}
      >
        {words.save}
      </ActionButton>
      <ActionButton
        size="compact-sm"
        variant="default"
        leftSection={<FilePlus size={14} aria-hidden />}
        action={async () => {
          const path = await call('app.pickFile', { what: 'transaction' })
          if (path === null) return
          await change('sales.addRoundSignatures', { ...roundRef, source: { kind: 'file', path } })
          notify('good', words.added)
        }}
      >
        {words.add}
      </ActionButton>
      <ActionButton
        size="compact-sm"
        variant="default"
        leftSection={<QrCode size={14} aria-hidden />}
        action={async () => {
          const lead = fromThisView()
          const { requestId } = await change('sales.openRoundInInbox', roundRef)
          lead({ route: { view: 'signing', requestId }, done: words.inInbox })
        }}
      >
        {words.inbox}
      </ActionButton>
      <Withdraw round={round} collectionRef={collectionRef} />
    </Group>
  )
}

const Withdraw = ({ round, collectionRef }: RoundProps) => {
  const [isAsking, setAsking] = useState(false)
  const withdraw = async () => {
    await change('sales.withdrawRound', { ...collectionRef, roundId: round.id })
    setAsking(false)
    useNotices.getState().notify('good', words.withdrawn)
  }
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsking(true)}>
        {words.withdraw}
      </Button>
      {isAsking && (
        <Confirm
          title={words.withdrawTitle}
          message={words.withdrawText(countOpen(round))}
          action={words.withdraw}
          keep={words.keep}
          onConfirm={withdraw}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
