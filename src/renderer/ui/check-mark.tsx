import { Check } from 'lucide-react'
import styles from './ui.module.css'

/** Whether something is picked, in a list whose rows or tiles are what is clicked. */
export const CheckMark = ({ on, label }: { readonly on: boolean; readonly label: string }) => (
  <span className={styles['tick']} data-on={on} role="img" aria-label={label}>
    <Check size={14} strokeWidth={3} aria-hidden />
  </span>
)
