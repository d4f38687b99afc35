import { Box, Button, Progress } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { useMemo } from 'react'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { durationText } from '#values/text/format.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { openPolicyDialog } from '#renderer/stores/policy-dialog.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { NamedPicture, Thumb } from '#renderer/ui/named-picture.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { When } from '#renderer/ui/text-parts.tsx'
import { useHasWidth } from '#renderer/ui/use-window-size.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { collectionsUnder } from '../policy-search.ts'
import { CanMintBadge } from '../policy-states.tsx'
import { useAllCollections } from '../used-by.tsx'
import { farYear, isFarAway, leftPercent, lockOrder, timeOfLock } from './lock-order.ts'

const words = text.policies.calendar

/** What locks when, the next first. */
export const LocksTab = () => {
  const { data: policies, error, refetch } = useCall('policies.list', null)
  const collections = useAllCollections()
  const go = useNavigation((state) => state.go)
  const now = useNow(1000)
  const order = useMemo(() => lockOrder(policies ?? [], now), [policies, now])
  const hasMinting = useHasWidth('50.01rem')
  const columns = useMemo(
    () => [
      policyColumn((policyId) =>
        collectionsUnder(policyId, collections?.lists ?? []).map(({ collection }) => collection),
      ),
      locksColumn,
      leftColumn(now),
      ...(hasMinting ? [mintingColumn] : []),
    ],
    [collections, now, hasMinting],
  )
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (policies === undefined) return <Waiting />
  if (order.locking === 0)
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
    <VirtualTable
      rows={order.policies}
      columns={columns}
      rowKey={({ policyId }) => policyId}
      rowHeight={56}
      label={text.policies.tabs.locks}
      onOpen={({ policyId }) => go({ view: 'policies', policyId })}
    />
  )
}

type Minted = { readonly name: string; readonly images: readonly string[] }

/** A policy by the art that it mints; where it has no collection, by its network alone. */
const policyColumn = (
  mintedUnder: (policyId: string) => readonly Minted[],
): Column<PolicyView> => ({
  key: 'policy',
  title: words.columns.policy,
  width: 'minmax(12rem, 1fr)',
  cell: ({ name, network, policyId }) => {
    const minted = mintedUnder(policyId)
    const images = minted.flatMap((collection) => collection.images)
    const named = [text.common.networks[network], ...minted.map((collection) => collection.name)]
    return (
      <NamedPicture
        picture={<Thumb cid={images[0] ?? null} />}
        name={name ?? text.policies.unnamed}
        second={named.join(' · ')}
      />
    )
  },
})

const locksColumn: Column<PolicyView> = {
  key: 'locks',
  title: words.columns.locks,
  width: '9.5rem',
  cell: (policy) => {
    const { lock } = policy
    if (lock === null) return text.policies.lock.never
    if (lock.time === null || isFarAway(timeOfLock(policy))) return words.after(farYear)
    return <When at={lock.time} slot={String(lock.slot)} />
  },
}

const leftColumn = (now: number): Column<PolicyView> => ({
  key: 'left',
  title: words.columns.left,
  width: '10rem',
  cell: (policy) => {
    const at = timeOfLock(policy)
    if (policy.lock === null) return null
    if (at <= now) return text.policies.lock.locked
    return (
      <Box flex={1}>
        {!isFarAway(at) && durationText((at - now) / 1000)}
        <Progress value={leftPercent(at, now)} size="xs" mt={4} aria-hidden />
      </Box>
    )
  },
})

const mintingColumn: Column<PolicyView> = {
  key: 'minting',
  title: words.columns.minting,
  width: '9rem',
  cell: (policy) => <CanMintBadge policy={policy} />,
}
