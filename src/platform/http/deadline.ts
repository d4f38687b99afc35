/**
 * Ends an exchange after a time without progress, or when the caller cancels. A limit on the whole
 * would cut off a large upload over a slow connection.
 */
export class Deadline {
  readonly #idle = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #caller: AbortSignal
  readonly signal: AbortSignal

  constructor(timeoutMs: number, caller: AbortSignal) {
    this.#caller = caller
    this.signal = AbortSignal.any([caller, this.#idle.signal])
    const idle = new DOMException('Nothing arrived any more.', 'TimeoutError')
    this.#timer = setTimeout(() => this.#idle.abort(idle), timeoutMs)
  }

  /** Progress: restarts the time. */
  progress(): void {
    this.#timer.refresh()
  }

  /** Passes the bytes on; each piece is progress. */
  async *progressing(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.progress()
      yield chunk
    }
  }

  /** The reason, once it has ended. */
  get ended(): 'cancelled' | 'timeout' | undefined {
    if (this.#caller.aborted) return 'cancelled'
    return this.#idle.signal.aborted ? 'timeout' : undefined
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
