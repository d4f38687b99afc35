import type { ImportJobView } from '#contract/imports/calls.ts'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { cancelImport, resumeImport } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'
import { nameOf } from './new/dropped.ts'
import { type ChangeEvent, useState } from 'react'
import { DialogForm } from '#renderer/views/frame/dialog-form.tsx'
import { LocalImages } from '#renderer/views/local-images.tsx'

const cancelWords = text.importing.cancel

/** Asks before an import ends for good; what is uploaded stays. */
export const CancelDialog = ({
  job,
  onClose,
}: {
  readonly job: ImportJobView
  readonly onClose: () => void
}) => (
  <Confirm
    title={cancelWords.title}
    message={
      job.purpose === 'change'
        ? text.importing.run.change.cancelMessage(job.added)
        : cancelWords.message(nameOf(job.folder), job.added)
    }
    action={cancelWords.action}
    keep={cancelWords.keep}
    onConfirm={async () => {
      await cancelImport(job.id)
      onClose()
    }}
    onClose={onClose}
  />
)

const draftWords = text.importing.draft

/** Asks before the edits of a draft are lost. */
export const DiscardDialog = ({
  draft,
  onDiscard,
  onClose,
}: {
  readonly draft: ImportDraft
  readonly onDiscard: () => Promise<void>
  readonly onClose: () => void
}) => (
  <Confirm
    title={draftWords.discardTitle}
    message={(draft.purpose === 'change' ? draftWords.change : draftWords).discardMessage(
      draft.edits,
      draft.collectionName,
    )}
    action={draftWords.discardAction}
    keep={draftWords.keep}
    onConfirm={async () => {
      await onDiscard()
      onClose()
    }}
    onClose={onClose}
  />
)

const acceptWords = text.importing.acceptImages

/** Asks before an import goes on whose images would exist on this computer only. */
export const AcceptImagesDialog = ({
  job,
  images,
  onClose,
}: {
  readonly job: string
  readonly images: number
  readonly onClose: () => void
}) => {
  const [isAccepted, accept] = useState(false)
  return (
    <DialogForm
      title={acceptWords.title}
      submit={acceptWords.action}
      isReady={isAccepted}
      onSubmit={async () => {
        await resumeImport(job, { acceptsLocalImages: true })
        onClose()
      }}
      onClose={onClose}
    >
      <LocalImages
        images={images}
        acceptProps={{
          checked: isAccepted,
          onChange: (event: ChangeEvent<HTMLInputElement>) => accept(event.currentTarget.checked),
        }}
      />
    </DialogForm>
  )
}
