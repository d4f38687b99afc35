import { ColdpressError } from '#shared/errors.ts'
import type { Cid } from '../content/cid.ts'
import type { ContentStore } from '../content/store.ts'
import type { CheckProgress, PinCheck } from './check-pins.ts'
import type { Pinner, PinLabel } from './pinner.ts'

/** An image that could not be repaired, and why. */
export type Unrepaired = { readonly cid: Cid; readonly place: string; readonly message: string }

export type Repair = {
  /** Brought back to this computer from a target. */
  readonly restored: readonly Cid[]
  /** Sent to a target. */
  readonly sent: number
  readonly failed: readonly Unrepaired[]
}

export type RepairDeps = {
  readonly content: ContentStore
  /** Those that were checked. */
  readonly pinners: readonly Pinner[]
  /** Where damaged files may be read from. */
  readonly sources: readonly Pinner[]
  /** What an image is called at a target. */
  readonly labelOf?: ((cid: Cid) => PinLabel | undefined) | undefined
  readonly signal: AbortSignal
  /** Waited for before each file. */
  readonly pace?: ((signal: AbortSignal) => Promise<void>) | undefined
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined
}

/**
 * Repairs what a check has named: damaged files come back from a target that has them, then each
 * target gets what it lacks. What fails is named, and the others go on.
 */
export const repairPins = async (
  check: Pick<PinCheck, 'damaged' | 'places'>,
  deps: RepairDeps,
): Promise<Repair> => {
  const restored: Cid[] = []
  const failed: Unrepaired[] = []
  let sent = 0
  let done = 0
  const lacking = check.places.map(({ unpinned, incomplete }) => [...unpinned, ...incomplete])
  const total = check.damaged.length + lacking.reduce((sum, cids) => sum + cids.length, 0)
  const step = (): void => deps.onProgress?.({ done: (done += 1), total })

  for (const cid of check.damaged) {
    await deps.pace?.(deps.signal)
    if (await restore(cid, deps)) restored.push(cid)
    else failed.push({ cid, place: 'local', message: notRestored })
    step()
  }
  for (const [index, pinner] of deps.pinners.entries()) {
    for (const cid of lacking[index] ?? []) {
      await deps.pace?.(deps.signal)
      const message = await resend(pinner, cid, deps)
      if (message === undefined) sent += 1
      else failed.push({ cid, place: pinner.name, message })
      step()
    }
  }
  return { restored, sent, failed }
}

const notRestored = 'No place gave it back. Import its folder again, or store the file again.'

/** Whether some target gave back the bytes of this very CID. */
const restore = async (
  cid: Cid,
  { content, sources, signal }: Pick<RepairDeps, 'content' | 'sources' | 'signal'>,
): Promise<boolean> => {
  const limits = { signal, cid, maxBytes: content.maxBytesOf(cid) }
  for (const { read } of sources) {
    signal.throwIfAborted()
    try {
      const stored = await read?.(cid, signal, (bytes) => content.add(bytes, limits))
      if (stored !== undefined) return true
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ColdpressError)) throw error
    }
  }
  return false
}

/** @returns why it failed; an error that every image would meet is thrown */
const resend = async (
  pinner: Pinner,
  cid: Cid,
  { signal, labelOf }: Pick<RepairDeps, 'signal' | 'labelOf'>,
): Promise<string | undefined> => {
  try {
    await pinner.resend(cid, signal, labelOf?.(cid))
    return undefined
  } catch (error) {
    if (error instanceof ColdpressError && ofContent.has(error.code)) return error.message
    throw error
  }
}

const ofContent: ReadonlySet<string> = new Set(['not_found', 'too_large', 'corrupt'])
