import type { Cid } from '../content/cid.ts'

/**
 * Identity of a place: two nodes behind one address are two places. `peer` is empty where the place
 * does not say which node it is.
 */
export type PinPlace = { readonly kind: string; readonly url: string; readonly peer: string }

/** What a person finds a pin by. */
export type PinLabel = { readonly collection: string; readonly token: string }

/**
 * `sound`: pinned, and the place gave back the bytes. `unread`: pinned, but the place does not let
 * its content be read. `incomplete`: pinned, but the place lacks some of the blocks.
 */
export const pinStates = ['sound', 'unread', 'incomplete', 'unpinned'] as const
export type PinState = (typeof pinStates)[number]

/** One place that keeps content available under its CID. */
export interface Pinner {
  /** Its name for people: `local`, `kubo`. */
  readonly name: string
  /** This computer alone: nobody else can open what it keeps. */
  readonly isLocal?: true
  /** Asks the place once. @throws as {@link Pinner.pin}. */
  place(signal: AbortSignal): Promise<PinPlace>
  /**
   * Makes sure that the place keeps the content: uploads it from the content store if necessary,
   * and checks that the place's CID is the same. Safe to repeat after any error.
   * @throws ColdpressError `not_found` (not in the content store), `too_large`, `unauthorized`,
   * `rate_limited`, `unreachable`, `timeout`, `service_error`, `cancelled`; those that a repetition
   * cannot help have `details.final`, see `final-error.ts`.
   */
  pin(cid: Cid, signal: AbortSignal, label?: PinLabel): Promise<void>
  /** Uploads the content also where the place has it pinned, because blocks are missing there. */
  resend(cid: Cid, signal: AbortSignal, label?: PinLabel): Promise<void>
  /** Those that the place has pinned. It is asked, not local records. @throws as {@link Pinner.pin}. */
  pinned(cids: readonly Cid[], signal: AbortSignal): Promise<ReadonlySet<Cid>>
  /** Has the place read the content where it can. @throws as {@link Pinner.pin}. */
  state(cid: Cid, signal: AbortSignal): Promise<PinState>
  /** Passes on the bytes as the place has them, unchecked; absent where it does not give them. */
  readonly read?: <T>(
    cid: Cid,
    signal: AbortSignal,
    take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
  ) => Promise<T>
  /** Whether the place answers and accepts our credentials. @throws as {@link Pinner.pin}. */
  test(signal: AbortSignal): Promise<void>
  /** Adds, lists and reads a small file, and removes it. Absent where that costs money. */
  readonly prove?: (signal: AbortSignal) => Promise<void>
}
