import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { ErrorDetailsList } from '#renderer/ui/error-alert.tsx'
import { Fold } from '#renderer/ui/fold.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { text } from '#renderer/text/en.ts'
import styles from './settings.module.css'
import type { ConnectionTest } from '#renderer/views/use-connection-test.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.settings.vault

const badges = {
  works: { tone: 'good', icon: CircleCheck },
  fails: { tone: 'bad', icon: CircleAlert },
  unused: { tone: 'plain', icon: CircleDashed },
  untested: { tone: 'plain', icon: CircleDashed },
} as const

/** Says how a test ended; the element is there before, so that a screen reader reads what comes. */
export const ConnectionTestResult = ({
  test: { isRunning, result, error },
}: {
  readonly test: ConnectionTest
}) => (
  <div role="status">
    {!isRunning && result === undefined && error === undefined && <TestOutcome state="untested" />}
    {result !== undefined && <TestOutcome state="works">{result}</TestOutcome>}
    {error !== undefined && (
      <TestOutcome state="fails">
        {error.message}
        <ErrorDetailsList details={error.details} />
      </TestOutcome>
    )}
  </div>
)

/** Whether something works, and a sentence about it. */
export const TestOutcome = ({
  state,
  details,
  children,
}: {
  readonly state: keyof typeof badges
  /** What another program said, which few will read. */
  readonly details?: string | undefined
  readonly children?: ReactNode
}) => (
  <div className={styles['outcome']}>
    <StatusBadge {...badges[state]}>{words.outcomes[state]}</StatusBadge>
    <div className={ui['breakable']}>
      {children}
      {details !== undefined && <Fold label={text.common.details}>{details}</Fold>}
    </div>
  </div>
)
