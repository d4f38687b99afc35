import { ColdpressError, isColdpressError } from '#shared/errors.ts'

type DriveLimits = {
  /** Calls at once. Each takes one of the four threads that Node has for files and names of hosts. */
  readonly atOnce: number
  /** A disk that was asleep takes ten seconds. */
  readonly timeoutMs: number
}

export type DriveCall = {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

type Waiting = { readonly start: () => void; readonly refuse: (error: unknown) => void }

/**
 * Calls to the user's own folders. These may lie on a drive whose other end is gone: then a call
 * neither fails nor returns, and nothing can end it. Each is given up after a while, or at once when
 * it is cancelled. What was given up still holds its thread, so no more calls are made than leave a
 * thread for the data folder.
 */
export class DriveReads {
  readonly #limits: DriveLimits
  /** Paths of calls that were given up and have not returned. */
  readonly #silent: string[] = []
  #running = 0
  #waiting: Waiting[] = []

  constructor(limits: Partial<DriveLimits> = {}) {
    this.#limits = { atOnce: 3, timeoutMs: 20_000, ...limits }
  }

  /** Calls that were given up and have not returned yet. */
  get unanswered(): number {
    return this.#silent.length
  }

  /**
   * @param onLate gets what a call brings that was given up, such as a descriptor to close
   * @throws ColdpressError `timeout` with the rule `drive_silent`; the signal's reason once aborted;
   * what the call throws
   */
  async read<T>(
    path: string,
    call: () => Promise<T>,
    { signal, timeoutMs = this.#limits.timeoutMs }: DriveCall = {},
    onLate: (late: T) => void = () => undefined,
  ): Promise<T> {
    signal?.throwIfAborted()
    this.#refuseWhereSilent()
    if (this.#running < this.#limits.atOnce) this.#running += 1
    else await this.#turn(signal)
    if (signal?.aborted === true) this.#release()
    signal?.throwIfAborted()
    const work = call()
    return await new Promise<T>((resolve, reject) => {
      let isGivenUp = false
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const giveUp = (error: unknown): void => {
        isGivenUp = true
        end()
        this.#silent.push(path)
        reject(error)
      }
      const onAbort = (): void => giveUp(signal?.reason)
      const timer = setTimeout(() => {
        giveUp(silentFor(path, timeoutMs))
        if (this.#silent.length >= this.#limits.atOnce) this.#refuseWaiting()
      }, timeoutMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      const settle = (act: () => void): void => {
        this.#release()
        if (isGivenUp) this.#silent.splice(this.#silent.indexOf(path), 1)
        else end()
        act()
      }
      work.then(
        (value) => settle(() => (isGivenUp ? onLate(value) : resolve(value))),
        (error: unknown) => settle(() => reject(error)),
      )
    })
  }

  #release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next.start()
  }

  /** Waits for a call to return; its room is this one's then. */
  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', onAbort)
          reject(error)
        },
      }
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(waiting)
    })
  }

  /** All threads that it may use are held: another call would have to wait for the drive. */
  #refuseWhereSilent(): void {
    const [path] = this.#silent
    if (path !== undefined && this.#silent.length >= this.#limits.atOnce) throw stillSilent(path)
  }

  #refuseWaiting(): void {
    const [path = ''] = this.#silent
    for (const { refuse } of this.#waiting.splice(0)) refuse(stillSilent(path))
  }
}

/** Those of this process. */
export const driveReads = new DriveReads()

const rule = 'drive_silent'

export const isDriveSilent = (error: unknown): error is ColdpressError =>
  isColdpressError(error) && error.details['rule'] === rule

const silentFor = (path: string, timeoutMs: number): ColdpressError =>
  new ColdpressError(
    'timeout',
    `The drive with ${path} has not answered for ${timeoutMs / 1000} seconds. Check the drive and its connection, then try again: what was done is kept.`,
    { details: { rule, path } },
  )

const stillSilent = (path: string): ColdpressError =>
  new ColdpressError(
    'timeout',
    `The drive with ${path} still does not answer, so no more files are read. Reconnect the drive or restart Coldpress, then try again: what was done is kept.`,
    { details: { rule, path } },
  )
