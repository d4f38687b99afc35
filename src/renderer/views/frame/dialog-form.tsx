import type { ReactNode } from 'react'
import { useVault } from '#renderer/stores/vault.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import {
  DraftFormBody,
  type DraftFormProps,
  SubmitForm,
  type SubmitFormProps,
} from './submit-form.tsx'

type DialogProps = {
  readonly title: string
  readonly size?: 'md' | 'lg'
  readonly onClose: () => void
}

/** A dialog whose button does one thing; the dialog shows what fails and stays open. */
export const DialogForm = ({
  title,
  size,
  onClose,
  ...form
}: Omit<SubmitFormProps, 'onCancel'> & DialogProps) => (
  <FormDialog title={title} size={size} onClose={onClose}>
    <SubmitForm {...form} onCancel={onClose} />
  </FormDialog>
)

/** A dialog with a form of `useDraftForm`. */
export const DraftDialog = ({
  title,
  size,
  onClose,
  ...form
}: Omit<DraftFormProps, 'onCancel'> & DialogProps) => (
  <FormDialog title={title} size={size} onClose={onClose}>
    <DraftFormBody {...form} onCancel={onClose} />
  </FormDialog>
)

const FormDialog = ({
  title,
  size = 'lg',
  onClose,
  children,
}: Omit<DialogProps, 'size'> & {
  readonly size: DialogProps['size'] | undefined
  readonly children: ReactNode
}) => {
  // The vault's dialog may be on top of this one; Escape then closes only that one.
  const isCovered = useVault(({ unlockRequest }) => unlockRequest !== undefined)
  return (
    <Dialog onClose={onClose} title={title} size={size} closeOnEscape={!isCovered}>
      {children}
    </Dialog>
  )
}
