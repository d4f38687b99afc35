import type { ReactNode } from 'react'
import styles from './ui.module.css'

/** The frame of secrets and signing, which appears nowhere else. */
export const SecretFrame = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['secret']}>
    <div className={styles['secretInner']}>{children}</div>
  </div>
)
