import { Circle, CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { useCall } from '#renderer/data/use-call.ts'
import type { DraftStep } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { StepList } from '#renderer/ui/step-list.tsx'
import { checkedOf, draftStepsOf, stepName, type StepState, stepStates } from './steps.ts'

const words = text.importing.draft.steps

const icons: Readonly<Record<StepState['tone'], LucideIcon>> = {
  plain: Circle,
  accent: Circle,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
}

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
  const { data: check } = useCall('imports.imageCheck', { draftId: draft.id })
  const states = stepStates(draft, checkedOf(check))
  const label = draft.purpose === 'change' ? text.importing.draft.change.label : words.label
  const draftSteps = draftStepsOf(draft)
  // Where one is, and what comes first to be repaired: colour on all would say nothing.
  const stopping = draftSteps.find((draftStep) => states[draftStep].tone === 'bad')
  const steps = draftSteps.map((draftStep, index) => {
    const { tone, words: state } = states[draftStep]
    const isCurrent = draftStep === step
    return {
      key: draftStep,
      name: `${index + 1} ${stepName(draftStep, draft)}`,
      tone: isCurrent || draftStep === stopping ? tone : ('plain' as const),
      icon: icons[tone],
      state,
      isCurrent,
      onOpen: () => onGo(draftStep),
    }
  })
  return (
    <nav aria-label={label}>
      <StepList label={label} steps={steps} direction="row" />
    </nav>
  )
}
