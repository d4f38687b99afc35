/**
 * Ends an exchange when nothing has moved for a while, or when the caller says so. A limit on the
 * whole would cut off a large upload on a slow line that is doing well.
 */
export class Deadline {
  readonly #idle = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #caller: AbortSignal
  readonly signal: AbortSignal

  constructor(timeoutMs: number, caller: AbortSignal) {
    this.#caller = caller
    this.signal = AbortSignal.any([caller, this.#idle.signal])
    this.#timer = setTimeout(() => this.#idle.abort(), timeoutMs)
  }

  /** Something moved: the time starts again. */
  progress(): void {
    this.#timer.refresh()
  }

  /** Why it ended, when it did. */
  get ended(): 'cancelled' | 'timeout' | undefined {
    if (this.#caller.aborted) return 'cancelled'
    return this.#idle.signal.aborted ? 'timeout' : undefined
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
