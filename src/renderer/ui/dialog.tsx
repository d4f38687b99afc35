import { Group, Modal, type ModalProps, Stack } from '@mantine/core'
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

/** The last row of a dialog. It stays in sight while the rest scrolls, and so does what is above it. */
export const DialogButtons = ({
  above,
  children,
}: {
  readonly above?: ReactNode
  readonly children: ReactNode
}) => (
  <Stack gap="sm" className={styles['buttons'] ?? ''}>
    {above}
    <Group justify="flex-end" gap="sm">
      {children}
    </Group>
  </Stack>
)
