import { useVault } from '#renderer/stores/vault.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { SubmitForm, type SubmitFormProps } from './submit-form.tsx'

/** A dialog whose button does one thing; the dialog shows what fails and stays open. */
export const DialogForm = ({
  title,
  size = 'lg',
  onClose,
  ...form
}: Omit<SubmitFormProps, 'onCancel'> & {
  readonly title: string
  readonly size?: 'md' | 'lg'
  readonly onClose: () => void
}) => {
  // The vault's dialog may be on top of this one; Escape then closes only that one.
  const isCovered = useVault(({ unlockRequest }) => unlockRequest !== undefined)
  return (
    <Dialog onClose={onClose} title={title} size={size} closeOnEscape={!isCovered}>
      <SubmitForm {...form} onCancel={onClose} />
    </Dialog>
  )
}
