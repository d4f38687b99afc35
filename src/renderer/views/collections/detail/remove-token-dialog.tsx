import type { TokenRow } from '#contract/collections/calls.ts'
import { call } from '#renderer/bridge.ts'
import { restoreFromBin } from '#renderer/stores/bin.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { removeTokens } from '#renderer/data/tokens.ts'
import { useIsLocal } from '#renderer/stores/accounts.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { notifyUndoable } from '#renderer/stores/undo.ts'
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
}) => {
  const isKept = useIsLocal(collectionRef.accountId)
  return (
    <Confirm
      title={words.removeTitle}
      message={`${words.removeText(name)} ${text.bin.kept(isKept)}`}
      action={words.remove}
      keep={words.keep}
      onConfirm={async () => {
        const { isInBin } = await call('tokens.remove', { ...collectionRef, tokenId: id })
        if (isInBin)
          notifyUndoable(words.removed(name), () => restoreFromBin(collectionRef.accountId, [id]))
        else useNotices.getState().notify('good', words.removed(name))
        onClose()
        onRemoved?.()
        removeTokens(collectionRef, new Set([id]))
      }}
      onClose={onClose}
    />
  )
}
