import type { ImportProgressFacts } from '#contract/imports/calls.ts'

export type ProgressThrottle = {
  readonly progress: (facts: ImportProgressFacts) => void
  /** Sends the job's last progress now, before its end is reported. */
  readonly flush: (job: string) => void
}

/**
 * Reports progress at most once in `everyMs`, however many jobs run: the newest of the job that has
 * waited longest.
 */
export const createProgressThrottle = (options: {
  readonly send: (facts: ImportProgressFacts) => void
  readonly everyMs: number
}): ProgressThrottle => {
  /** In the order in which the jobs started to wait: a newer word takes the place of an older one. */
  const waiting = new Map<string, ImportProgressFacts>()
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
    progress: (facts) => {
      waiting.set(facts.job, facts)
      if (!isShut) sendNext()
    },
    flush: (job) => {
      const last = waiting.get(job)
      waiting.delete(job)
      if (last !== undefined) options.send(last)
    },
  }
}
