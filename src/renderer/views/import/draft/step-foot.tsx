import { Button, Group } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { type DraftStep, useDraftStep } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import { stepAfter, stepName } from './steps.ts'

const words = text.importing.draft

/** The end of a step: the way on stands at the same place in each. */
export const StepFoot = ({
  children,
  next,
}: {
  /** What the step offers beside it, or why it cannot go on. */
  readonly children?: ReactNode
  readonly next: ReactNode
}) => (
  <footer className={ui['end']}>
    <Group gap="sm" wrap="nowrap">
      <Group gap="xs" className={ui['grow']}>
        {children}
      </Group>
      {next}
    </Group>
  </footer>
)

/** Goes to the next step that has something to decide. */
export const NextStep = ({
  draft,
  step,
}: {
  readonly draft: ImportDraft
  readonly step: Exclude<DraftStep, 'cost'>
}) => {
  const go = useDraftStep((store) => store.go)
  const next = stepAfter(step, draft)
  return (
    <Button
      flex="none"
      rightSection={<ArrowRight size={16} aria-hidden />}
      onClick={() => go(next)}
    >
      {words.next(stepName(next, draft))}
    </Button>
  )
}
