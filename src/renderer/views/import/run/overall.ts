import type { ImportJobView, ImportProgressView } from '#contract/imports/calls.ts'

export type ShownStage = ImportProgressView['stages'][number]

export type Overall = {
  /** 0 to 100, whole: the share of tokens that are uploaded or failed. */
  readonly percent: number
  /** Uploaded tokens. */
  readonly done: number
  readonly total: number
  /** Uploaded tokens a second; 0 while none is. */
  readonly rate: number
  /** Null while a stage with work left has no rate yet. */
  readonly secondsLeft: number | null
}

/** A run by its tokens. Its stages run at the same time, so the slowest determines the end. */
export const overallOf = (stages: readonly ShownStage[]): Overall => {
  const total = tokensOf(stages)
  const failed = stages.reduce((sum, stage) => sum + stage.failed, 0)
  const { done = 0, rate = 0 } = stages.find(({ stage }) => stage === 'upload') ?? {}
  const lefts = stages.map(({ secondsLeft }) => secondsLeft)
  const known = lefts.filter((left) => left !== null)
  return {
    percent: total === 0 ? 0 : Math.min(100, Math.floor(((done + failed) * 100) / total)),
    done,
    total,
    rate,
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
