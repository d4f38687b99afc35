import type { ImportJobView, ImportProgressView } from '#contract/imports/calls.ts'

export type ShownStage = ImportProgressView['stages'][number]

export type Overall = {
  /** 0 to 100, whole. */
  readonly percent: number
  /** Finished tokens. */
  readonly done: number
  readonly total: number
  /** Null while a stage with work left has no rate yet. */
  readonly secondsLeft: number | null
}

/** All stages together: they run at the same time, so the slowest determines the end. */
export const overallOf = (stages: readonly ShownStage[]): Overall => {
  const sum = (of: (stage: ShownStage) => number) =>
    stages.reduce((total, stage) => total + of(stage), 0)
  const total = sum((stage) => stage.total)
  const worked = sum(({ done, failed }) => done + failed)
  const upload = stages.find(({ stage }) => stage === 'upload')
  const lefts = stages.map(({ secondsLeft }) => secondsLeft)
  const known = lefts.filter((left) => left !== null)
  return {
    percent: total === 0 ? 0 : Math.min(100, Math.floor((worked * 100) / total)),
    done: upload?.done ?? 0,
    total: tokensOf(stages),
    secondsLeft: known.length < lefts.length ? null : Math.max(0, ...known),
  }
}

/** Failures leave fewer tokens for the later stages: uploaded plus failed is the total. */
const tokensOf = (stages: readonly ShownStage[]): number => {
  const upload = stages.find(({ stage }) => stage === 'upload')
  const before = stages.filter(({ stage }) => stage !== 'upload')
  return (upload?.total ?? 0) + before.reduce((sum, { failed }) => sum + failed, 0)
}

/** Whether the job can neither go on nor be cancelled. */
export const isJobOver = ({ state }: ImportJobView): boolean =>
  state === 'done' || state === 'cancelled'

export type StageState = 'waiting' | 'working' | 'done' | 'none'

export const stageState = ({ done, failed, total }: ShownStage): StageState => {
  if (total === 0) return 'none'
  if (done + failed >= total) return 'done'
  return done + failed === 0 ? 'waiting' : 'working'
}
