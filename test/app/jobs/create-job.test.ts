import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJob, type JobControl, type JobState } from '#app/jobs/create-job.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A job whose work ends when the test says so. */
const openJob = (options: { readonly busy?: string } = {}) => {
  const states: JobState<string, number, string>[] = []
  const works: (JobControl<number> & PromiseWithResolvers<string>)[] = []
  const job = createJob<string, number, string>({
    stopped: 'It was stopped.',
    run: (_, control) => {
      const ending = Promise.withResolvers<string>()
      works.push({ ...control, ...ending })
      control.signal.addEventListener('abort', () => ending.reject(new Error('aborted')))
      return ending.promise
    },
    onChange: (state) => states.push(state),
    ...options,
  })
  const workAt = (index: number) => {
    const work = works[index]
    if (work === undefined) throw new Error('it was not started')
    return work
  }
  return { job, states, workAt }
}

describe('a job', () => {
  it('tells that it runs, how far it is, and its result', async () => {
    const { job, states, workAt } = openJob()
    expect(job.state()).toEqual({ state: 'none' })
    const end = job.run('prints')
    expect(job.isRunning()).toBe(true)
    workAt(0).onProgress(1)
    workAt(0).resolve('done')
    expect(await end).toBe('done')
    expect(states).toEqual([
      { state: 'running', input: 'prints' },
      { state: 'running', input: 'prints', progress: 1 },
      { state: 'over', input: 'prints', progress: 1, result: 'done' },
    ])
    workAt(0).onProgress(2)
    expect(job.state()).toMatchObject({ state: 'over', progress: 1 })
  })

  it('reports the first progress at once, and later the newest, five times a second at most', async () => {
    const { job, states, workAt } = openJob()
    await job.start('prints')
    const reported = () => states.slice(1).map(({ progress }) => progress)
    for (const progress of [1, 2, 3]) workAt(0).onProgress(progress)
    expect(reported()).toEqual([1])
    expect(job.state().progress).toBe(3)
    vi.advanceTimersByTime(199)
    workAt(0).onProgress(4)
    expect(reported()).toEqual([1])
    vi.advanceTimersByTime(1)
    expect(reported()).toEqual([1, 4])
    vi.advanceTimersByTime(1_000)
    expect(reported()).toEqual([1, 4])
  })

  it('says why it failed, and is started again without that', async () => {
    const { job, workAt } = openJob()
    const end = job.run('prints')
    workAt(0).reject(new Error('no space'))
    await expect(end).rejects.toThrow('no space')
    expect(job.state()).toMatchObject({ state: 'over', error: 'no space' })
    await job.start('prints')
    expect(job.state()).toEqual({ state: 'running', input: 'prints' })
  })

  it('that is stopped ends as such, and the stop waits for it', async () => {
    const { job, states } = openJob()
    await job.start('prints')
    const stopping = job.stop()
    expect(job.state().state).toBe('stopping')
    await stopping
    expect(states.map(({ state }) => state)).toEqual(['running', 'stopping', 'over'])
    expect(job.state()).toEqual({ state: 'over', input: 'prints', isStopped: true })
    await job.stop()
    expect(states).toHaveLength(3)
  })
})

describe('a second start', () => {
  it('is refused where the job says so', async () => {
    const { job, workAt } = openJob({ busy: 'It runs already.' })
    await job.start('prints')
    await expect(job.start('birds')).rejects.toMatchObject({
      code: 'conflict',
      message: 'It runs already.',
    })
    expect(job.state()).toMatchObject({ state: 'running', input: 'prints' })
    workAt(0).resolve('done')
    await job.settled()
    await job.start('birds')
    expect(job.state()).toMatchObject({ state: 'running', input: 'birds' })
  })

  it('stops the work before elsewhere, which says nothing any more', async () => {
    const { job, workAt } = openJob()
    const first = job.run('prints')
    const second = job.run('birds')
    await expect(first).rejects.toMatchObject({ code: 'cancelled' })
    workAt(0).onProgress(7)
    expect(job.state()).toEqual({ state: 'running', input: 'birds' })
    workAt(1).resolve('done')
    expect(await second).toBe('done')
  })
})

describe('a job that is opened first', () => {
  const openOpened = (open: () => Promise<unknown>) => {
    const states: string[] = []
    const job = createJob<string, never, void>({
      stopped: 'It was stopped.',
      busy: (input) => `${input} is under way.`,
      open: async () => {
        await open()
        return () => Promise.resolve()
      },
      onChange: ({ state }) => states.push(state),
    })
    return { job, states }
  }

  it('leaves nothing when that fails', async () => {
    const { job, states } = openOpened(() => Promise.reject(new Error('no key')))
    await expect(job.start('prints')).rejects.toThrow('no key')
    expect(job.state()).toEqual({ state: 'none' })
    expect(states).toEqual([])
  })

  it('refuses another while it is opened', async () => {
    const opening = Promise.withResolvers<void>()
    const { job, states } = openOpened(() => opening.promise)
    const starting = job.start('prints')
    await expect(job.start('birds')).rejects.toThrow('prints is under way.')
    opening.resolve()
    await starting
    await job.settled()
    expect(states).toEqual(['running', 'over'])
  })
})
