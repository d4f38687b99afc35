import { ColdpressError, type ErrorCode } from '#values/errors/errors.ts'
import { finalFor } from '#media/pinning/final-error.ts'
import { isPassing } from './retry-transient.ts'

/** These would meet every other item as well: the run stops and can be resumed. */
const stopping: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'forbidden',
  'vault_locked',
  'disk_full',
  'cancelled',
  'corrupt',
])

/** These are about the item's own content, however many of them come. */
const ofContent: ReadonlySet<ErrorCode> = new Set([
  'invalid',
  'too_large',
  'unsupported_media',
  'not_found',
  'conflict',
])

/** As many items in a row that fail for reasons outside themselves: then it is not the items. */
const errorsInARow = 5

/** Distinguishes errors of single items from a general failure, for each stage. */
export interface Breaker<Stage extends string> {
  good(stage: Stage): void
  /** @returns whether the run should stop. */
  bad(stage: Stage, error: unknown): boolean
}

export const createBreaker = <Stage extends string>(): Breaker<Stage> => {
  const streaks = new Map<Stage, number>()
  return {
    good: (stage) => {
      streaks.delete(stage)
    },
    bad: (stage, error) => {
      if (error instanceof ColdpressError) {
        if (stopping.has(error.code) || finalFor(error) === 'place') return true
        if (ofContent.has(error.code)) return false
        // It has outlasted all attempts: the next image would meet it too.
        if (isPassing(error)) return true
      }
      const streak = (streaks.get(stage) ?? 0) + 1
      streaks.set(stage, streak)
      return streak >= errorsInARow
    },
  }
}
