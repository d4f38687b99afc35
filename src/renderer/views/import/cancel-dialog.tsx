import type { ImportJobFacts } from '#shared/calls/imports.ts'
import { text } from '#renderer/text/en.ts'
import { ConfirmByName } from '#renderer/views/frame/confirm-by-name.tsx'
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
  <ConfirmByName
    title={words.title}
    message={words.message(job.added)}
    name={nameOf(job.folder)}
    action={words.action}
    onConfirm={onConfirm}
    onClose={onClose}
  />
)
