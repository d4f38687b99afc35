import { platformErrors } from '#values/errors/platform-errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDeathCount, often } from '#platform/crash/count-deaths.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { type ImageLink, startLink } from './link.ts'
import type { ImageReply } from './messages.ts'
import { silentDrive } from '../../platform/disk/drive-reads.ts'
import { type ImageOrder, ImageWork, type WorkAnswer } from './work.ts'

export type SupervisorOptions = {
  readonly nodePath: string
  readonly script: string
  readonly inFlight: number
  readonly timeoutMs: number
  readonly killAfterMs: number
  /**
   * Called with the first death in a row, and when deaths become frequent.
   * @param deaths within a minute
   */
  readonly onDeath: (deaths: number) => void
}

type ProcessInstance = {
  readonly link: ImageLink
  /** False until the library is loaded. */
  ready: boolean
  /** Timeout of the start. */
  readonly startClock: NodeJS.Timeout
  /** True once it is ended for a cancelled file, of which nothing came any more. */
  isEndedForCancelled: boolean
}

type Versions = Readonly<Record<string, string>>

const startTimeoutMs = 30_000
/** A cancelled file that is being decoded ends with its next step. */
const cancelGraceMs = 3_000
const closeGraceMs = 2_000
const maxFailedStarts = 3
const maxBackoffMs = 2_000

/**
 * Keeps one image process running and gives it files, `inFlight` at a time. When it dies, the files
 * in flight become suspects: they run again one by one before anything else, so that a second death
 * identifies its cause and all others are finished.
 */
export class Supervisor {
  readonly #options: SupervisorOptions
  #queue: ImageWork[] = []
  #suspects: ImageWork[] = []
  readonly #running = new Map<number, ImageWork>()
  #instance: ProcessInstance | undefined
  #pause: NodeJS.Timeout | undefined
  #lastId = 0
  #failedStarts = 0
  /** Deaths since the last answer: each delays the next start further. */
  #deathsInARow = 0
  readonly #countDeath = createDeathCount()
  #suspectRuns = false
  #versions: PromiseWithResolvers<Versions> | undefined
  #closing: Promise<void> | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  async run(order: ImageOrder, signal?: AbortSignal): Promise<WorkAnswer> {
    if (this.#closing !== undefined || signal?.aborted === true) throw ImageWork.cancellation(order)
    this.#lastId += 1
    const work = new ImageWork(this.#lastId, order)
    const cancel = (): void => this.#cancel(work)
    if (signal !== undefined) {
      // An import has one signal for all of its files, so many listeners on it are no leak.
      setMaxListeners(0, signal)
      signal.addEventListener('abort', cancel, { once: true })
    }
    this.#queue.push(work)
    this.#pump()
    try {
      return await work.answer
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  versions(): Promise<Versions> {
    if (this.#versions !== undefined) return this.#versions.promise
    if (this.#closing !== undefined) return Promise.reject(closed())
    this.#versions = Promise.withResolvers()
    // The caller gets the error through the promise that it has.
    this.#versions.promise.catch(() => undefined)
    this.#pump()
    return this.#versions.promise
  }

  close(): Promise<void> {
    this.#closing ??= this.#shutDown()
    return this.#closing
  }

  async #shutDown(): Promise<void> {
    clearTimeout(this.#pause)
    this.#versions?.reject(closed())
    await Promise.all([...this.#suspects, ...this.#queue].map((work) => work.cancel()))
    this.#suspects = []
    this.#queue = []
    const instance = this.#instance
    if (instance === undefined) return
    const { link } = instance
    const timeUp = new AbortController()
    const grace = sleep(closeGraceMs, undefined, { signal: timeUp.signal }).catch(() => undefined)
    await Promise.race([
      Promise.all([...this.#running.values()].map((work) => work.settled)),
      grace,
    ])
    timeUp.abort()
    // a process that is still loading would notice the disconnect only afterwards
    if (this.#running.size > 0 || !instance.ready) link.kill()
    else link.hangUp()
    const last = setTimeout(() => link.kill(), closeGraceMs)
    await link.ended
    clearTimeout(last)
  }

  #cancel(work: ImageWork): void {
    work.cancelled = true
    if (this.#running.has(work.id)) {
      this.#instance?.link.send({ kind: 'cancel', id: work.id })
      this.#endUnlessCancelled(work)
      return
    }
    this.#queue = this.#queue.filter((other) => other !== work)
    this.#suspects = this.#suspects.filter((other) => other !== work)
    void work.cancel()
  }

  /** What waits for its drive hears of no cancellation. */
  #endUnlessCancelled(work: ImageWork): void {
    clearTimeout(work.clock)
    const instance = this.#instance
    work.clock = setTimeout(() => {
      if (instance === undefined || instance !== this.#instance) return
      instance.isEndedForCancelled = true
      instance.link.kill()
    }, cancelGraceMs)
  }

  /** Starts as many files as allowed; called after everything that may allow more. */
  #pump(): void {
    if (this.#closing !== undefined || this.#pause !== undefined) return
    const waits = this.#queue.length + this.#suspects.length > 0
    if (this.#instance === undefined) {
      if (waits || this.#versions !== undefined) this.#start()
      return
    }
    if (!this.#instance.ready || this.#suspectRuns) return
    if (this.#suspects.length > 0) {
      if (this.#running.size > 0) return
      this.#suspectRuns = true
      this.#dispatch(this.#suspects.shift(), this.#instance.link)
      return
    }
    while (this.#queue.length > 0 && this.#running.size < this.#options.inFlight)
      this.#dispatch(this.#queue.shift(), this.#instance.link)
  }

  #dispatch(work: ImageWork | undefined, link: ImageLink): void {
    if (work === undefined) return
    this.#running.set(work.id, work)
    this.#watch(work)
    link.send({ ...work.order, id: work.id, timeoutMs: this.#options.timeoutMs })
  }

  /** sharp's own timeout cannot stop a decoder that never returns. */
  #watch(work: ImageWork): void {
    clearTimeout(work.clock)
    work.clock = setTimeout(() => {
      work.hung = true
      this.#instance?.link.kill()
    }, this.#options.killAfterMs)
  }

  #start(): void {
    const link = startLink({
      nodePath: this.#options.nodePath,
      script: this.#options.script,
      // Four beyond the files in flight, so that reading files never waits behind decoding them.
      threads: this.#options.inFlight + 4,
      onReply: (reply) => this.#onMessage(reply),
      onEnd: (reason) => this.#onExit(reason),
    })
    const startClock = setTimeout(() => link.kill(), startTimeoutMs)
    this.#instance = { link, ready: false, startClock, isEndedForCancelled: false }
  }

  #onMessage(reply: ImageReply): void {
    if (reply.kind === 'ready') {
      this.#onReady(reply.versions)
      return
    }
    const work = this.#running.get(reply.id)
    if (work === undefined) return
    if (reply.kind === 'waiting' || reply.kind === 'working') {
      if (work.cancelled) return
      if (reply.kind === 'waiting') clearTimeout(work.clock)
      else this.#watch(work)
    } else {
      this.#deathsInARow = 0
      this.#release(work)
      void work.settle(reply)
    }
    this.#pump()
  }

  #onReady(versions: Versions): void {
    if (this.#instance === undefined) return
    clearTimeout(this.#instance.startClock)
    this.#instance.ready = true
    this.#failedStarts = 0
    this.#versions ??= Promise.withResolvers()
    this.#versions.resolve(versions)
    this.#pump()
  }

  #release(work: ImageWork): void {
    clearTimeout(work.clock)
    this.#running.delete(work.id)
    this.#suspectRuns = false
  }

  #onExit(reason: string): void {
    const instance = this.#instance
    this.#instance = undefined
    clearTimeout(instance?.startClock)
    const inFlight = [...this.#running.values()]
    for (const work of inFlight) {
      this.#release(work)
      if (this.#closing !== undefined || work.cancelled) void work.cancel()
      else if (instance?.isEndedForCancelled === true) this.#queue.unshift(work)
      else if (work.hung) void this.#settleHung(work, inFlight.length === 1, reason)
      else this.#suspect(work, inFlight.length === 1, reason)
    }
    if (this.#closing !== undefined) return
    if (instance?.isEndedForCancelled === true) {
      this.#pump()
      return
    }
    if (instance?.ready === false) this.#failedStarts += 1
    const deaths = this.#countDeath()
    if (this.#deathsInARow === 0 || deaths === often.deaths) this.#options.onDeath(deaths)
    if (this.#failedStarts >= maxFailedStarts) this.#giveUp(reason)
    this.#deathsInARow += 1
    this.#pause = setTimeout(
      () => {
        this.#pause = undefined
        this.#pump()
      },
      Math.min(maxBackoffMs, 50 * 2 ** (this.#deathsInARow - 1)),
    )
  }

  /** Nothing comes of a file whose drive does not answer either, and the file is not to blame. */
  async #settleHung(work: ImageWork, alone: boolean, reason: string): Promise<void> {
    const silent = await silentDrive(work.order.source)
    if (this.#closing !== undefined || work.cancelled) await work.cancel()
    else if (silent === undefined) this.#suspect(work, alone, reason)
    else await work.giveUp(silent)
    this.#pump()
  }

  #suspect(work: ImageWork, alone: boolean, reason: string): void {
    if (work.isToBlame(alone)) void work.blame(reason, this.#options.killAfterMs)
    else this.#suspects.push(work)
  }

  /** the machine, not a file, is the cause. Later files are tried again. */
  #giveUp(reason: string): void {
    const error = errorBy(
      platformErrors,
      'image_process',
      { reason },
      'The image process cannot be started.',
    )
    this.#failedStarts = 0
    this.#versions?.reject(error)
    this.#versions = undefined
    for (const work of [...this.#suspects, ...this.#queue]) work.fail(error)
    this.#suspects = []
    this.#queue = []
  }
}

const closed = (): ColdpressError =>
  new ColdpressError('cancelled', 'The image process was closed.')
