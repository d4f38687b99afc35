import { ColdpressError } from '#shared/errors.ts'
import type { AgePair } from './age.ts'

/** A Node timer set for longer fires at once. */
const longestIdleMs = 24 * 24 * 60 * 60_000

/**
 * The opened identity while the vault is unlocked. Wiped when told to, and when it lies unused for
 * `idleMs`, unless that is Infinity. The timer alone is not enough: timers stand still while a machine sleeps, so every
 * look compares the clock as well.
 */
export class HeldIdentity {
  readonly #now: () => Date
  readonly #onWipe: (() => void) | undefined
  #idleMs: number
  #pair: AgePair | undefined
  #usedAt = 0
  #timer: NodeJS.Timeout | undefined
  #wipes = 0

  /** @throws ColdpressError `invalid` for an idle time that no timer keeps */
  constructor(idleMs: number, now: () => Date, onWipe?: () => void) {
    this.#idleMs = checkedIdle(idleMs)
    this.#now = now
    this.#onWipe = onWipe
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
    const held = this.#pair
    held?.identity.wipe()
    this.#pair = undefined
    this.#wipes += 1
    if (held !== undefined) this.#onWipe?.()
  }

  /**
   * The time that it lay unused already counts.
   * @throws ColdpressError `invalid`; the idle time then stays as it was
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
