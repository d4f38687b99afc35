import { ArrowLeft } from 'lucide-react'
import { CutText } from './text-parts.tsx'
import styles from './ui.module.css'

/** The way back from a page to what it belongs to, above its title. */
export const BackLink = ({
  children,
  name,
  onClick,
}: {
  readonly children: string
  /** What it does, where its words name a thing. */
  readonly name?: string
  readonly onClick: () => void
}) => (
  <button type="button" className={styles['back']} aria-label={name} onClick={onClick}>
    <ArrowLeft size={14} aria-hidden />
    <CutText>{children}</CutText>
  </button>
)
