import { Button } from '@mantine/core'
import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../text/en.ts'
import styles from './ui.module.css'

/** An error at the place where it happened, with the next step. */
export const ErrorAlert = ({
  message,
  onRetry,
}: {
  readonly message: string
  readonly onRetry?: () => void
}) => (
  <div className={styles['error']} role="alert">
    <CircleAlert size={18} aria-hidden />
    <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{message}</div>
    {onRetry !== undefined && (
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {text.common.retry}
      </Button>
    )}
  </div>
)

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
