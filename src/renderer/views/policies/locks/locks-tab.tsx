import { CalendarClock } from 'lucide-react'
import { useMemo } from 'react'
import { Box } from '@mantine/core'
import { copy } from '#renderer/stores/copy.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { CutText, Hash, When } from '#renderer/ui/text-parts.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import styles from '../policies.module.css'
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
  const columns = useMemo(() => columnsAt(now), [now])
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (policies === undefined) return <Waiting />
  if (locking.length === 0)
    return (
      <Empty icon={<CalendarClock size={32} aria-hidden />} title={words.emptyTitle}>
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
        rowHeight={64}
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

const columnsAt = (now: number): readonly Column<LockingPolicy>[] => [
  {
    key: 'policy',
    title: words.columns.policy,
    width: 'minmax(10rem, 2fr)',
    cell: ({ name, policyId }) => (
      <>
        <div className={ui['strong']}>
          <CutText>{name ?? text.policies.unnamed}</CutText>
        </div>
        <div className={ui['soft']}>
          <Hash value={policyId} what={text.policies.policyId} onCopy={copy} />
        </div>
      </>
    ),
  },
  {
    key: 'locks',
    title: words.columns.locks,
    width: 'minmax(10rem, 1.2fr)',
    cell: ({ lock }) => (
      <div className={styles['states']}>
        <span>
          {lock.time === null ? (
            text.common.slot(String(lock.slot))
          ) : (
            <When at={lock.time} slot={String(lock.slot)} />
          )}
        </span>
        <LockBadge lock={lock} now={now} />
      </div>
    ),
  },
  {
    key: 'minting',
    title: words.columns.minting,
    width: 'minmax(9rem, 1fr)',
    cell: (policy) => (
      <div className={styles['states']}>
        <CanMintBadge policy={policy} />
        <span className={ui['soft']}>{text.common.networks[policy.network]}</span>
      </div>
    ),
  },
]
