import type { AdoptedAt } from '#contract/adoptions/calls.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import type { AnyCid, Cid } from '#media/content/cid.ts'
import { finalFor, isOfTarget } from '#media/pinning/final-error.ts'
import type { ArchivePinner, Pinner, PinLabel } from '#media/pinning/pinner.ts'
import type { PinSet } from '#media/pinning/pin-set.ts'
import type { AdoptionJournal } from './journal.ts'

const filesAtOnce = 4
/** Whole collections can be in one archive. */
const archivesAtOnce = 2

export type PinContentOptions = {
  readonly files: readonly Cid[]
  readonly archives: readonly AnyCid[]
  readonly pins: PinSet
  readonly journal: Pick<AdoptionJournal, 'notePinning' | 'notePinned' | 'wasPinned'>
  readonly labelOf: (cid: AnyCid) => PinLabel | undefined
  readonly signal: AbortSignal
  /** One file at all targets more, or one archive at one of them. */
  readonly onProgress: () => void
}

/** Pins what was kept at each target. Each is asked first, so that nothing is sent twice. */
export const pinContent = async (options: PinContentOptions): Promise<readonly AdoptedAt[]> => {
  const { files, pins } = options
  const error = await pinFiles(options)
  const holdings = pins.holdings(files)
  const places: AdoptedAt[] = []
  for (const [at, pinner] of pins.pinners.entries()) {
    const { held, error: ofFiles } = holdings[at] ?? { held: 0, error: null }
    const archives = await pinArchives(pinner, options)
    places.push({
      place: pinner.name,
      held: held + archives.held,
      untaken: archives.untaken,
      repinned: archives.repinned,
      error: ofFiles ?? (held < files.length ? error : null) ?? archives.error,
    })
  }
  return places
}

/** @returns why it ended early; null when every file was tried */
const pinFiles = async (options: PinContentOptions): Promise<string | null> => {
  const { files, pins, labelOf, signal, onProgress } = options
  try {
    await pins.ask(files, signal)
    await inParallel(files, filesAtOnce, async (cid) => {
      try {
        await pins.pin(cid, signal, labelOf(cid))
      } catch (error) {
        // the target's own error is in its holdings
        if (finalFor(error) !== 'image') throw error
      }
      onProgress()
    })
    return null
  } catch (error) {
    return messageUnlessAborted(error, signal)
  }
}

type ArchivesAt = Omit<AdoptedAt, 'place'>

const none: ArchivesAt = { held: 0, untaken: 0, repinned: 0, error: null }

const pinArchives = async (pinner: Pinner, options: PinContentOptions): Promise<ArchivesAt> => {
  const { archives, signal } = options
  if (archives.length === 0) return none
  if (pinner.archives === undefined)
    return {
      ...none,
      untaken: archives.length,
      error: `${pinner.name} takes whole files alone. Pin these at a Kubo node or at Filebase, which take archives, or at a pinning service, which fetches them by CID.`,
    }
  let [held, repinned] = [0, 0]
  let failed: string | null = null
  try {
    const pinOne = await archivePinning(pinner, pinner.archives, options)
    await inParallel(archives, archivesAtOnce, async (cid) => {
      const { error, wasLost } = await pinOne(cid)
      if (error === null) {
        held += 1
        if (wasLost) repinned += 1
      } else failed ??= error
      options.onProgress()
    })
  } catch (error) {
    failed = messageUnlessAborted(error, signal)
  }
  return { held, untaken: 0, repinned, error: failed }
}

type PinnedArchive = { readonly error: string | null; readonly wasLost: boolean }

/** Pins one archive. An error that every archive would meet is thrown, others are answered. */
const archivePinning = async (
  pinner: Pinner,
  archives: ArchivePinner,
  { journal, labelOf, signal }: PinContentOptions,
): Promise<(cid: AnyCid) => Promise<PinnedArchive>> => {
  const target = await pinner.identify(signal)
  return async (cid) => {
    let wasLost = false
    try {
      if (!(await archives.isPinned(cid, signal))) {
        wasLost = journal.wasPinned(cid, target)
        journal.notePinning(cid, target)
        await archives.pin(cid, signal, labelOf(cid))
      }
      journal.notePinned(cid, target)
      return { error: null, wasLost }
    } catch (error) {
      if (isColdpressError(error) && isOfTarget(error)) throw error
      return { error: messageUnlessAborted(error, signal), wasLost }
    }
  }
}

/** @throws an error that is no ColdpressError, and when the work was cancelled */
const messageUnlessAborted = (error: unknown, signal: AbortSignal): string => {
  signal.throwIfAborted()
  if (isColdpressError(error)) return error.message
  throw error
}
