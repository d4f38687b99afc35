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

/** How many of the images that could not be repaired are named. */
const namedFailures = 20

export type PinCheckRun = {
  readonly app: { readonly content: ContentStore; readonly pinTargets: PinTargets }
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

/**
 * Checks a pin target, notes what it has, and repairs it if that is asked for. What the check found
 * stays when the repair fails.
 */
export const runPinCheck = async (run: PinCheckRun): Promise<Omit<PinCheckResult, 'at'>> => {
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
  if (!run.repairs || lacking.length === 0)
    return { name, error: null, check: countsOf(before), repaired: null }
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
    return resultOf(name, after, repair)
  } catch (error) {
    signal.throwIfAborted()
    const result = resultOf(name, before, repair)
    return { ...result, error: result.error ?? errorRecordOf(error) }
  }
}

const resultOf = (
  name: string,
  check: PinCheck,
  repair: Repair | undefined,
): Omit<PinCheckResult, 'at'> => ({
  name,
  error: repair?.left[0] ?? null,
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
  reasons: [...repairErrors({ failed: failed.slice(0, namedFailures), left: left.slice(1) })],
})
