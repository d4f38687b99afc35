import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/**
 * A dialog that is there as long as it is drawn. What had the focus before gets it back: Mantine's
 * own Modal gives it back only when it stays and is told that it is closed.
 */
export const Dialog = (props: Omit<ModalProps, 'opened'>) => {
  const [opener] = useState(openerNow)
  useEffect(
    () => () => {
      // Whoever took the focus meanwhile, such as the next view, keeps it.
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
    },
    [opener],
  )
  return <Modal {...props} opened />
}

/** What has the focus; for an entry of a menu, which closes, the menu's button. */
const openerNow = (): HTMLElement | null => {
  const element = document.activeElement
  const id = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = typeof id === 'string' ? document.getElementById(id) : element
  return opener instanceof HTMLElement ? opener : null
}
