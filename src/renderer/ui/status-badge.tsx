import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './ui.module.css'

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent' | 'inverted'

export type Badge = { readonly tone: Tone; readonly icon: LucideIcon }

/** A state as a word and a shape, never only as a colour. */
export const StatusBadge = ({
  tone = 'plain',
  icon: Icon,
  children,
}: Partial<Badge> & Pick<Badge, 'icon'> & { readonly children: ReactNode }) => (
  <span className={styles['state']} data-tone={tone}>
    <Icon size={12} aria-hidden />
    {children}
  </span>
)
