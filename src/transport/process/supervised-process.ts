import { setTimeout as sleep } from 'node:timers/promises'
import { createDeathCount } from '#platform/crash/count-deaths.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { Link } from './link.ts'
import type { ProcessOperations } from './operations.ts'
import type { Port } from './port.ts'

export type SupervisedProcessOptions<A extends ProcessOperations<A>> = {
  readonly name: string
  readonly start: () => Port
  /** Connects to a newly started process. */
  readonly connect: (port: Port, onSilence: () => void) => Link<A>
  /** Initializes a new process; resolves when it accepts calls. */
  readonly initialize: (link: Link<A>) => Promise<void>
  /** Called when it dies, before the restart. */
  readonly onDown: () => void
  /**
   * Called after each restart, or with the error when a start failed with its process.
   * @param deaths within a minute
   */
  readonly onDeath: (error: ColdpressError | undefined, deaths: number) => void
  readonly restarts?: RestartLimit | undefined
}

/** Limits restarts: a process that dies at once must not keep the machine busy. */
export type RestartLimit = { readonly most: number; readonly withinMs: number }

/** Of a process that does not run. */
export type Downtime = {
  readonly deaths: number
  /** What it said when its last start failed. */
  readonly error: ColdpressError | undefined
  /** Until the next start; undefined while one is under way. */
  readonly retryInMs: number | undefined
}

type ProcessInstance<A extends ProcessOperations<A>> = {
  readonly link: Link<A>
  readonly port: Port
  readonly ended: Promise<void>
}

const threeAMinute: RestartLimit = { most: 3, withinMs: 60_000 }
const closeTimeoutMs = 5_000

/**
 * Keeps a child process running. When it dies, its calls fail and it restarts, at most three times
 * a minute. Calls during a start wait for it. A failed start is retried each minute and, within the
 * limit, at each call.
 */
export class SupervisedProcess<A extends ProcessOperations<A>> {
  readonly #options: SupervisedProcessOptions<A>
  readonly #limit: RestartLimit
  #instance: ProcessInstance<A> | undefined
  #reviving: Promise<ProcessInstance<A>> | undefined
  #restarts: readonly number[] = []
  /** Why the last start failed. */
  #error: ColdpressError | undefined
  readonly #countDeath: () => number
  #deaths = 0
  /** When it is started again, by the clock of `performance`. */
  #retryAt: number | undefined
  #closed = false

  constructor(options: SupervisedProcessOptions<A>) {
    this.#options = options
    this.#limit = options.restarts ?? threeAMinute
    this.#countDeath = createDeathCount(this.#limit.withinMs)
  }

  /** First start; a failure is not retried. */
  async open(): Promise<void> {
    try {
      await this.#launch()
    } catch (error) {
      if (hasDied(error)) this.#report(error)
      throw error
    }
  }

  /** Runs work with the process, waiting for a start if necessary. */
  request<T>(work: (link: Link<A>) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(closed(this.#options.name))
    if (this.#instance !== undefined) return work(this.#instance.link)
    return this.#revive().then(({ link }) => work(link))
  }

  /** Whether it is running or starting. */
  get isUp(): boolean {
    return this.#instance !== undefined || this.#reviving !== undefined
  }

  /** Undefined while it runs, and once it was closed. */
  get downtime(): Downtime | undefined {
    if (this.#closed || this.#instance !== undefined) return undefined
    const at = this.#reviving === undefined ? this.#retryAt : undefined
    return {
      deaths: this.#deaths,
      error: this.#error,
      retryInMs: at === undefined ? undefined : Math.max(0, at - performance.now()),
    }
  }

  /** Waits a limited time for running calls, then ends the process. */
  async close(closeTimeout: (link: Link<A>) => Promise<void>): Promise<void> {
    this.#closed = true
    const instance = this.#instance ?? (await this.#reviving?.catch(() => undefined))
    if (instance === undefined) return
    const said = closeTimeout(instance.link).then(() => instance.link.idle())
    await Promise.race([said.catch(() => undefined), instance.ended, pause(closeTimeoutMs)])
    instance.port.kill()
    await Promise.race([instance.ended, pause(closeTimeoutMs)])
  }

  async #launch(): Promise<ProcessInstance<A>> {
    const { name, start, connect, initialize } = this.#options
    const port = start()
    const link = connect(port, () => port.kill())
    const ended = new Promise<void>((resolve) => {
      port.onExit((code) => {
        link.end(this.#closed ? closed(name) : died(name, code))
        resolve()
        if (this.#instance?.link === link) this.#onExit()
      })
    })
    try {
      await initialize(link)
    } catch (error) {
      port.kill()
      throw error
    }
    this.#instance = { link, port, ended }
    return this.#instance
  }

  #onExit(): void {
    this.#instance = undefined
    this.#options.onDown()
    if (this.#closed) return
    this.#deaths = this.#countDeath()
    this.#revive().catch((error: unknown) => {
      if (this.#closed) return
      this.#report(error)
      this.#tryLater()
    })
  }

  #report(error: unknown): void {
    this.#options.onDeath(asColdpressError(error, this.#options.name), this.#deaths)
  }

  #tryLater(): void {
    this.#retryAt = performance.now() + this.#limit.withinMs
    const timer = setTimeout(() => {
      if (!this.isUp && !this.#closed) this.#revive().catch(() => this.#tryLater())
    }, this.#limit.withinMs)
    timer.unref()
  }

  #revive(): Promise<ProcessInstance<A>> {
    this.#reviving ??= this.#startAgain().finally(() => {
      this.#reviving = undefined
    })
    return this.#reviving
  }

  async #startAgain(): Promise<ProcessInstance<A>> {
    for (;;) {
      this.#countRestart()
      try {
        const instance = await this.#launch()
        this.#error = undefined
        this.#retryAt = undefined
        this.#options.onDeath(undefined, this.#deaths)
        return instance
      } catch (error) {
        if (hasDied(error)) this.#deaths = this.#countDeath()
        else {
          // The process runs and says why it cannot work; a retry would not help.
          this.#error = asColdpressError(error, this.#options.name)
          throw this.#error
        }
      }
    }
  }

  /** @throws ColdpressError when the restart limit is reached */
  #countRestart(): void {
    const { name } = this.#options
    if (this.#closed) throw closed(name)
    const now = performance.now()
    this.#restarts = this.#restarts.filter((at) => now - at < this.#limit.withinMs)
    if (this.#restarts.length >= this.#limit.most) throw this.#error ?? tooOften(name)
    this.#restarts = [...this.#restarts, now]
  }
}

const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false })

export const peerOf = (name: string): string => `${name} process`

const died = (name: string, code: number): ColdpressError =>
  new ColdpressError(
    'internal',
    `The ${peerOf(name)} ended unexpectedly before it answered. Look whether the work was done, then try again.`,
    { details: { process: name, died: true, exit_code: code } },
  )

const hasDied = (error: unknown): boolean =>
  isColdpressError(error, 'internal') && error.details['died'] === true

const tooOften = (name: string): ColdpressError =>
  new ColdpressError(
    'internal',
    `The ${peerOf(name)} ended too often in a short time, so it is started again only in a minute. If it stays so, restart Coldpress.`,
    { details: { process: name } },
  )

const closed = (name: string): ColdpressError =>
  new ColdpressError('cancelled', `The ${peerOf(name)} was closed.`, { details: { process: name } })

const asColdpressError = (error: unknown, name: string): ColdpressError =>
  error instanceof ColdpressError
    ? error
    : new ColdpressError('internal', `The ${peerOf(name)} cannot be started. Restart Coldpress.`, {
        cause: error,
      })
