import { ColdpressError } from '#values/errors/errors.ts'
import type { Cid } from '../content/cid.ts'
import { createPinsOfTarget, type PinsOfTarget } from './pins-of-target.ts'
import type { PinRecords } from './pin-records.ts'
import type { Pinner, PinLabel } from './pinner.ts'

/** How many of some images a pin target has. */
export type TargetHolding = {
  readonly place: string
  readonly held: number
  readonly total: number
  /** Why the target lacks some, as far as it said so. */
  readonly error: string | null
}

/** What a minting service answered for a token whose image it was sent; null: nothing yet. */
export type ImageAnswer = { readonly cid: Cid; readonly image: string | null }

/** The pin targets where images are pinned together, and how many of them must have each. */
export interface PinSet {
  readonly name: string
  readonly pinners: readonly Pinner[]
  readonly need: number
  /** Whether every image that it calls pinned is at a target other than this computer. */
  readonly isPublic: boolean
  /** @throws the first error when fewer targets answer than are needed */
  test(signal: AbortSignal): Promise<void>
  /** Asks every target. @returns those that all of them have; @throws as test */
  ask(cids: readonly Cid[], signal: AbortSignal): Promise<ReadonlySet<Cid>>
  /**
   * Takes note of images that the content store was just seen to have: where it is the only target,
   * nobody need be asked. @returns those that are pinned by that
   */
  noteStored(cids: ReadonlySet<Cid>): ReadonlySet<Cid>
  /**
   * Pins at each target that has not said that it has the image.
   * @throws the first error when fewer targets have it than are needed
   */
  pin(cid: Cid, signal: AbortSignal, label?: PinLabel): Promise<void>
  /** What the targets have answered since the set was made. */
  holdings(cids: readonly Cid[]): readonly TargetHolding[]
  /** The images that fewer targets have than are needed. */
  short(cids: readonly Cid[]): readonly Cid[]
  /**
   * Where the minting service takes each image with its token: compares what it answered with what
   * it was sent. Absent elsewhere.
   */
  readonly noteAnswers?: (answers: readonly ImageAnswer[]) => void
}

export type PinSetOptions = {
  readonly name: string
  readonly pinners: readonly Pinner[]
  /** Default: all. */
  readonly need?: number
  readonly records?: PinRecords | undefined
}

export const createPinSet = ({ name, pinners, need, records }: PinSetOptions): PinSet => {
  const needed = need ?? pinners.length
  const isDispensable = needed < pinners.length
  const targets = pinners.map((pinner) => createPinsOfTarget(pinner, { records, isDispensable }))

  /** Runs for every target; those that are not needed may fail. */
  const atTargets = async (
    work: (target: PinsOfTarget) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> => {
    const ends = await Promise.allSettled(targets.map(work))
    signal.throwIfAborted()
    const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    if (errors.length > 0 && pinners.length - errors.length < needed) throw errors[0]
  }

  return {
    name,
    pinners,
    need: needed,
    isPublic: needed > pinners.filter(({ isLocal }) => isLocal === true).length,
    test: (signal) => atTargets((target) => target.test(signal), signal),
    ask: async (cids, signal) => {
      if (cids.length > 0) await atTargets((target) => target.ask(cids, signal), signal)
      return new Set(cids.filter((cid) => targets.every((target) => target.has(cid))))
    },
    noteStored: (cids) => {
      const here = targets.filter((_, at) => pinners[at]?.isLocal === true)
      for (const target of here) target.noteHeld(cids)
      return here.length === targets.length ? cids : new Set()
    },
    pin: (cid, signal, label) => atTargets((target) => target.pin(cid, signal, label), signal),
    holdings: (cids) =>
      targets.map((target) => {
        const held = cids.filter((cid) => target.has(cid)).length
        const error = held === cids.length ? null : (target.lastError()?.message ?? null)
        return { place: target.name, held, total: cids.length, error }
      }),
    short: (cids) =>
      cids.filter((cid) => targets.filter((target) => target.has(cid)).length < needed),
  }
}

/** @throws ColdpressError `invalid` when the rule asks for more targets than there are, or for none */
export const checkNeed = (need: number, targets: number): void => {
  if (need >= 1 && need <= targets) return
  throw new ColdpressError(
    'invalid',
    `need: ${need} of ${targets} places; give a number from 1 to ${targets}, or all`,
  )
}

/** Adds, lists and reads a file at each target that can be tried so; asks the others. */
export const provePins = async (
  { pinners }: Pick<PinSet, 'pinners'>,
  signal: AbortSignal,
): Promise<void> => {
  for (const pinner of pinners) {
    await pinner.test(signal)
    await pinner.prove?.(signal)
  }
}
