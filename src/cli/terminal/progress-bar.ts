import { countText, durationText, numberText } from '#values/text/format.ts'
import type { ImageCheckProgress } from '#app/imports/pipeline/check-images.ts'
import { createPace } from '#values/work/pace.ts'
import type { ImportProgress, ImportStage, StageProgress } from '#app/imports/run/progress.ts'
import type { Terminal } from './terminal.ts'

const verbs: Readonly<Record<ImportStage, string>> = {
  hash: 'looked up',
  image: 'prepared',
  pin: 'pinned',
  upload: 'uploaded',
}

const stageText = ({ stage, done, total, failed }: StageProgress): string =>
  `${verbs[stage]} ${numberText(done)}/${numberText(total)}${failed > 0 ? ` (${failed} failed)` : ''}`

/** How much is done, as the first thing on a line of progress; nothing while the whole is not known. */
export const percentText = (done: number, total: number): string =>
  total === 0 ? '' : `${Math.floor((100 * done) / total)}%`

/** The slowest stage decides when it ends. */
const timeLeft = (stages: readonly StageProgress[]): readonly string[] => {
  const open = stages.filter(({ done, total, failed }) => done + failed < total)
  const known = open.map(({ secondsLeft }) => secondsLeft).filter((seconds) => seconds !== null)
  if (open.length === 0 || known.length === 0) return []
  const rate = Math.min(
    ...open.filter(({ secondsLeft }) => secondsLeft !== null).map((stage) => stage.rate),
  )
  return paceTexts(rate, Math.max(...known))
}

/** How fast a step is, and how long it still takes; nothing while nobody can say. */
export const paceTexts = (rate: number, secondsLeft: number | null): readonly string[] =>
  secondsLeft === null ? [] : [`${rate.toFixed(1)}/s`, `${durationText(secondsLeft)} left`]

/** Of all stages together. */
const percentOf = (stages: readonly StageProgress[]): string =>
  percentText(
    stages.reduce((sum, { done, failed }) => sum + done + failed, 0),
    stages.reduce((sum, { total }) => sum + total, 0),
  )

/** Draws progress on one line of the terminal; nothing where there is none. */
export const drawProgress = (terminal: Terminal) => {
  const pace = createPace(() => performance.now())
  return {
    update: (progress: ImportProgress): void => {
      if (terminal.canDraw)
        terminal.draw(
          percentOf(progress.stages),
          ...timeLeft(progress.stages),
          ...progress.stages.filter(({ total }) => total > 0).map(stageText),
        )
    },
    updateCheck: ({ checked, total, rate, secondsLeft }: ImageCheckProgress): void => {
      if (terminal.canDraw)
        terminal.draw(
          percentText(checked, total),
          ...paceTexts(rate, secondsLeft),
          `checked ${numberText(checked)} of ${countText(total, 'image')}`,
        )
    },
    /** One file of `total` more; `done` 0: the first has begun. */
    updateFiles: (verb: string, { done, total }: { done: number; total: number }): void => {
      if (done > 0) pace.done(1)
      if (terminal.canDraw)
        terminal.draw(
          percentText(done, total),
          ...paceTexts(pace.rate(), pace.secondsFor(total - done)),
          `${verb} ${numberText(done)} of ${countText(total, 'file')}`,
        )
    },
    end: (): void => {
      if (terminal.canDraw) terminal.draw('')
    },
  }
}
