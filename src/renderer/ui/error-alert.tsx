import { Button } from '@mantine/core'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ErrorInfo } from '#contract/window/call.ts'
import { detailsText } from '#values/errors/service-details.ts'
import { withAdaSign } from '#values/text/format.ts'
import { text } from '../text/en.ts'
import { Fold } from './fold.tsx'
import styles from './ui.module.css'

/** An error at the place where it happened, with the next step. */
export const ErrorAlert = ({
  error,
  reason,
  onRetry,
  action,
}: {
  /** With its details where it came from a call. */
  readonly error: string | Pick<ErrorInfo, 'message' | 'details'>
  /** What a program said, which few will read. */
  readonly reason?: string
  readonly onRetry?: () => void
  /** The one next step, where it is another than to try again. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}) => {
  const next = action ?? (onRetry && { label: text.common.retry, run: onRetry })
  return (
    <div className={styles['error']} role="alert">
      <CircleAlert size={18} aria-hidden />
      <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {withAdaSign(typeof error === 'string' ? error : error.message)}
        {typeof error !== 'string' && <ErrorDetailsList details={error.details} />}
        {reason !== undefined && <Fold label={text.common.details}>{reason}</Fold>}
      </div>
      {next !== undefined && (
        <Button size="compact-sm" variant="default" onClick={next.run}>
          {next.label}
        </Button>
      )}
    </div>
  )
}

/** What a service answered beside the sentence, if it did: code, reason, request ID. */
export const ErrorDetailsList = ({
  details,
}: {
  readonly details: ErrorInfo['details'] | undefined
}) => {
  const answered = details === undefined ? undefined : detailsText(details)
  return (
    answered !== undefined && (
      <Fold label={text.common.details}>
        <div>{answered}</div>
        {typeof details?.['reason'] === 'string' && (
          <div>{text.common.serviceSaid(withAdaSign(details['reason']))}</div>
        )}
      </Fold>
    )
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
    <div style={{ flex: 1, minWidth: 0 }}>
      {typeof children === 'string' ? withAdaSign(children) : children}
    </div>
    {action}
  </div>
)

/** What was accepted and may still be a mistake. */
export const Warning = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['warning']} role="note">
    <TriangleAlert size={18} aria-hidden />
    <div style={{ flex: 1, minWidth: 0 }}>
      {typeof children === 'string' ? withAdaSign(children) : children}
    </div>
  </div>
)
