import type { CollectionFacts } from '#shared/calls/collections.ts'
import { text } from '#renderer/text/en.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'

const words = text.collections.detail

/** Asks before a collection is deleted; by its name, where tokens are minted, sold or reserved. */
export const RemoveCollectionDialog = ({
  collection: { name, token_count: count, token_for_sale_count: open },
  onConfirm,
  onClose,
}: {
  readonly collection: CollectionFacts
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}) => (
  <Confirm
    title={words.removeTitle}
    message={words.removeText(name, count)}
    action={words.remove}
    keep={words.keep}
    name={count === open ? undefined : name}
    onConfirm={onConfirm}
    onClose={onClose}
  />
)
