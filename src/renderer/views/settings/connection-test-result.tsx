import { CircleAlert, CircleCheck } from 'lucide-react'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { text } from '#renderer/text/en.ts'
import styles from './settings.module.css'
import type { ConnectionTest } from '#renderer/views/use-connection-test.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.settings.vault

/** Says how a test ended; the element is there before, so that a screen reader reads what comes. */
export const ConnectionTestResult = ({
  test: { result, error },
}: {
  readonly test: ConnectionTest
}) => (
  <div className={styles['result']} role="status">
    {result !== undefined && (
      <>
        <StatusBadge tone="good" icon={CircleCheck}>
          {words.works}
        </StatusBadge>
        <span className={ui['breakable']}>{result}</span>
      </>
    )}
    {error !== undefined && (
      <>
        <StatusBadge tone="bad" icon={CircleAlert}>
          {words.fails}
        </StatusBadge>
        <span className={ui['breakable']}>{error.message}</span>
      </>
    )}
  </div>
)
