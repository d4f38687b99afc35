import { ColdpressError } from '#values/errors/errors.ts'
import type { AgePair } from './age.ts'

/** Node fires a longer timer immediately. */
const longestIdleMs = 24 * 24 * 60 * 60_000

/**
 * The opened identity of an unlocked vault. Wiped on lock and after `idleMs` without use (never for
 * Infinity). Timers stop while a machine sleeps, so every access compares the clock too.
 */
export class HeldIdentity {
  readonly #now: () => Date
  readonly #onWipe: (() => void) | undefined
  #idleMs: number
  #pair: AgePair | undefined
  #usedAt = 0
  #timer: NodeJS.Timeout | undefined
  #wipes = 0

  /** @throws ColdpressError `invalid` for an idle time outside a timer's range */
  constructor(idleMs: number, now: () => Date, onWipe?: () => void) {
    this.#idleMs = checkedIdle(idleMs)
    this.#now = now
    this.#onWipe = onWipe
  }

  /** Counts wipes: a caller that opens an identity detects a lock in between. */
  get wipes(): number {
    return this.#wipes
  }

  /** Takes ownership of the identity. */
  hold(pair: AgePair): void {
    this.#pair?.identity.wipe()
    this.#pair = pair
    this.#restart()
  }

  /** Returns the identity without counting as use. */
  peek(): AgePair | undefined {
    if (this.#pair !== undefined && this.#now().getTime() - this.#usedAt >= this.#idleMs)
      this.wipe()
    return this.#pair
  }

  /** Returns the identity for immediate use; copy what is needed before any await. */
  use(): AgePair | undefined {
    const pair = this.peek()
    if (pair !== undefined) this.#restart()
    return pair
  }

  wipe(): void {
    clearTimeout(this.#timer)
    const held = this.#pair
    held?.identity.wipe()
    this.#pair = undefined
    this.#wipes += 1
    if (held !== undefined) this.#onWipe?.()
  }

  /**
   * Changes the idle time; past idle time counts.
   * @throws ColdpressError `invalid`; nothing changes then
   */
  setIdle(idleMs: number): void {
    this.#idleMs = checkedIdle(idleMs)
    if (this.peek() !== undefined) this.#startTimer(this.#usedAt + idleMs - this.#now().getTime())
  }

  #restart(): void {
    this.#usedAt = this.#now().getTime()
    this.#startTimer(this.#idleMs)
  }

  #startTimer(ms: number): void {
    clearTimeout(this.#timer)
    if (ms === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => this.wipe(), ms)
    this.#timer.unref()
  }
}

const checkedIdle = (idleMs: number): number => {
  if (idleMs === Number.POSITIVE_INFINITY) return idleMs
  if (Number.isInteger(idleMs) && idleMs >= 1 && idleMs <= longestIdleMs) return idleMs
  throw new ColdpressError(
    'invalid',
    'The idle time until the vault locks itself must be whole milliseconds, from 1 up to 24 days, or Infinity for never.',
    { details: { field: 'autoLockMs' } },
  )
}
