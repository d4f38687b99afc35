import type { PinCheckResult } from '#shared/calls/facts.ts'
import type { Cid } from '#core/content/cid.ts'
import type { Core } from '#core/index.ts'
import {
  checkPins,
  type CheckProgress,
  lackingFiles,
  type PinCheck,
  recheckPins,
  samplePins,
} from '#core/pinning/check-pins.ts'
import type { PinSet } from '#core/pinning/pin-set.ts'
import { type Repair, repairPins } from '#core/pinning/repair-pins.ts'

/** How many of the images that could not be repaired are named. */
const namedFailures = 20

export type PinCheckRun = {
  readonly core: Pick<Core, 'content' | 'pinTargets'>
  readonly pins: PinSet
  readonly cids: readonly Cid[]
  /** The files that the target is to read; undefined: all. */
  readonly sample?: ReadonlySet<Cid> | undefined
  /** Whether what is missing is sent again. */
  readonly repairs: boolean
  readonly signal: AbortSignal
  readonly pace?: ((signal: AbortSignal) => Promise<void>) | undefined
  readonly onProgress: Readonly<Record<'check' | 'repair', (progress: CheckProgress) => void>>
}

/** Checks a pin target, repairs it if that is asked for, and notes what it has. */
export const runPinCheck = async (run: PinCheckRun): Promise<Omit<PinCheckResult, 'at'>> => {
  const { core, pins, cids, sample, signal, pace, onProgress } = run
  const { pinners, name } = pins
  const deps = { content: core.content, pinners, signal, pace }
  const checking = { ...deps, onProgress: onProgress.check }
  const before =
    sample === undefined
      ? await checkPins(cids, checking)
      : await samplePins(cids, sample, checking)
  const lacking = lackingFiles(before)
  if (!run.repairs || lacking.length === 0) {
    await core.pinTargets.noteCheck(before, pinners, signal)
    return { name, error: null, check: countsOf(before), repaired: null }
  }
  const repair = await repairPins(before, {
    ...deps,
    sources: await core.pinTargets.openSources(pins),
    labelOf: core.pinTargets.labelOf,
    onProgress: onProgress.repair,
  })
  const after = await recheckPins(before, lacking, deps)
  await core.pinTargets.noteCheck(after, pinners, signal)
  return { name, error: null, check: countsOf(after), repaired: repairedOf(repair) }
}

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

const repairedOf = ({ restored, sent, failed }: Repair): PinCheckResult['repaired'] => ({
  restored: restored.length,
  sent,
  failed: failed.length,
  reasons: failed
    .slice(0, namedFailures)
    .map(({ cid, place, message }) => `${cid} (${place}): ${message}`),
})
