import type { Cid } from '../content/cid.ts'

/** Somewhere that keeps content available under its CID. */
export interface Pinner {
  /** What a person calls it: `local`, `kubo`. */
  readonly name: string
  /**
   * Makes sure that the content is kept. Uploads it from the content store when the place has it
   * not yet, and checks that the place names it as we do. Safe to repeat after any error.
   * @throws ColdpressError `not_found` (not in the content store), `unauthorized`, `rate_limited`,
   * `unreachable`, `timeout`, `service_error`, `cancelled`.
   */
  pin(cid: Cid, signal: AbortSignal): Promise<void>
  /** Asks the place, never our own records. @throws as {@link Pinner.pin}. */
  isPinned(cid: Cid, signal: AbortSignal): Promise<boolean>
  /** Whether the place answers and accepts our credentials. @throws as {@link Pinner.pin}. */
  test(signal: AbortSignal): Promise<void>
}
