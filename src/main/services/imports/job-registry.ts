import { basename } from 'node:path'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { Table } from '#app/imports/table/table-types.ts'
import { type JobStatus, type Summary, summaryError } from '#app/imports/summary.ts'
import type { WorkingCopies } from '#app/imports/working-copies.ts'
import type { ImportServiceDeps } from '../services-deps.ts'
import { hasOpenRows } from './reopen.ts'
import { jobAnswer, type LastRun } from './job-answer.ts'
import type { RunEnding } from './runs.ts'

/** Jobs as the window shows them, and the edited tables that unfinished ones run from. */
export interface JobRegistry {
  /** @throws ColdpressError `not_found` with a message for the window. */
  status(job: string): JobStatus
  last(job: string): LastRun | undefined
  /**
   * Estimated ratio of real to expected duration on this computer; 1 before the first import has
   * ended.
   */
  pace(): number
  /** Remembers a run's expected duration, to improve the estimate when it ends. */
  expect(job: string, seconds: number): void
  /** Records the end of a run and notifies the window. Never rejects. */
  ended(ending: RunEnding): Promise<void>
  writeCopy(draft: string, table: Table): Promise<string>
  /** The jobs that run from the draft's copy. */
  jobsFrom(draft: string): readonly string[]
  /** Removes the draft's copy unless a job that can continue needs it. */
  releaseCopy(draft: string): Promise<void>
  /** The same for a job's copy, if it has one. */
  releaseCopyOf(job: string): Promise<void>
  sweepCopies(): Promise<void>
}

/** Shorter runs say little about the next one. */
const minLearned = 5

export const createJobRegistry = ({
  app,
  emit,
  log,
  copies,
}: ImportServiceDeps & { readonly copies: WorkingCopies }): JobRegistry => {
  const lastRuns = new Map<string, LastRun>()
  const expected = new Map<string, number>()
  let pace = 1

  const status = (job: string): JobStatus => {
    try {
      return app.imports.status(job)
    } catch (error) {
      if (!isColdpressError(error, 'not_found')) throw error
      throw new ColdpressError('not_found', 'This import is not known, or not any more.', {
        details: { job },
        cause: error,
      })
    }
  }
  /** Jobs that may go on, or whose rows may be fixed: their tables are kept. */
  const unfinished = () =>
    app.imports
      .jobs()
      .filter(
        ({ id, state, own_table }) =>
          state !== 'cancelled' &&
          (state !== 'done' || (own_table !== null && hasOpenRows(status(id)))),
      )
  const jobsFrom = (draft: string) =>
    unfinished()
      .filter(({ table_path }) => basename(table_path) === `${draft}.csv`)
      .map(({ id }) => id)
  const releaseCopy = async (draft: string): Promise<void> => {
    if (jobsFrom(draft).length > 0) return
    await copies.remove(draft).catch((error: unknown) => logError(error))
  }
  const releaseCopyOf = async (job: string): Promise<void> => {
    const { own_table, table_path } = status(job).job
    if (own_table !== null) await releaseCopy(basename(table_path, '.csv'))
  }
  const logError = (error: unknown): void =>
    log({ level: 'warning', kind: 'import', message: messageOf(error) })
  const learn = (job: string, { seconds, added, total }: Summary): void => {
    const guess = expected.get(job)
    expected.delete(job)
    if (guess === undefined || guess < minLearned || added < total) return
    // Cached images take no time; others will.
    pace = Math.min(10, Math.max(0.5, seconds / guess))
  }

  return {
    status,
    last: (job) => lastRuns.get(job),
    pace: () => pace,
    expect: (job, seconds) => expected.set(job, seconds),
    ended: async (ending) => {
      const { job } = ending
      try {
        if ('summary' in ending) {
          const { notes, seconds, places, elsewhere } = ending.summary
          lastRuns.set(job, { notes, seconds, places, elsewhere })
          learn(job, ending.summary)
        }
        log(endEntry(ending))
        const now = status(job)
        await releaseCopyOf(job)
        const last = lastRuns.get(job)
        emit('imports.ended', jobAnswer(now, { isRunning: false, last }, 'single'))
      } catch (error) {
        logError(error)
      }
    },
    writeCopy: (draft, table) => copies.write(draft, table),
    jobsFrom,
    releaseCopy,
    releaseCopyOf,
    sweepCopies: async () => {
      try {
        await copies.sweep(new Set(unfinished().map(({ table_path }) => table_path)))
      } catch (error) {
        logError(error)
      }
    },
  }
}

const endEntry = (ending: RunEnding): Parameters<ImportServiceDeps['log']>[0] => {
  const details = { job: ending.job }
  if ('error' in ending)
    return {
      level: 'error',
      kind: 'import',
      message: `An import broke off: ${messageOf(ending.error)}`,
      details,
    }
  const { summary } = ending
  const there = summary.added + summary.already
  const error = summaryError(summary)
  if (error === undefined)
    return {
      level: 'info',
      kind: 'import',
      message: `An import is done: ${countText(there, 'token is', 'tokens are')} in the collection, of ${summary.total}.`,
      details,
    }
  const level = error.code === 'cancelled' ? 'info' : 'warning'
  return {
    level,
    kind: 'import',
    message: error.message,
    details: { ...details, code: error.code },
  }
}
