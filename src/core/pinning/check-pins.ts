import type { Cid } from '../content/cid.ts'
import type { ContentStore } from '../content/store.ts'
import type { Pinner, PinState } from './pinner.ts'

/** What one pin target lacks. */
export type TargetCheck = {
  readonly place: string
  /** Pinned, and read there. */
  readonly sound: number
  /** Pinned, but the target does not let its content be read. */
  readonly unread: number
  /** Pinned, but the target lacks some of the blocks. */
  readonly incomplete: readonly Cid[]
  readonly unpinned: readonly Cid[]
}

export type PinCheck = {
  readonly files: number
  /** Sound here and at every target. */
  readonly sound: number
  /** Damaged or gone on this computer. */
  readonly damaged: readonly Cid[]
  readonly places: readonly TargetCheck[]
}

export type CheckProgress = { readonly done: number; readonly total: number }

export type CheckingDeps = {
  readonly content: ContentStore
  readonly pinners: readonly Pinner[]
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined
}

/** Reads every file here and at the targets. */
export const checkPins = async (cids: readonly Cid[], deps: CheckingDeps): Promise<PinCheck> => {
  const { content, pinners, signal } = deps
  const damaged: Cid[] = []
  const states = pinners.map(() => new Map<Cid, PinState>())
  let sound = 0
  for (const [at, cid] of cids.entries()) {
    signal.throwIfAborted()
    const isHere = await content.verify(cid)
    if (!isHere) damaged.push(cid)
    const found = await Promise.all(pinners.map((pinner) => pinner.state(cid, signal)))
    for (const [index, state] of found.entries()) states[index]?.set(cid, state)
    if (isHere && found.every((state) => state === 'sound' || state === 'unread')) sound += 1
    deps.onProgress?.({ done: at + 1, total: cids.length })
  }
  return {
    files: cids.length,
    sound,
    damaged,
    places: pinners.map(({ name }, index) => targetCheck(name, states[index] ?? new Map())),
  }
}

const targetCheck = (place: string, states: ReadonlyMap<Cid, PinState>): TargetCheck => {
  const those = (wanted: PinState): readonly Cid[] =>
    [...states].filter(([, state]) => state === wanted).map(([cid]) => cid)
  return {
    place,
    sound: those('sound').length,
    unread: those('unread').length,
    incomplete: those('incomplete'),
    unpinned: those('unpinned'),
  }
}
