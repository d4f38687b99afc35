import { useEffect, useState } from 'react'

/**
 * Gives the focus back to the element that had it, when the component that uses this is gone. If
 * something else took the focus meanwhile, such as the next view, it keeps it.
 */
export const useReturnFocus = (): void => {
  const [opener] = useState(openerNow)
  useEffect(
    () => () => {
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
    },
    [opener],
  )
}

/** The focused element; for an entry of a closing menu, the menu's button. */
const openerNow = (): HTMLElement | null => {
  const element = document.activeElement
  const id = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = typeof id === 'string' ? document.getElementById(id) : element
  return opener instanceof HTMLElement ? opener : null
}
