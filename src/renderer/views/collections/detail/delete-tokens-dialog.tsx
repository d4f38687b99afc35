import type { TokenRow } from '#contract/collections/calls.ts'
import { call } from '#renderer/bridge.ts'
import { restoreFromBin } from '#renderer/stores/bin.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { removeTokens } from '#renderer/data/tokens.ts'
import { useIsLocal } from '#renderer/stores/accounts.ts'
import { text } from '#renderer/text/en.ts'
import { SubmitForm } from '#renderer/views/frame/submit-form.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import { oneByOne, useBatch } from './use-batch.ts'

const words = text.picking.remove

/** Deletes several tokens after one question. */
export const DeleteTokensDialog = ({
  collectionRef,
  tokens,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly tokens: readonly TokenRow[]
  readonly onClose: () => void
}) => {
  const { accountId } = collectionRef
  const isKept = useIsLocal(accountId)
  const batch = useBatch({
    said: words.done,
    onDone: (done) => removeTokens(collectionRef, new Set(done.map(({ id }) => id))),
    undo: isKept
      ? (done) =>
          restoreFromBin(
            accountId,
            done.map(({ id }) => id),
          )
      : undefined,
    onClose,
  })
  return (
    <BatchDialog
      title={words.title(tokens.length)}
      working={words.working}
      batch={batch}
      onClose={onClose}
    >
      <SubmitForm
        submit={words.submit(tokens.length)}
        cancel={words.keep}
        isDangerous
        isCancelFirst
        onCancel={onClose}
        onSubmit={async () =>
          batch.start(
            tokens,
            oneByOne(({ id }) => call('tokens.remove', { ...collectionRef, tokenId: id })),
          )
        }
      >
        <div>{`${words.text(tokens.length)} ${text.bin.kept(isKept, tokens.length)}`}</div>
      </SubmitForm>
    </BatchDialog>
  )
}
