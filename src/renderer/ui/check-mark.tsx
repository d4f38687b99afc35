import { Check } from 'lucide-react'
import styles from './ui.module.css'

/** Shows whether an item is picked, in lists where a click picks a whole row or tile. */
export const CheckMark = ({ on, label }: { readonly on: boolean; readonly label: string }) => (
  <span className={styles['tick']} data-on={on} role="img" aria-label={label}>
    <Check size={14} strokeWidth={3} aria-hidden />
  </span>
)
