import type { ReactNode } from 'react'
import styles from '../minting.module.css'

/** One thing to know of a collection's mints, with what may be done about it. */
export const StripRow = ({
  icon,
  children,
  action,
}: {
  readonly icon: ReactNode
  readonly children: ReactNode
  readonly action: ReactNode
}) => (
  <div className={styles['stripRow']}>
    {icon}
    <div className={styles['stripText']}>{children}</div>
    {action}
  </div>
)
