import type { ImportJobView } from '#contract/imports/calls.ts'
import { cancelImport } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'
import { nameOf } from './new/dropped.ts'

const words = text.importing.cancel

/** Asks before an import ends for good; what is uploaded stays. */
export const CancelDialog = ({
  job,
  onClose,
}: {
  readonly job: ImportJobView
  readonly onClose: () => void
}) => (
  <Confirm
    title={words.title}
    message={words.message(nameOf(job.folder), job.added)}
    action={words.action}
    keep={words.keep}
    onConfirm={async () => {
      await cancelImport(job.id)
      onClose()
    }}
    onClose={onClose}
  />
)
