import { Button } from '@mantine/core'
import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ErrorInfo } from '#shared/calls/call.ts'
import { detailsText } from '#shared/service-details.ts'
import { text } from '../text/en.ts'
import styles from './ui.module.css'

/** An error at the place where it happened, with the next step. */
export const ErrorAlert = ({
  error,
  onRetry,
}: {
  /** With its details where it came from a call. */
  readonly error: string | Pick<ErrorInfo, 'message' | 'details'>
  readonly onRetry?: () => void
}) => {
  const details = typeof error === 'string' ? undefined : detailsText(error.details)
  return (
    <div className={styles['error']} role="alert">
      <CircleAlert size={18} aria-hidden />
      <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {typeof error === 'string' ? error : error.message}
        {details !== undefined && (
          <details>
            <summary>{text.common.details}</summary>
            {details}
          </details>
        )}
      </div>
      {onRetry !== undefined && (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {text.common.retry}
        </Button>
      )}
    </div>
  )
}

/** Useful information that is no error. */
export const Note = ({
  children,
  action,
}: {
  readonly children: ReactNode
  readonly action?: ReactNode
}) => (
  <div className={styles['note']}>
    <Info size={18} aria-hidden />
    <div style={{ flex: 1, minWidth: 0 }}>{children}</div>
    {action}
  </div>
)
