import type { AnyCid, Cid } from '../content/cid.ts'
import type { FolderFile } from '../content/folder.ts'

/**
 * Tells pin targets apart: two nodes behind one address are two. `peer` is empty where the target
 * does not say which node it is.
 */
export type PinTargetIdentity = {
  readonly kind: string
  readonly url: string
  readonly peer: string
}

/** What a person finds a pin by. */
export type PinLabel = { readonly collection: string; readonly token: string }

/**
 * `sound`: pinned, and the target gave back the bytes. `unread`: pinned, but the target does not let
 * its content be read. `incomplete`: pinned, but the target lacks some of the blocks.
 */
export const pinStates = ['sound', 'unread', 'incomplete', 'unpinned'] as const
export type PinState = (typeof pinStates)[number]

/** Pins content of others, of which Coldpress has the blocks and no whole file. */
export interface ArchivePinner {
  /** Whether the target has it pinned. It is asked, not local records. @throws as {@link Pinner.pin}. */
  isPinned(cid: AnyCid, signal: AbortSignal): Promise<boolean>
  /** Has the target keep all blocks; does not ask whether it does already. @throws as {@link Pinner.pin}. */
  pin(cid: AnyCid, signal: AbortSignal, label?: PinLabel): Promise<void>
}

/** A folder of files that a pin target has, for its own view of files. */
export type PinnedFolder = {
  /** Absolute, in that view. */
  readonly path: string
  /** Of its pin. */
  readonly name: string
  readonly files: readonly FolderFile[]
  readonly onFile?: (() => void) | undefined
}

/** Who says in the network that they have some content. */
export type Providers = {
  /** Whether the pin target itself does. */
  readonly isAnnounced: boolean
  /** More than twenty are not counted. */
  readonly others: number
}

/** One pin target, which keeps content available under its CID. */
export interface Pinner {
  /** Its name for people: `local`, `kubo`. */
  readonly name: string
  /** This computer alone: nobody else can open what it keeps. */
  readonly isLocal?: true
  /** Asks the target once. @throws as {@link Pinner.pin}. */
  identify(signal: AbortSignal): Promise<PinTargetIdentity>
  /**
   * Makes sure that the target keeps the content: uploads it from the content store if necessary,
   * and checks that the target's CID is the same. Safe to repeat after any error.
   * @throws ColdpressError `not_found` (not in the content store), `too_large`, `unauthorized`,
   * `rate_limited`, `unreachable`, `timeout`, `service_error`, `cancelled`; those that a repetition
   * cannot help have `details.final`, see `final-error.ts`.
   */
  pin(cid: Cid, signal: AbortSignal, label?: PinLabel): Promise<void>
  /** Uploads the content also where the target has it pinned, because blocks are missing there. */
  resend(cid: Cid, signal: AbortSignal, label?: PinLabel): Promise<void>
  /** Those that the target has pinned. It is asked, not local records. @throws as {@link Pinner.pin}. */
  pinned(cids: readonly Cid[], signal: AbortSignal): Promise<ReadonlySet<Cid>>
  /** Has the target read the content where it can. @throws as {@link Pinner.pin}. */
  state(cid: Cid, signal: AbortSignal): Promise<PinState>
  /** Passes on the bytes as the target has them, unchecked; absent where it does not give them. */
  readonly read?: <T>(
    cid: Cid,
    signal: AbortSignal,
    take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
  ) => Promise<T>
  /** Absent where the target takes whole files alone. */
  readonly archives?: ArchivePinner
  /** Whether the target answers and accepts our credentials. @throws as {@link Pinner.pin}. */
  test(signal: AbortSignal): Promise<void>
  /** Puts files that it has pinned into a folder. @returns the folder's CID, as the target names it */
  readonly makeFolder?: (folder: PinnedFolder, signal: AbortSignal) => Promise<string>
  /** Asks the network who has some content, so strangers learn of it. @returns undefined: it is offline */
  readonly findProviders?: (cid: AnyCid, signal: AbortSignal) => Promise<Providers | undefined>
  /** Adds, lists and reads a small file, and removes it. Absent where that costs money. */
  readonly prove?: (signal: AbortSignal) => Promise<void>
}
