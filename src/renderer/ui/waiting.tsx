import { text } from '../text/en.ts'
import styles from './ui.module.css'

/** Holds the place of what is being asked for, so that nothing jumps when it comes. */
export const Waiting = () => (
  <div
    className={styles['waiting']}
    role="status"
    aria-busy="true"
    aria-label={text.common.loading}
  />
)
