import type { ReactNode } from 'react'
import { Box } from '@mantine/core'
import styles from './ui.module.css'

/** The frame around a secret that is shown or a signature that is given. It appears nowhere else. */
export const SecretFrame = ({
  isTight = false,
  children,
}: {
  readonly isTight?: boolean
  readonly children: ReactNode
}) => (
  <Box p={isTight ? 'xs' : 'lg'} className={styles['secret']}>
    {children}
  </Box>
)
