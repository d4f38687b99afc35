import { ColdpressError } from '#values/errors/errors.ts'

type Waiting = {
  readonly settled: Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (because: ColdpressError) => void
  readonly clock: NodeJS.Timeout
}

/** Calls that wait for an answer, by number. */
export class Pending {
  readonly #peer: string
  readonly #onSilence: (() => void) | undefined
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #heard = 0
  #over: ColdpressError | undefined

  constructor(peer: string, onSilence: (() => void) | undefined) {
    this.#peer = peer
    this.#onSilence = onSilence
  }

  /** Registers a call; `request` posts it under the given number. */
  async wait(timeoutMs: number, request: (id: number) => void): Promise<unknown> {
    if (this.#over !== undefined) throw this.#over
    this.#lastId += 1
    const id = this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const receivedBefore = this.#heard
    const clock = setTimeout(() => {
      if (this.#heard === receivedBefore) this.#onSilence?.()
      reject(tooSlow(this.#peer))
    }, timeoutMs)
    clock.unref()
    this.#waiting.set(id, { settled: promise, resolve, reject, clock })
    try {
      request(id)
      return await promise
    } finally {
      clearTimeout(clock)
      this.#waiting.delete(id)
    }
  }

  /** Any message shows that the process is alive. */
  noteMessage(): void {
    this.#heard += 1
  }

  /** @returns false if no call waits for it */
  answer(id: number, value: unknown): boolean {
    const waiting = this.#waiting.get(id)
    waiting?.resolve(value)
    return waiting !== undefined
  }

  fail(id: number, because: ColdpressError): void {
    this.#waiting.get(id)?.reject(because)
  }

  /** Resolves when no call is waiting. */
  async idle(): Promise<void> {
    while (this.#waiting.size > 0)
      await Promise.allSettled([...this.#waiting.values()].map(({ settled }) => settled))
  }

  end(because: ColdpressError): void {
    this.#over ??= because
    for (const { reject } of this.#waiting.values()) reject(because)
  }
}

const tooSlow = (peer: string): ColdpressError =>
  new ColdpressError(
    'timeout',
    `The ${peer} does not answer. Try again; if it stays so, restart Coldpress.`,
  )
