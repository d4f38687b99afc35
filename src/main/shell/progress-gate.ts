import type { ImportProgressFacts } from '../../shared/calls/imports.ts'

export type ProgressGate = {
  readonly progress: (facts: ImportProgressFacts) => void
  /** Lets the job's last word out now: its end is to be told next. */
  readonly flush: (job: string) => void
  readonly close: () => void
}

type Job = { waiting: ImportProgressFacts | undefined; timer: NodeJS.Timeout | undefined }

/** Tells each job's progress at most once in `everyMs`; the newest wins and none is late for longer. */
export const createProgressGate = (options: {
  readonly send: (facts: ImportProgressFacts) => void
  readonly everyMs: number
}): ProgressGate => {
  const jobs = new Map<string, Job>()

  const tell = (id: string, job: Job): void => {
    const { waiting } = job
    if (waiting === undefined) {
      jobs.delete(id)
      return
    }
    job.waiting = undefined
    job.timer = setTimeout(() => tell(id, job), options.everyMs)
    job.timer.unref()
    options.send(waiting)
  }

  return {
    progress: (facts) => {
      const known = jobs.get(facts.job)
      const job = known ?? { waiting: undefined, timer: undefined }
      job.waiting = facts
      if (known !== undefined) return
      jobs.set(facts.job, job)
      tell(facts.job, job)
    },
    flush: (id) => {
      const job = jobs.get(id)
      clearTimeout(job?.timer)
      jobs.delete(id)
      if (job?.waiting !== undefined) options.send(job.waiting)
    },
    close: () => {
      for (const { timer } of jobs.values()) clearTimeout(timer)
      jobs.clear()
    },
  }
}
