import { type ReactNode, useEffect, useRef } from 'react'
import { useVault } from '#renderer/stores/vault.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'

/**
 * A dialog whose content is lost when it closes: a click outside does not close it, and while the
 * vault's dialog is on top, Escape closes only that one.
 */
export const SecretDialog = ({
  title,
  step = title,
  hasSecretFrame = false,
  onClose,
  children,
}: {
  readonly title: string
  /** The dialog's step; a change moves the focus. */
  readonly step?: string
  /** The secret is in sight. */
  readonly hasSecretFrame?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}) => {
  const isCovered = useVault(({ unlockRequest }) => unlockRequest !== undefined)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focused element is gone with the previous step, unless the new step has taken the focus.
    if (document.activeElement !== document.body) return
    const wanted = content.current?.querySelector<HTMLElement>('[data-autofocus]')
    ;(wanted ?? content.current)?.focus()
  }, [step])
  return (
    <Dialog
      title={title}
      onClose={onClose}
      size="lg"
      hasSecretFrame={hasSecretFrame}
      closeOnClickOutside={false}
      closeOnEscape={!isCovered}
    >
      <div ref={content} tabIndex={-1}>
        {children}
      </div>
    </Dialog>
  )
}
