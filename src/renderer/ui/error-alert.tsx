import { Button, Group } from '@mantine/core'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import type { ErrorInfo } from '#contract/window/call.ts'
import { detailsText } from '#values/errors/service-details.ts'
import { withAdaSign } from '#values/text/format.ts'
import { text } from '../text/en.ts'
import { Fold } from './fold.tsx'
import styles from './ui.module.css'

type Step = { readonly label: string; readonly run: () => void }

/** The step in the window that removes the cause of an error, where there is one. The frame knows it. */
export const ErrorSteps = createContext<(error: Pick<ErrorInfo, 'details'>) => Step | undefined>(
  () => undefined,
)

/** An error at the place where it happened, with the next step. */
export const ErrorAlert = ({
  error,
  reason,
  onRetry,
  action,
  isWhole = false,
}: {
  /** With its details where it came from a call. */
  readonly error: string | Pick<ErrorInfo, 'message' | 'details'>
  /** What a program said, which few will read. */
  readonly reason?: string
  readonly onRetry?: () => void
  /** The one next step, where it is another than to try again; the way out of a view that `isWhole`. */
  readonly action?: Step | undefined
  /** There is nothing to show beside it: it stands in the middle, as an empty view would. */
  readonly isWhole?: boolean
}) => {
  const stepForError = useContext(ErrorSteps)
  const ownStep = typeof error === 'string' ? undefined : stepForError(error)
  const steps = [
    ...(isWhole ? [ownStep, action] : [action ?? ownStep]),
    onRetry && { label: text.common.retry, run: onRetry },
  ].filter((next) => next !== undefined)
  const buttons = steps.map(({ label, run }) => (
    <Button key={label} size={isWhole ? 'sm' : 'compact-sm'} variant="default" onClick={run}>
      {label}
    </Button>
  ))
  const said = (
    <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      {withAdaSign(typeof error === 'string' ? error : error.message)}
      {typeof error !== 'string' && <ErrorDetailsList details={error.details} />}
      {reason !== undefined && <Fold label={text.common.details}>{reason}</Fold>}
    </div>
  )
  return isWhole ? (
    <div className={styles['empty']} role="alert">
      <CircleAlert size={40} strokeWidth={1.25} color="var(--bad)" aria-hidden />
      {said}
      <Group gap="xs" justify="center" mt="xs">
        {buttons}
      </Group>
    </div>
  ) : (
    <div className={styles['error']} role="alert">
      <CircleAlert size={18} aria-hidden />
      {said}
      {steps.length > 0 && (
        <Group gap="xs" justify="flex-end" maw="50%">
          {buttons}
        </Group>
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
