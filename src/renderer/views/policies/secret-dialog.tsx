import type { ReactNode } from 'react'
import { useVault } from '../../stores/vault.ts'
import { Dialog } from '../../ui/dialog.tsx'

/**
 * A dialog whose content is lost when it closes: a click beside it does not close it, and while the
 * vault's dialog stands over it, Escape closes that one alone.
 */
export const SecretDialog = ({
  title,
  onClose,
  children,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}) => {
  const isCovered = useVault(({ asking }) => asking !== undefined)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!isCovered}
    >
      {children}
    </Dialog>
  )
}
