import { Box, Flex, Progress } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { ImportJobView } from '#contract/imports/calls.ts'
import { useStages } from '#renderer/data/imports.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import styles from './run.module.css'
import { type ShownStage, stageState } from './overall.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.run.stages

/** The four stages of a run, a line each; they work at the same time. An ended run has none. */
export const Stages = ({ job }: { readonly job: ImportJobView }) => {
  const stages = useStages(job.id, (all) => all)
  if (stages === undefined || !job.isRunningHere) return null
  return (
    <Sheet title={words.title}>
      <Flex component="ul" direction="column" gap="xs" className={ui['soft']}>
        {stages.filter(isShown(job)).map((stage) => (
          <StageRow key={stage.stage} stage={stage} purpose={job.purpose} />
        ))}
      </Flex>
    </Sheet>
  )
}

/** Tokens that change keep their images. */
const isShown =
  ({ purpose }: ImportJobView) =>
  ({ stage }: ShownStage): boolean =>
    purpose === 'add' || stage === 'upload'

const StageRow = ({
  stage,
  purpose,
}: {
  readonly stage: ShownStage
  readonly purpose: ImportJobView['purpose']
}) => {
  const { upload, uploadHint } = text.importing.run.change
  const isChange = purpose === 'change'
  const name = isChange ? upload : words[stage.stage]
  const { done, failed, total } = stage
  const percent = total === 0 ? 100 : Math.floor(((done + failed) * 100) / total)
  return (
    <li className={styles['stage']}>
      <div>
        <Box c="var(--ink)">{name}</Box>
        <span className={ui['small']}>{isChange ? uploadHint : words.hints[stage.stage]}</span>
      </div>
      <Progress.Root size="sm">
        <Progress.Section value={percent} aria-label={name} />
      </Progress.Root>
      <div>
        {words.of(done, total)}
        {failed > 0 && (
          <Box c="var(--bad)" className={ui['mark']}>
            <CircleAlert size={13} aria-hidden />
            {words.failed(failed)}
          </Box>
        )}
      </div>
      <Box component="span" ta="end">
        {paceOf(stage)}
      </Box>
    </li>
  )
}

const paceOf = (stage: ShownStage): string => {
  const state = stageState(stage)
  if (state !== 'working') return words[state]
  return stage.rate === 0 ? words.waiting : text.importing.run.rate(stage.rate)
}
