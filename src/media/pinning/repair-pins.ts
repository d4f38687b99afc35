import { type ErrorRecord, errorRecordOf, recordText } from '#values/errors/error-record.ts'
import { ColdpressError, type ErrorCode, isColdpressError } from '#values/errors/errors.ts'
import type { Cid } from '../content/cid.ts'
import type { ContentStore } from '../content/store.ts'
import type { PinCheckProgress, PinCheck } from './check-pins.ts'
import { finalFor, isOfTarget } from './final-error.ts'
import type { Pinner, PinLabel } from './pinner.ts'

/** An image that could not be repaired, and why. */
export type Unrepaired = ErrorRecord & { readonly cid: Cid; readonly place: string }

/** A pin target that was left before all of its images were tried, and why. */
export type LeftTarget = ErrorRecord & { readonly place: string }

export type Repair = {
  /** Brought back to this computer from a target. */
  readonly restored: readonly Cid[]
  /** Sent to a target. */
  readonly sent: number
  readonly failed: readonly Unrepaired[]
  readonly left: readonly LeftTarget[]
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
  readonly onProgress?: ((progress: PinCheckProgress) => void) | undefined
}

/**
 * Repairs what a check has named: damaged files come back from a target that has them, then each
 * target gets what it lacks. An image that fails is named, and the others go on. A target that
 * fails for all of them is left, and the other targets go on.
 */
export const repairPins = async (
  check: Pick<PinCheck, 'damaged' | 'places'>,
  deps: RepairDeps,
): Promise<Repair> => {
  const restored: Cid[] = []
  const failed: Unrepaired[] = []
  const left: LeftTarget[] = []
  let sent = 0
  let done = 0
  const lacking = check.places.map(({ unpinned, incomplete }) => [...unpinned, ...incomplete])
  const total = check.damaged.length + lacking.reduce((sum, cids) => sum + cids.length, 0)
  const step = (): void => deps.onProgress?.({ done: (done += 1), total })

  for (const cid of check.damaged) {
    await deps.pace?.(deps.signal)
    if (await restore(cid, deps)) restored.push(cid)
    else failed.push({ cid, place: 'local', code: 'not_found', message: notRestored })
    step()
  }
  for (const [index, pinner] of deps.pinners.entries()) {
    const at = await resendAll(pinner, lacking[index] ?? [], deps, step)
    sent += at.sent
    failed.push(...at.failed)
    if (at.left !== undefined) left.push({ place: pinner.name, ...errorRecordOf(at.left) })
  }
  return { restored, sent, failed, left }
}

/** A sentence for each image that failed and each pin target that was left, with its own words. */
export const repairErrors = ({
  failed,
  left,
}: Pick<Repair, 'failed' | 'left'>): readonly string[] => [
  ...failed.map(({ cid, place, ...error }) => `${cid} (${place}): ${recordText(error)}`),
  ...left.map(({ place, ...error }) => `${place}: ${recordText(error)}`),
]

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

/** As many images in a row whose errors may have any cause: then it is not the images. */
const mostInARow = 5

/** Sends a target what it lacks, until an error shows that it takes nothing. */
const resendAll = async (
  pinner: Pinner,
  cids: readonly Cid[],
  deps: RepairDeps,
  step: () => void,
): Promise<Pick<Repair, 'sent' | 'failed'> & { readonly left?: ColdpressError }> => {
  const failed: Unrepaired[] = []
  let sent = 0
  let inARow = 0
  for (const cid of cids) {
    await deps.pace?.(deps.signal)
    const error = await resend(pinner, cid, deps)
    step()
    if (error === undefined) {
      sent += 1
      inARow = 0
      continue
    }
    if (!isOfContent(error)) inARow += 1
    if (isOfTarget(error) || inARow === mostInARow) return { sent, failed, left: error }
    failed.push({ cid, place: pinner.name, ...errorRecordOf(error) })
  }
  return { sent, failed }
}

/** @returns why it failed */
const resend = async (
  pinner: Pinner,
  cid: Cid,
  { signal, labelOf }: Pick<RepairDeps, 'signal' | 'labelOf'>,
): Promise<ColdpressError | undefined> => {
  try {
    await pinner.resend(cid, signal, labelOf?.(cid))
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    if (!isColdpressError(error) || error.code === 'cancelled') throw error
    return error
  }
}

const ofContent: ReadonlySet<ErrorCode> = new Set(['not_found', 'too_large', 'corrupt'])

/** Whether the error is about this image, however many more of them come. */
const isOfContent = (error: ColdpressError): boolean =>
  finalFor(error) === 'image' || ofContent.has(error.code)
