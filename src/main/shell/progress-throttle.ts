import type { ImportProgressView } from '#contract/imports/calls.ts'

export type ProgressThrottle = {
  readonly progress: (importProgress: ImportProgressView) => void
  /** Sends the job's last progress now, before its end is reported. */
  readonly flush: (job: string) => void
}

/**
 * Reports progress at most once in `everyMs`, however many jobs run: the newest of the job that has
 * waited longest.
 */
export const createProgressThrottle = (options: {
  readonly send: (importProgress: ImportProgressView) => void
  readonly everyMs: number
}): ProgressThrottle => {
  /** In the order in which the jobs started to wait: a newer word takes the place of an older one. */
  const waiting = new Map<string, ImportProgressView>()
  let isShut = false

  const sendNext = (): void => {
    const next = waiting.values().next().value
    isShut = next !== undefined
    if (next === undefined) return
    waiting.delete(next.job)
    setTimeout(sendNext, options.everyMs).unref()
    options.send(next)
  }

  return {
    progress: (details) => {
      waiting.set(details.job, details)
      if (!isShut) sendNext()
    },
    flush: (job) => {
      const last = waiting.get(job)
      waiting.delete(job)
      if (last !== undefined) options.send(last)
    },
  }
}
