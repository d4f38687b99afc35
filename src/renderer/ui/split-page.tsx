import type { ReactNode } from 'react'
import parts from './parts.module.css'
import styles from './ui.module.css'

/** A page in two columns where there is room: what is worked on, and beside it what is known of it. */
export const SplitPage = ({
  aside,
  children,
}: {
  readonly aside: ReactNode
  readonly children: ReactNode
}) => (
  <div className={`${parts['stack']} ${styles['split']}`}>
    <div className={styles['column']}>{children}</div>
    <div className={styles['column']}>{aside}</div>
  </div>
)
