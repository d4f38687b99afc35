import type { ImportDraft } from '#contract/imports/calls.ts'
import { discardDraft } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'

const words = text.importing.draft

/** Asks before the edits of a draft are lost. */
export const DiscardDialog = ({
  draft,
  onClose,
}: {
  readonly draft: ImportDraft
  readonly onClose: () => void
}) => (
  <Confirm
    title={words.discardTitle}
    message={words.discardMessage(draft.edits)}
    action={words.discardAction}
    keep={words.keep}
    onConfirm={async () => {
      await discardDraft(draft)
      onClose()
    }}
    onClose={onClose}
  />
)
