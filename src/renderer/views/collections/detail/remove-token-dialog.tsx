import type { TokenRow } from '#contract/collections/calls.ts'
import { call } from '#renderer/bridge.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { removeTokens } from '#renderer/data/tokens.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'

const words = text.collections.token

/** Asks before a token is deleted. */
export const RemoveTokenDialog = ({
  collectionRef,
  token: { id, name },
  onRemoved,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly token: TokenRow
  /** Called while the token is still listed. */
  readonly onRemoved?: () => void
  readonly onClose: () => void
}) => (
  <Confirm
    title={words.removeTitle}
    message={words.removeText(name)}
    action={words.remove}
    keep={words.keep}
    onConfirm={async () => {
      await call('tokens.remove', { ...collectionRef, tokenId: id })
      useNotices.getState().notify('good', words.removed(name))
      onClose()
      onRemoved?.()
      removeTokens(collectionRef, new Set([id]))
    }}
    onClose={onClose}
  />
)
