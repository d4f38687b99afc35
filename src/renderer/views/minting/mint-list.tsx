import { useMediaQuery } from '@mantine/hooks'
import { Ban, Stamp } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Group, Stack } from '@mantine/core'
import type { MintSummary } from '#contract/mints/calls.ts'
import { naturalOrder } from '#values/text/text.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { mintEntries } from '#renderer/stores/menu-entries.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { When } from '#renderer/ui/text-parts.tsx'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { countConfirmed, countsOf, MintBadge, stateTextOf, whatOf } from './mint-state.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.list
const atOnce = { getInitialValueInEffect: false }
const noMints: readonly MintSummary[] = []

/** Every mint of the collection, newest first, and what else its keys signed. */
export const MintList = ({
  collectionRef,
  action,
}: {
  readonly collectionRef: CollectionRef
  /** What begins the first one, where there is none. */
  readonly action: ReactNode
}) => {
  const { data, error, refetch } = useCall('minting.list', collectionRef)
  const { go } = useNavigation()
  const hasConfirmed = useMediaQuery('(min-width: 800px)', undefined, atOnce)
  const columns = useMemo(() => columnsOf(hasConfirmed), [hasConfirmed])
  const { canMint, mints = noMints } = data ?? {}
  if (canMint === false)
    return (
      <Empty
        icon={<Ban size={40} strokeWidth={1.25} aria-hidden />}
        title={text.minting.form.unsupported.title}
      >
        {text.minting.form.unsupported.text}
      </Empty>
    )
  return (
    <Stack gap="sm" className={ui['fill']}>
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {canMint === undefined && error === null && <Waiting />}
      {canMint === true && mints.length === 0 && (
        <Empty
          icon={<Stamp size={40} strokeWidth={1.25} aria-hidden />}
          title={words.empty.title}
          action={action}
        >
          {words.empty.text}
        </Empty>
      )}
      {mints.length > 0 && (
        <>
          <VirtualTable
            rows={mints}
            columns={columns}
            rowKey={({ id }) => id}
            label={words.title}
            onOpen={({ id }) => go({ view: 'mint', ...collectionRef, mintId: id })}
            menuOf={(mint) => withMenu(whatOf(mint), () => mintEntries(mint, collectionRef))}
          />
          <Group
            justify="space-between"
            gap="sm"
            mih="1.75rem"
            wrap="nowrap"
            className={ui['soft']}
          >
            <span role="status">{words.count(countsOf(mints))}</span>
          </Group>
        </>
      )}
    </Stack>
  )
}

const columnsOf = (hasConfirmed: boolean): readonly Column<MintSummary>[] => [
  {
    key: 'what',
    title: words.columns.what,
    width: 'minmax(7rem, 1fr)',
    cell: (mint) => whatOf(mint),
    sort: (a, b) => naturalOrder(whatOf(a), whatOf(b)),
  },
  {
    key: 'state',
    title: words.columns.state,
    width: 'minmax(9rem, 11rem)',
    cell: (mint) => <MintBadge mint={mint} />,
    sort: (a, b) => naturalOrder(stateTextOf(a), stateTextOf(b)),
  },
  ...(hasConfirmed ? [confirmedColumn] : []),
  {
    key: 'started',
    title: words.columns.started,
    width: 'minmax(9.5rem, 11rem)',
    cell: ({ created_at: at }) => <When at={at} />,
    sort: (a, b) => naturalOrder(a.created_at, b.created_at),
  },
]

const confirmedColumn: Column<MintSummary> = {
  key: 'confirmed',
  title: words.columns.confirmed,
  width: '7rem',
  align: 'end',
  cell: (mint) => words.confirmed(countConfirmed(mint), mint.transactions.length),
  sort: (a, b) =>
    countConfirmed(a) - countConfirmed(b) || a.transactions.length - b.transactions.length,
}
