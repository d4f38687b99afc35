import { type ReactNode, useEffect, useRef } from 'react'
import { useVault } from '#renderer/stores/vault.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import styles from './policies.module.css'

/**
 * A dialog whose content is lost when it closes: a click beside it does not close it, and while the
 * vault's dialog stands over it, Escape closes that one alone.
 */
export const SecretDialog = ({
  title,
  step = title,
  onClose,
  children,
}: {
  readonly title: string
  /** Which of its steps the dialog shows: the focus goes along with another one. */
  readonly step?: string
  readonly onClose: () => void
  readonly children: ReactNode
}) => {
  const isCovered = useVault(({ unlockRequest }) => unlockRequest !== undefined)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What had the focus went with the step before; a step that has taken it keeps it.
    if (document.activeElement !== document.body) return
    const wanted = content.current?.querySelector<HTMLElement>('[data-autofocus]')
    ;(wanted ?? content.current)?.focus()
  }, [step])
  return (
    <Dialog
      title={title}
      onClose={onClose}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!isCovered}
    >
      <div ref={content} tabIndex={-1} className={styles['step']}>
        {children}
      </div>
    </Dialog>
  )
}
