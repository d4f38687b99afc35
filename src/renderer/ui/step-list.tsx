import type { ReactNode } from 'react'
import type { Badge } from './status-badge.tsx'
import styles from './step-list.module.css'

export type ListedStep = Badge & {
  readonly key: string
  readonly name: ReactNode
  /** The step's state in words. */
  readonly state: ReactNode
  readonly isCurrent: boolean
  /** Undefined: the step has nothing to open. */
  readonly onOpen?: (() => void) | undefined
}

/** Steps in their order, each with its state as a word and a shape. */
export const StepList = ({
  label,
  steps,
  direction,
}: {
  readonly label: string
  readonly steps: readonly ListedStep[]
  readonly direction: 'row' | 'column'
}) => (
  <ol className={styles['steps']} data-direction={direction} aria-label={label}>
    {steps.map(({ key, ...step }) => (
      <li key={key}>
        <Step {...step} />
      </li>
    ))}
  </ol>
)

const Step = ({ tone, icon: Icon, name, state, isCurrent, onOpen }: Omit<ListedStep, 'key'>) => {
  const content = (
    <>
      <Icon size={16} aria-hidden />
      <span className={styles['name']}>{name}</span>
      <span className={styles['state']}>{state}</span>
    </>
  )
  const shared = {
    className: styles['step'],
    'data-tone': tone,
    title: typeof state === 'string' ? state : undefined,
    ...(isCurrent ? { 'aria-current': 'step' as const } : {}),
  }
  return onOpen === undefined ? (
    <div {...shared}>{content}</div>
  ) : (
    <button type="button" {...shared} onClick={onOpen}>
      {content}
    </button>
  )
}
