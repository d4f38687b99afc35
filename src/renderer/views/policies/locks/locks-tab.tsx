import { CalendarClock } from 'lucide-react'
import { useMemo } from 'react'
import { Box, Button } from '@mantine/core'
import { useHasWidth } from '#renderer/ui/use-window-size.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { openPolicyDialog } from '#renderer/stores/policy-dialog.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { CutText, Hash, When } from '#renderer/ui/text-parts.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { LockBadge, CanMintBadge } from '../policy-states.tsx'
import { type LockingPolicy, lockOrder } from './lock-order.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.calendar

/** What locks when, the next first. */
export const LocksTab = () => {
  const { data: policies, error, refetch } = useCall('policies.list', null)
  const go = useNavigation((state) => state.go)
  const now = useNow(1000)
  const { locking, never } = useMemo(() => lockOrder(policies ?? [], now), [policies, now])
  const hasMinting = useHasWidth('50.01rem')
  const hasAll = useHasWidth('70rem')
  const columns = useMemo(() => columnsAt(now, { hasMinting, hasAll }), [now, hasMinting, hasAll])
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (policies === undefined) return <Waiting />
  if (locking.length === 0)
    return (
      <Empty
        icon={<CalendarClock size={32} aria-hidden />}
        title={words.emptyTitle}
        action={
          <Button onClick={() => openPolicyDialog({ dialog: 'generate' })}>
            {text.policies.create}
          </Button>
        }
      >
        {words.emptyText}
      </Empty>
    )
  return (
    <>
      <VirtualTable
        rows={locking}
        columns={columns}
        rowKey={({ policyId }) => policyId}
        label={text.policies.tabs.locks}
        onOpen={({ policyId }) => go({ view: 'policies', policyId })}
      />
      {never > 0 && (
        <Box mt="xs" className={ui['soft']}>
          {words.never(never)}
        </Box>
      )}
    </>
  )
}

/** A line for each; a narrow window leaves out what the policy's page says too. */
const columnsAt = (
  now: number,
  { hasMinting, hasAll }: { readonly hasMinting: boolean; readonly hasAll: boolean },
): readonly Column<LockingPolicy>[] => [
  {
    key: 'policy',
    title: words.columns.policy,
    width: 'minmax(8rem, 1fr)',
    cell: ({ name }) => <CutText className={ui['strong']}>{name ?? text.policies.unnamed}</CutText>,
  },
  ...(hasAll ? [idColumn] : []),
  {
    key: 'locks',
    title: words.columns.locks,
    width: '9.5rem',
    cell: ({ lock }) =>
      lock.time === null ? (
        text.common.slot(String(lock.slot))
      ) : (
        <When at={lock.time} slot={String(lock.slot)} />
      ),
  },
  {
    key: 'left',
    title: words.columns.left,
    width: '8.5rem',
    cell: ({ lock }) => <LockBadge lock={lock} now={now} />,
  },
  ...(hasAll ? [networkColumn] : []),
  ...(hasMinting ? [mintingColumn] : []),
]

const idColumn: Column<LockingPolicy> = {
  key: 'id',
  title: text.policies.details.policyId,
  width: '11rem',
  cell: ({ policyId }) => <Hash value={policyId} what={text.policies.policyId} onCopy={copy} />,
}

const networkColumn: Column<LockingPolicy> = {
  key: 'network',
  title: words.columns.network,
  width: '5.5rem',
  cell: ({ network }) => text.common.networks[network],
}

const mintingColumn: Column<LockingPolicy> = {
  key: 'minting',
  title: words.columns.minting,
  width: '9rem',
  cell: (policy) => <CanMintBadge policy={policy} />,
}
