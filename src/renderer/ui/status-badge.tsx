import type { ReactNode } from 'react'
import styles from './ui.module.css'

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent'

/** A state as a word and a shape, never only as a colour. */
export const StatusBadge = ({
  tone = 'plain',
  icon,
  children,
}: {
  readonly tone?: Tone
  readonly icon: ReactNode
  readonly children: ReactNode
}) => (
  <span className={styles['state']} data-tone={tone}>
    {icon}
    {children}
  </span>
)
