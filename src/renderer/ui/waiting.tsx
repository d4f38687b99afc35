import { text } from '../text/en.ts'
import styles from './ui.module.css'

/** A placeholder of the same size while data is loading, so that nothing jumps. */
export const Waiting = () => (
  <div
    className={styles['waiting']}
    role="status"
    aria-busy="true"
    aria-label={text.common.loading}
  />
)
