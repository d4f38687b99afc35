import { Circle, CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { type DraftStep, draftSteps } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { StepList } from '#renderer/ui/step-list.tsx'
import { checkedOf, type StepState, stepStates } from './steps.ts'

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
  const steps = draftSteps.map((draftStep, index) => {
    const { tone, words: state } = states[draftStep]
    return {
      key: draftStep,
      name: `${index + 1} ${words[draftStep]}`,
      tone,
      icon: icons[tone],
      state,
      isCurrent: draftStep === step,
      onOpen: () => onGo(draftStep),
    }
  })
  return (
    <nav aria-label={words.label}>
      <StepList label={words.label} steps={steps} direction="row" />
    </nav>
  )
}
