import type { Cid } from '../content/cid.ts'

/** A service that keeps content available under its CID. */
export interface Pinner {
  /** Its name for people: `local`, `kubo`. */
  readonly name: string
  /**
   * Makes sure that the target keeps the content: uploads it from the content store if necessary,
   * and checks that the target's CID is the same. Safe to repeat after any error.
   * @throws ColdpressError `not_found` (not in the content store), `unauthorized`, `rate_limited`,
   * `unreachable`, `timeout`, `service_error`, `cancelled`.
   */
  pin(cid: Cid, signal: AbortSignal): Promise<void>
  /** Asks the target, not local records. @throws as {@link Pinner.pin}. */
  isPinned(cid: Cid, signal: AbortSignal): Promise<boolean>
  /** Whether the target answers and accepts our credentials. @throws as {@link Pinner.pin}. */
  test(signal: AbortSignal): Promise<void>
}
