import type { AgePair } from './age.ts'

/**
 * The opened identity while the vault is unlocked. Wiped when told to, and when it lies unused for
 * `idleMs`. The timer alone is not enough: timers stand still while a machine sleeps, so every
 * look compares the clock as well.
 */
export class HeldIdentity {
  readonly #idleMs: number
  readonly #now: () => Date
  #pair: AgePair | undefined
  #usedAt = 0
  #timer: NodeJS.Timeout | undefined
  #wipes = 0

  constructor(idleMs: number, now: () => Date) {
    this.#idleMs = idleMs
    this.#now = now
  }

  /** How often it was wiped: who opens an identity sees by it whether a lock came in between. */
  get wipes(): number {
    return this.#wipes
  }

  /** Takes the identity over. */
  hold(pair: AgePair): void {
    this.#pair?.identity.wipe()
    this.#pair = pair
    this.#restart()
  }

  /** The identity without counting as use. */
  peek(): AgePair | undefined {
    if (this.#pair !== undefined && this.#now().getTime() - this.#usedAt >= this.#idleMs)
      this.wipe()
    return this.#pair
  }

  /** The identity for use right now: the caller must take what it needs before it awaits. */
  use(): AgePair | undefined {
    const pair = this.peek()
    if (pair !== undefined) this.#restart()
    return pair
  }

  wipe(): void {
    clearTimeout(this.#timer)
    this.#pair?.identity.wipe()
    this.#pair = undefined
    this.#wipes += 1
  }

  #restart(): void {
    this.#usedAt = this.#now().getTime()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wipe(), this.#idleMs)
    this.#timer.unref()
  }
}
