import type { ImportJobFacts } from '#shared/calls/imports.ts'
import { text } from '#renderer/text/en.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'
import { nameOf } from './new/dropped.ts'

const words = text.importing.cancel

/** Asks before an import ends for good; what is uploaded stays. */
export const CancelDialog = ({
  job,
  onConfirm,
  onClose,
}: {
  readonly job: ImportJobFacts
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}) => (
  <Confirm
    title={words.title}
    message={words.message(nameOf(job.folder), job.added)}
    action={words.action}
    keep={words.keep}
    onConfirm={onConfirm}
    onClose={onClose}
  />
)
