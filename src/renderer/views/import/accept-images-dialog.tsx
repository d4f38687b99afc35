import { type ChangeEvent, useState } from 'react'
import { resumeImport } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from '#renderer/views/frame/dialog-form.tsx'
import { LocalImages } from '#renderer/views/local-images.tsx'

const words = text.importing.acceptImages

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
      title={words.title}
      submit={words.action}
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
