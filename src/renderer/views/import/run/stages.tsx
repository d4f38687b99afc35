import { Progress } from '@mantine/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ImportJobFacts } from '#shared/calls/imports.ts'
import { useStages } from '#renderer/data/imports.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import styles from './run.module.css'
import { type Stage, stageState } from './overall.ts'

const words = text.importing.run.stages

/** The four stages of a run; they work at the same time. */
export const Stages = ({ job }: { readonly job: ImportJobFacts }) => {
  const stages = useStages(job.id, (all) => all)
  if (stages === undefined) return null
  return (
    <Sheet title={words.title}>
      <ul className={styles['stages']}>
        {stages.map((stage) => (
          <StageRow key={stage.stage} stage={stage} isRunning={job.isRunningHere} />
        ))}
      </ul>
    </Sheet>
  )
}

const StageRow = ({ stage, isRunning }: { readonly stage: Stage; readonly isRunning: boolean }) => {
  const { done, failed, total } = stage
  const percent = total === 0 ? 100 : Math.floor(((done + failed) * 100) / total)
  return (
    <li className={styles['stage']}>
      <div className={styles['stageName']}>
        <div>{words[stage.stage]}</div>
        <div className={styles['stageHint']}>{words.hints[stage.stage]}</div>
      </div>
      <div className={styles['stageBar']}>
        <Progress.Root size="md">
          <Progress.Section value={percent} aria-label={words[stage.stage]} />
        </Progress.Root>
        <div className={styles['stageFacts']}>
          <span>{words.of(done, total)}</span>
          <StageFailed failed={failed} />
          <span className={styles['stagePace']}>{paceOf(stage, isRunning)}</span>
        </div>
      </div>
      <span className={styles['stageMark']}>
        {stageState(stage) === 'done' && <CircleCheck size={18} aria-hidden />}
      </span>
    </li>
  )
}

const StageFailed = ({ failed }: { readonly failed: number }) =>
  failed === 0 ? (
    <span>{words.noneFailed}</span>
  ) : (
    <span className={styles['stageFailed']}>
      <CircleAlert size={13} aria-hidden />
      {words.failed(failed)}
    </span>
  )

const paceOf = (stage: Stage, isRunning: boolean): string => {
  const state = stageState(stage)
  if (state !== 'working') return words[state]
  if (!isRunning) return ''
  const { rate, left } = text.importing.run
  return stage.rate === 0 ? words.waiting : `${rate(stage.rate)} · ${left(stage.secondsLeft)}`
}
