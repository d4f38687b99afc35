import { Group, Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'

/**
 * A dialog that exists while it is rendered. Afterwards the focus returns to where it was.
 * Mantine's own Modal returns it only if it stays mounted and gets `opened={false}`.
 */
export const Dialog = ({
  fullScreen = false,
  hasSecretFrame = false,
  classNames = fullScreen
    ? {}
    : {
        inner: styles['inner'] ?? '',
        content: styles[hasSecretFrame ? 'framed' : 'content'] ?? '',
      },
  ...props
}: Omit<ModalProps, 'opened'> & {
  /** It shows a secret or asks for a signature: the striped frame is its edge. */
  readonly hasSecretFrame?: boolean
}) => {
  useReturnFocus()
  return <Modal {...props} fullScreen={fullScreen} classNames={classNames} opened />
}

/** The last row of a dialog. It stays in sight while the rest scrolls. */
export const DialogButtons = ({ children }: { readonly children: ReactNode }) => (
  <Group justify="flex-end" gap="sm" className={styles['buttons'] ?? ''}>
    {children}
  </Group>
)
