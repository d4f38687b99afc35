import { CircleAlert, CircleCheck } from 'lucide-react'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { text } from '#renderer/text/en.ts'
import styles from './settings.module.css'
import type { ConnectionTest } from './use-connection-test.ts'

const words = text.settings.vault

/** Says how a trial ended; the place is there before, so that a screen reader hears what comes. */
export const ConnectionTestResult = ({ trial }: { readonly trial: ConnectionTest }) => (
  <div className={styles['result']} role="status">
    {trial.state === 'good' && (
      <>
        <StatusBadge tone="good" icon={<CircleCheck size={12} aria-hidden />}>
          {words.works}
        </StatusBadge>
        <span className={styles['resultText']}>{trial.message}</span>
      </>
    )}
    {trial.state === 'bad' && (
      <>
        <StatusBadge tone="bad" icon={<CircleAlert size={12} aria-hidden />}>
          {words.fails}
        </StatusBadge>
        <span className={styles['resultText']}>{trial.message}</span>
      </>
    )}
  </div>
)
