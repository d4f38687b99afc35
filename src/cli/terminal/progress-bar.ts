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

/** The slowest stage decides when it ends. */
const timeLeft = (stages: readonly StageProgress[]): string => {
  const open = stages.filter(({ done, total, failed }) => done + failed < total)
  const known = open.map(({ secondsLeft }) => secondsLeft).filter((seconds) => seconds !== null)
  if (open.length === 0 || known.length === 0) return ''
  const rate = Math.min(
    ...open.filter(({ secondsLeft }) => secondsLeft !== null).map((stage) => stage.rate),
  )
  return paceText(rate, Math.max(...known))
}

/** What follows the counts of a step; nothing while nobody can say how long it takes. */
export const paceText = (rate: number, secondsLeft: number | null): string =>
  secondsLeft === null ? '' : ` · ${rate.toFixed(1)}/s · ${durationText(secondsLeft)} left`

const progressLine = ({ stages }: ImportProgress): string =>
  stages.map(stageText).join(' · ') + timeLeft(stages)

const checkLine = ({ checked, total, rate, secondsLeft }: ImageCheckProgress): string =>
  `checked ${numberText(checked)} of ${countText(total, 'image')}${paceText(rate, secondsLeft)}`

/** Draws progress on one line of the terminal; nothing where there is none. */
export const drawProgress = (terminal: Terminal) => {
  const pace = createPace(() => performance.now())
  return {
    update: (progress: ImportProgress): void => {
      if (terminal.canDraw) terminal.draw(progressLine(progress))
    },
    updateCheck: (progress: ImageCheckProgress): void => {
      if (terminal.canDraw) terminal.draw(checkLine(progress))
    },
    /** One file of `total` more; `done` 0: the first has begun. */
    updateFiles: (verb: string, { done, total }: { done: number; total: number }): void => {
      if (done > 0) pace.done(1)
      const left = paceText(pace.rate(), pace.secondsFor(total - done))
      if (terminal.canDraw)
        terminal.draw(`${verb} ${numberText(done)} of ${countText(total, 'file')}${left}`)
    },
    end: (): void => {
      if (terminal.canDraw) terminal.draw('')
    },
  }
}
