import { useMemo } from 'react'
import type { MintSummary } from '#shared/calls/minting.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { When } from '#renderer/ui/text-parts.tsx'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { MintState, whatOf } from '../mint-state.tsx'
import styles from '../minting.module.css'

const words = text.minting.list

/** Pixels. */
const rowHeight = 40
const bordersHeight = 4

/** Every mint of the collection, newest first. */
export const MintsDialog = ({
  collectionRef,
  mints,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly mints: readonly MintSummary[]
  readonly onClose: () => void
}) => {
  const { go } = useNavigation()
  const columns = useMemo(columnsOf, [])
  return (
    <Dialog onClose={onClose} title={words.title} size="xl">
      <div
        className={styles['mintsTable']}
        style={{ height: (mints.length + 1) * rowHeight + bordersHeight }}
      >
        <VirtualTable
          rows={mints}
          columns={columns}
          rowKey={({ id }) => id}
          label={words.title}
          rowHeight={rowHeight}
          onOpen={({ id }) => go({ view: 'mint', ...collectionRef, mintId: id })}
        />
      </div>
    </Dialog>
  )
}

const columnsOf = (): readonly Column<MintSummary>[] => [
  {
    key: 'what',
    title: words.columns.what,
    width: 'minmax(8rem, 1fr)',
    cell: (mint) => whatOf(mint),
  },
  {
    key: 'state',
    title: words.columns.state,
    width: '11rem',
    cell: (mint) => <MintState mint={mint} />,
  },
  {
    key: 'confirmed',
    title: words.columns.confirmed,
    width: '7rem',
    align: 'end',
    cell: ({ confirmed, transactions }) => words.confirmed(confirmed, transactions),
  },
  {
    key: 'started',
    title: words.columns.started,
    width: '11rem',
    cell: ({ createdAt }) => <When at={createdAt} />,
  },
]
