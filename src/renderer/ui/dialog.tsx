import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import styles from './dialog.module.css'

const classNames = { inner: styles['inner'] ?? '', content: styles['content'] ?? '' }

/**
 * A dialog that exists while it is rendered. Afterwards the focus returns to where it was.
 * Mantine's own Modal returns it only if it stays mounted and gets `opened={false}`.
 */
export const Dialog = (props: Omit<ModalProps, 'opened'>) => {
  const [opener] = useState(openerNow)
  useEffect(
    () => () => {
      // If something else took the focus meanwhile, such as the next view, it keeps it.
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
    },
    [opener],
  )
  return <Modal {...props} classNames={classNames} opened />
}

/** The focused element; for an entry of a closing menu, the menu's button. */
const openerNow = (): HTMLElement | null => {
  const element = document.activeElement
  const id = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = typeof id === 'string' ? document.getElementById(id) : element
  return opener instanceof HTMLElement ? opener : null
}
