import { platformErrors } from '#values/errors/platform-errors.ts'
import { errorBy, isErrorBy } from '#values/errors/error-rules.ts'
import { open } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import type { ColdpressError } from '#values/errors/errors.ts'
import { driveError } from './access-reason.ts'
import { poolThreads } from './thread-pool.ts'

type DriveLimits = {
  /**
   * Calls at once, each of which takes a thread of the pool. With six, a thread has its next call when
   * it is done with one; with three it sleeps and is woken, which takes three times as long.
   */
  readonly atOnce: number
  /** A disk that was asleep takes ten seconds. */
  readonly timeoutMs: number
}

export type DriveCall = {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

/** Of four threads one is left for the data folder, of eight two. */
const threadsForDrives = Math.max(1, Math.floor(poolThreads * 0.75))

/** Short calls, such as those for the details of a file, that one turn makes before others have theirs. */
const callsOfTurn = 64

/** What the work of a turn calls before each call after its first. @throws what it was given up with */
type Continue = (path: string) => void

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
    this.#limits = { atOnce: threadsForDrives, timeoutMs: 20_000, ...limits }
  }

  /** Calls that were given up and have not returned yet. */
  get unanswered(): number {
    return this.#silent.length
  }

  /**
   * @param onLate gets what a call brings that was given up, such as a descriptor to close
   * @throws ColdpressError `timeout` with the rule `drive_silent`, `invalid` with `drive_fault`; the
   * signal's reason once aborted; what the call throws
   */
  read<T>(
    path: string,
    call: () => Promise<T>,
    options: DriveCall = {},
    onLate: (late: T) => void = () => undefined,
  ): Promise<T> {
    return this.#inTurn(path, call, options, onLate)
  }

  /**
   * The answers for all paths, in their order: for thousands, each of which as a call of {@link read} would cost
   * more than the system does. One turn makes many, one after the other, so that no more threads are taken.
   * @throws as {@link read}; each call has its own time
   */
  async readEach<T>(
    paths: readonly string[],
    call: (path: string) => Promise<T>,
    options: DriveCall = {},
  ): Promise<T[]> {
    const answers: T[] = []
    let next = 0
    const workOff = async (): Promise<void> => {
      while (next < paths.length)
        await this.#inTurn(
          paths[next] ?? '',
          async (goOn) => {
            for (let calls = 0; calls < callsOfTurn && next < paths.length; calls += 1) {
              const at = next
              const path = paths[at] ?? ''
              next += 1
              if (calls > 0) goOn(path)
              answers[at] = await call(path)
            }
          },
          options,
        )
    }
    try {
      await Promise.all(Array.from({ length: this.#limits.atOnce }, workOff))
    } finally {
      next = paths.length
    }
    return answers
  }

  async #inTurn<T>(
    path: string,
    call: (goOn: Continue) => Promise<T>,
    { signal, timeoutMs = this.#limits.timeoutMs }: DriveCall,
    onLate: (late: T) => void = () => undefined,
  ): Promise<T> {
    signal?.throwIfAborted()
    this.#refuseWhereSilent()
    if (this.#running < this.#limits.atOnce) this.#running += 1
    else await this.#turn(signal)
    if (signal?.aborted === true) this.#release()
    signal?.throwIfAborted()
    return await new Promise<T>((resolve, reject) => {
      let current = path
      let givenUp: { readonly error: unknown } | undefined
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const giveUp = (error: unknown): void => {
        givenUp = { error }
        end()
        this.#silent.push(current)
        reject(error)
      }
      const onAbort = (): void => giveUp(signal?.reason)
      const timer = setTimeout(() => {
        giveUp(silentFor(current, timeoutMs))
        if (this.#silent.length >= this.#limits.atOnce) this.#refuseWaiting()
      }, timeoutMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      const settle = (act: () => void): void => {
        this.#release()
        if (givenUp === undefined) end()
        else this.#silent.splice(this.#silent.indexOf(current), 1)
        act()
      }
      const goOn = (next: string): void => {
        if (givenUp !== undefined) throw givenUp.error
        current = next
        timer.refresh()
      }
      call(goOn).then(
        (value) => settle(() => (givenUp === undefined ? resolve(value) : onLate(value))),
        (error: unknown) => settle(() => reject(driveError(current, error))),
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

export const isDriveSilent = (error: unknown): error is ColdpressError =>
  isErrorBy(error, platformErrors, 'drive_silent')

const silentFor = (path: string, timeoutMs: number): ColdpressError =>
  errorBy(
    platformErrors,
    'drive_silent',
    { path },
    `The drive with ${path} has not answered for ${timeoutMs / 1000} seconds. Check the drive and its connection, then try again: what was done is kept.`,
  )

const stillSilent = (path: string): ColdpressError =>
  errorBy(
    platformErrors,
    'drive_silent',
    { path },
    `The drive with ${path} still does not answer, so no more files are read. Reconnect the drive or restart Coldpress, then try again: what was done is kept.`,
  )

/** Enough where another process has already waited for the same file. */
const askAgainMs = 5_000

/** The error of a file's drive, if that is why nothing comes of the file. */
export const silentDrive = async (path: string): Promise<ColdpressError | undefined> => {
  try {
    await driveReads.read(path, () => readFirstByte(path), { timeoutMs: askAgainMs })
    return undefined
  } catch (error) {
    return isDriveSilent(error) ? error : undefined
  }
}

const readFirstByte = async (path: string): Promise<void> => {
  const file = await open(path)
  try {
    await file.read(Buffer.alloc(1), 0, 1, 0)
  } finally {
    await file.close()
  }
}

/**
 * Ends this process with its exit code. Node would wait for its threads, and one may never return: it
 * asks a silent drive, or compiles for V8 and waits for a collection of garbage that the ending main
 * thread no longer makes (nodejs/node issue 54918). So the process is replaced by one that ends at once.
 */
export const endProcess = (): void => {
  if (process.platform !== 'win32' && process.execve !== undefined) {
    process.emit('exit', Number(process.exitCode ?? 0))
    // Node keeps what it has compiled when it ends by itself.
    flushCompileCache()
    process.execve('/bin/sh', ['sh', '-c', `exit ${Number(process.exitCode ?? 0)}`], {})
  }
  process.exit()
}
