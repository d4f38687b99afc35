import type { Cid } from '../content/cid.ts'
import type { ContentStore } from '../content/store.ts'
import type { Pinner, PinState } from './pinner.ts'

/** What one place lacks. */
export type PlaceCheck = {
  readonly place: string
  /** Pinned, and read there. */
  readonly sound: number
  /** Pinned, but the place does not let its content be read. */
  readonly unread: number
  /** Pinned, but the place lacks some of the blocks. */
  readonly incomplete: readonly Cid[]
  readonly unpinned: readonly Cid[]
}

export type PinCheck = {
  readonly files: number
  /** Sound here and at every place. */
  readonly sound: number
  /** Damaged or gone on this computer. */
  readonly damaged: readonly Cid[]
  readonly places: readonly PlaceCheck[]
}

export type CheckProgress = { readonly done: number; readonly total: number }

export type CheckingDeps = {
  readonly content: ContentStore
  readonly places: readonly Pinner[]
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined
}

/** Reads every file here and at the places. */
export const checkPins = async (cids: readonly Cid[], deps: CheckingDeps): Promise<PinCheck> => {
  const { content, places, signal } = deps
  const damaged: Cid[] = []
  const states = places.map(() => new Map<Cid, PinState>())
  let sound = 0
  for (const [at, cid] of cids.entries()) {
    signal.throwIfAborted()
    const isHere = await content.verify(cid)
    if (!isHere) damaged.push(cid)
    const found = await Promise.all(places.map((place) => place.state(cid, signal)))
    for (const [index, state] of found.entries()) states[index]?.set(cid, state)
    if (isHere && found.every((state) => state === 'sound' || state === 'unread')) sound += 1
    deps.onProgress?.({ done: at + 1, total: cids.length })
  }
  return {
    files: cids.length,
    sound,
    damaged,
    places: places.map(({ name }, index) => placeCheck(name, states[index] ?? new Map())),
  }
}

const placeCheck = (place: string, states: ReadonlyMap<Cid, PinState>): PlaceCheck => {
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
