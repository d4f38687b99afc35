import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/**
 * A dialog that is there as long as it is drawn. What had the focus before gets it back: Mantine's
 * own Modal gives it back only when it stays and is told that it is closed.
 */
export const Dialog = (props: Omit<ModalProps, 'opened'>) => {
  const [opener] = useState(() => document.activeElement)
  // The entry of a menu is gone by then; the menu's button is not.
  const [menuButton] = useState(() => buttonOf(opener))
  useEffect(
    () => () => {
      // Whoever took the focus meanwhile, such as the next view, keeps it.
      if (document.activeElement !== document.body) return
      for (const element of [opener, menuButton])
        if (element instanceof HTMLElement && element.isConnected) {
          element.focus({ preventScroll: true })
          return
        }
    },
    [opener, menuButton],
  )
  return <Modal {...props} opened />
}

const buttonOf = (element: Element | null): Element | null => {
  const id = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return id === null || id === undefined ? null : document.getElementById(id)
}
