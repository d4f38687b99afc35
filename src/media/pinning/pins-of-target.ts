import { ColdpressError } from '#values/errors/errors.ts'
import type { Cid } from '../content/cid.ts'
import { isOfTarget } from './final-error.ts'
import type { PinAnswer, PinRecords } from './pin-records.ts'
import type { Pinner, PinLabel, PinTargetIdentity } from './pinner.ts'

/** What one pin target has answered, while it is being pinned at. */
export interface PinsOfTarget {
  readonly name: string
  has(cid: Cid): boolean
  test(signal: AbortSignal): Promise<void>
  /** Asks which it has. */
  ask(cids: readonly Cid[], signal: AbortSignal): Promise<void>
  /** Of images that it was seen to have without being asked; nothing is recorded. */
  noteHeld(cids: ReadonlySet<Cid>): void
  /** Nothing for an image that it has. */
  pin(cid: Cid, signal: AbortSignal, label?: PinLabel): Promise<void>
  lastError(): ColdpressError | undefined
}

/** A dispensable target that failed for all images is not asked about each: it would hang for each. */
const restMs = 60_000

export const createPinsOfTarget = (
  pinner: Pinner,
  options: {
    readonly records: PinRecords | undefined
    /** Whether images may lack here. */
    readonly isDispensable: boolean
    readonly clock?: () => number
  },
): PinsOfTarget => {
  const { records, isDispensable, clock = () => performance.now() } = options
  const held = new Set<Cid>()
  /** Several tokens may share an image: it is sent once, and all wait for the answer. */
  const pinning = new Map<Cid, Promise<void>>()
  let identity: Promise<PinTargetIdentity> | undefined
  let last: ColdpressError | undefined
  let restsUntil = 0

  const note = async (answer: PinAnswer, signal: AbortSignal): Promise<void> => {
    for (const cid of answer.held) held.add(cid)
    for (const cid of answer.lost) held.delete(cid)
    if (records === undefined) return
    // A failed question is asked again the next time.
    identity ??= pinner.identify(signal).catch((error: unknown) => {
      identity = undefined
      throw error
    })
    const known = await identity
    // the content store of this computer is asked each time
    if (known.url !== '') records.note(known, answer)
  }

  const guarded = async (work: () => Promise<void>): Promise<void> => {
    if (isDispensable && last !== undefined && clock() < restsUntil) throw last
    try {
      await work()
    } catch (error) {
      if (error instanceof ColdpressError) {
        last = error
        if (isOfTarget(error) || error.code === 'timeout') restsUntil = clock() + restMs
      }
      throw error
    }
  }

  return {
    name: pinner.name,
    has: (cid) => held.has(cid),
    noteHeld: (cids) => {
      for (const cid of cids) held.add(cid)
    },
    test: (signal) => guarded(() => pinner.test(signal)),
    ask: (cids, signal) =>
      guarded(async () => {
        const found = await pinner.pinned(cids, signal)
        const lost = cids.filter((cid) => !found.has(cid))
        await note({ held: [...found], lost }, signal)
      }),
    pin: async (cid, signal, label) => {
      if (held.has(cid)) return
      const underWay =
        pinning.get(cid) ??
        guarded(async () => {
          await pinner.pin(cid, signal, label)
          await note({ held: [cid], lost: [], label }, signal)
        }).finally(() => pinning.delete(cid))
      pinning.set(cid, underWay)
      await underWay
    },
    lastError: () => last,
  }
}
