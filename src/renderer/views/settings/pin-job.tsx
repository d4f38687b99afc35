import { Button, Progress } from '@mantine/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import ui from '#renderer/ui/parts.module.css'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import styles from './settings.module.css'

/** How far work on pins is, and a button that stops it. */
export const PinJob = (props: {
  readonly done: number
  readonly total: number
  /** What is being done. */
  readonly label: string
  readonly facts: readonly string[]
  readonly stop: string
  readonly stopLabel: string
  readonly onStop: () => void
}) => {
  const { done, total, label, facts, stop, stopLabel, onStop } = props
  return (
    <div>
      <Progress value={total === 0 ? 0 : (done * 100) / total} aria-label={label} />
      <p className={ui['soft']} role="status">
        {facts.join(' · ')}
      </p>
      <div className={styles['acts']}>
        <Button variant="default" size="xs" aria-label={stopLabel} onClick={onStop}>
          {stop}
        </Button>
      </div>
    </div>
  )
}

/** Whether everything is where it should be. */
export const PinBadge = ({
  isSound,
  children,
}: {
  readonly isSound: boolean
  readonly children: ReactNode
}) => (
  <StatusBadge tone={isSound ? 'good' : 'warn'} icon={isSound ? CircleCheck : CircleAlert}>
    {children}
  </StatusBadge>
)
