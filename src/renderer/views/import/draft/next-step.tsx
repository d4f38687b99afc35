import { Button } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import { type DraftStep, draftSteps, useDraftStep } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'

const words = text.importing.draft

/** Goes to the step after this one. */
export const DraftNextStep = ({
  step,
  size = 'sm',
}: {
  readonly step: DraftStep
  readonly size?: 'xs' | 'sm'
}) => {
  const go = useDraftStep((store) => store.go)
  const next = draftSteps[draftSteps.indexOf(step) + 1]
  if (next === undefined) return null
  return (
    <Button
      size={size}
      flex="none"
      rightSection={<ArrowRight size={16} aria-hidden />}
      onClick={() => go(next)}
    >
      {words.next(words.steps[next])}
    </Button>
  )
}
