import type { ReactNode } from 'react'
import { Box } from '@mantine/core'
import styles from './ui.module.css'

/** The frame around a secret that is shown or a signature that is given. It appears nowhere else. */
export const SecretFrame = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['secret']}>
    <Box p="lg" bg="var(--sheet)" bdrs="var(--radius)">
      {children}
    </Box>
  </div>
)
