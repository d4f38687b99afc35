import { ColdpressError } from '#shared/errors.ts'
import type { Cid } from '../content/cid.ts'
import { createPlaceMemory, type PlaceMemory } from './place-memory.ts'
import type { PinRecords } from './pin-records.ts'
import type { Pinner, PinLabel } from './pinner.ts'

/** How many of some images a place has. */
export type PlaceHolding = {
  readonly place: string
  readonly held: number
  readonly total: number
  /** Why the place lacks some, as far as it said so. */
  readonly error: string | null
}

/** The places where images are pinned together, and how many of them must have each. */
export interface PinSet {
  readonly name: string
  readonly places: readonly Pinner[]
  readonly need: number
  /** Whether every image that it calls pinned is at a place other than this computer. */
  readonly isPublic: boolean
  /** @throws the first error when fewer places answer than are needed */
  test(signal: AbortSignal): Promise<void>
  /** Asks every place. @returns those that all of them have; @throws as test */
  ask(cids: readonly Cid[], signal: AbortSignal): Promise<ReadonlySet<Cid>>
  /**
   * Pins at each place that has not said that it has the image.
   * @throws the first error when fewer places have it than are needed
   */
  pin(cid: Cid, signal: AbortSignal, label?: PinLabel): Promise<void>
  /** What the places have answered since the set was made. */
  holdings(cids: readonly Cid[]): readonly PlaceHolding[]
  /** The images that fewer places have than are needed. */
  short(cids: readonly Cid[]): readonly Cid[]
}

export type PinSetOptions = {
  readonly name: string
  readonly places: readonly Pinner[]
  /** Default: all. */
  readonly need?: number
  readonly records?: PinRecords | undefined
}

export const createPinSet = ({ name, places, need, records }: PinSetOptions): PinSet => {
  const needed = need ?? places.length
  const isDispensable = needed < places.length
  const memories = places.map((place) => createPlaceMemory(place, { records, isDispensable }))

  /** Runs for every place; places that are not needed may fail. */
  const atPlaces = async (
    work: (memory: PlaceMemory) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> => {
    const ends = await Promise.allSettled(memories.map(work))
    signal.throwIfAborted()
    const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    if (errors.length > 0 && places.length - errors.length < needed) throw errors[0]
  }

  return {
    name,
    places,
    need: needed,
    isPublic: needed > places.filter(({ isLocal }) => isLocal === true).length,
    test: (signal) => atPlaces((memory) => memory.test(signal), signal),
    ask: async (cids, signal) => {
      if (cids.length > 0) await atPlaces((memory) => memory.ask(cids, signal), signal)
      return new Set(cids.filter((cid) => memories.every((memory) => memory.has(cid))))
    },
    pin: (cid, signal, label) => atPlaces((memory) => memory.pin(cid, signal, label), signal),
    holdings: (cids) =>
      memories.map((memory) => {
        const held = cids.filter((cid) => memory.has(cid)).length
        const error = held === cids.length ? null : (memory.lastError()?.message ?? null)
        return { place: memory.name, held, total: cids.length, error }
      }),
    short: (cids) =>
      cids.filter((cid) => memories.filter((memory) => memory.has(cid)).length < needed),
  }
}

/** @throws ColdpressError `invalid` when the rule asks for more places than there are, or for none */
export const checkNeed = (need: number, places: number): void => {
  if (need >= 1 && need <= places) return
  throw new ColdpressError(
    'invalid',
    `need: ${need} of ${places} places; give a number from 1 to ${places}, or all`,
  )
}

/** Adds, lists and reads a file at each place that can be tried so; asks the others. */
export const provePins = async (
  { places }: Pick<PinSet, 'places'>,
  signal: AbortSignal,
): Promise<void> => {
  for (const place of places) {
    await place.test(signal)
    await place.prove?.(signal)
  }
}
