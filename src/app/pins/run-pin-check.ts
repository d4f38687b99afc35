import type { PinCheckResult } from '#contract/pins/pin-target.ts'
import { errorRecordOf } from '#values/errors/error-record.ts'
import type { Cid } from '#media/content/cid.ts'
import {
  checkPins,
  type PinCheckProgress,
  lackingFiles,
  type PinCheck,
  recheckPins,
  samplePins,
} from '#media/pinning/check-pins.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { PinSet } from '#media/pinning/pin-set.ts'
import type { PinTargets } from '#media/pinning/pin-targets.ts'
import { type Repair, repairErrors, repairPins } from '#media/pinning/repair-pins.ts'

export type PinCheckRun = {
  readonly app: {
    readonly content: ContentStore
    readonly pinTargets: Pick<PinTargets, 'noteCheck' | 'openSources' | 'labelOf'>
  }
  readonly pins: PinSet
  readonly cids: readonly Cid[]
  /** The files that the target is to read; undefined: all. */
  readonly sample?: ReadonlySet<Cid> | undefined
  /** Whether what is missing is sent again. */
  readonly repairs: boolean
  readonly signal: AbortSignal
  readonly pace?: ((signal: AbortSignal) => Promise<void>) | undefined
  readonly onProgress: Readonly<Record<'check' | 'repair', (progress: PinCheckProgress) => void>>
}

/** What was found at a pin target, after its repair where one was made. */
export type CheckedPins = {
  readonly name: string
  readonly check: PinCheck
  /** Undefined where none was asked for, or nothing was missing. */
  readonly repair?: Repair
  /** Why the repair did not come to its end. */
  readonly error?: unknown
}

/**
 * Checks a pin target, notes what it has, and repairs it if that is asked for. What the check found
 * stays when the repair fails.
 */
export const runPinCheck = async (run: PinCheckRun): Promise<CheckedPins> => {
  const { app, pins, cids, sample, signal, pace, onProgress } = run
  const { pinners, name } = pins
  const deps = { content: app.content, pinners, signal, pace }
  const checking = { ...deps, onProgress: onProgress.check }
  const before =
    sample === undefined
      ? await checkPins(cids, checking)
      : await samplePins(cids, sample, checking)
  await app.pinTargets.noteCheck(before, pinners, signal)
  const lacking = lackingFiles(before)
  if (!run.repairs || lacking.length === 0) return { name, check: before }
  let repair: Repair | undefined
  try {
    repair = await repairPins(before, {
      ...deps,
      sources: await app.pinTargets.openSources(pins),
      labelOf: app.pinTargets.labelOf,
      onProgress: onProgress.repair,
    })
    const after = await recheckPins(before, lacking, deps)
    await app.pinTargets.noteCheck(after, pinners, signal)
    return { name, check: after, repair }
  } catch (error) {
    signal.throwIfAborted()
    return { name, check: before, error, ...(repair === undefined ? {} : { repair }) }
  }
}

/** How many of the images that could not be repaired are named. */
const namedFailures = 20

/** What is kept of a check: counts, and the first of the reasons. */
export const checkResultOf = ({
  name,
  check,
  repair,
  error,
}: CheckedPins): Omit<PinCheckResult, 'at'> => ({
  name,
  error: repair?.left[0] ?? (error === undefined ? null : errorRecordOf(error)),
  check: countsOf(check),
  repaired: repair === undefined ? null : repairedOf(repair),
})

const countsOf = ({ files, sound, damaged, places }: PinCheck): PinCheckResult['check'] => ({
  files,
  sound,
  damaged: damaged.length,
  places: places.map(({ unpinned, incomplete, ...place }) => ({
    ...place,
    unpinned: unpinned.length,
    incomplete: incomplete.length,
  })),
})

/** The first place that was left is the error of the result, not one of its reasons. */
const repairedOf = ({ restored, sent, failed, left }: Repair): PinCheckResult['repaired'] => ({
  restored: restored.length,
  sent,
  failed: failed.length,
  reasons: unrepairedTexts({ failed: failed.slice(0, namedFailures), left: left.slice(1) }),
})

/** A sentence for each image that could not be repaired and each place that was left. */
export const unrepairedTexts = (repair: Pick<Repair, 'failed' | 'left'>): string[] => [
  ...repairErrors(repair),
]
