import { Circle, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ImportDraft } from '#shared/calls/imports.ts'
import { type DraftStep, draftSteps } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import type { Tone } from '#renderer/ui/status-badge.tsx'
import styles from './draft.module.css'
import { stepStates } from './steps.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.steps

const icons = {
  plain: Circle,
  accent: Circle,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
} as const satisfies Record<Tone, unknown>

/** All steps with how each stands; one may go to any of them at any time. */
export const StepBar = ({
  draft,
  step,
  onGo,
}: {
  readonly draft: ImportDraft
  readonly step: DraftStep
  readonly onGo: (step: DraftStep) => void
}) => {
  const states = stepStates(draft)
  return (
    <nav aria-label={words.label}>
      <ol className={styles['steps']}>
        {draftSteps.map((one, index) => {
          const { tone, words: state } = states[one]
          const Icon = icons[tone]
          return (
            <li key={one}>
              <button
                type="button"
                className={styles['stepButton']}
                aria-current={one === step ? 'step' : undefined}
                onClick={() => onGo(one)}
              >
                <span className={styles['stepName']}>
                  {index + 1} {words[one]}
                </span>
                <span className={styles['stepState']} data-tone={tone}>
                  <Icon size={13} aria-hidden />
                  <span className={ui['cut']}>{state}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
