import type { Cid } from '../content/cid.ts'
import type { ContentStore } from '../content/store.ts'
import type { Pinner, PinState } from './pinner.ts'
import { z } from 'zod'
import { type PinCheckResult, pinCheckResult } from '#contract/pins/pin-target.ts'
import { columns, type Database } from '#platform/db/database.ts'

/** What one pin target lacks. */
export type TargetCheck = {
  readonly place: string
  /** Pinned, and read there. */
  readonly sound: number
  /** Pinned, and its content not read: the target does not allow it, or it was not asked to. */
  readonly unread: number
  /** Pinned, but the target lacks some of the blocks. */
  readonly incomplete: readonly Cid[]
  readonly unpinned: readonly Cid[]
}

/** What was found of one file: here, and at each target in their order. */
type Found = { readonly isHere: boolean; readonly states: readonly PinState[] }

export type PinCheck = {
  readonly files: number
  /** Sound here and at every target. */
  readonly sound: number
  /** Damaged or gone on this computer. */
  readonly damaged: readonly Cid[]
  readonly places: readonly TargetCheck[]
  readonly found: ReadonlyMap<Cid, Found>
}

export type PinCheckProgress = { readonly done: number; readonly total: number }

export type CheckingDeps = {
  readonly content: ContentStore
  readonly pinners: readonly Pinner[]
  readonly signal: AbortSignal
  /** Waited for before each file, so that unattended work leaves room for other. */
  readonly pace?: ((signal: AbortSignal) => Promise<void>) | undefined
  readonly onProgress?: ((progress: PinCheckProgress) => void) | undefined
}

/** Reads every file here and at the targets. */
export const checkPins = async (
  cids: readonly Cid[],
  deps: CheckingDeps,
  stateAt: (pinner: Pinner, cid: Cid) => Promise<PinState> = (pinner, cid) =>
    pinner.state(cid, deps.signal),
): Promise<PinCheck> => {
  const { content, pinners, signal } = deps
  const found = new Map<Cid, Found>()
  for (const [at, cid] of cids.entries()) {
    await deps.pace?.(signal)
    signal.throwIfAborted()
    const isHere = await content.verify(cid)
    const states = await Promise.all(pinners.map((pinner) => stateAt(pinner, cid)))
    found.set(cid, { isHere, states })
    deps.onProgress?.({ done: at + 1, total: cids.length })
  }
  return checkOf(found, pinners)
}

/** Asks each target for all of the files at once, and has it read only some of them. */
export const samplePins = async (
  cids: readonly Cid[],
  sample: ReadonlySet<Cid>,
  deps: CheckingDeps,
): Promise<PinCheck> => {
  const { pinners, signal } = deps
  const pinned = new Map<Pinner, ReadonlySet<Cid>>()
  for (const pinner of pinners) pinned.set(pinner, await pinner.pinned(cids, signal))
  return await checkPins(cids, deps, async (pinner, cid) => {
    if (pinned.get(pinner)?.has(cid) !== true) return 'unpinned'
    return sample.has(cid) ? await pinner.state(cid, signal) : 'unread'
  })
}

/** The check with these files checked again, as after a repair. */
export const recheckPins = async (
  check: PinCheck,
  cids: readonly Cid[],
  deps: CheckingDeps,
): Promise<PinCheck> => {
  const again = await checkPins(cids, deps)
  return checkOf(new Map([...check.found, ...again.found]), deps.pinners)
}

const checkOf = (found: ReadonlyMap<Cid, Found>, pinners: readonly Pinner[]): PinCheck => {
  const entries = [...found]
  return {
    files: found.size,
    sound: entries.filter(([, one]) => isSound(one)).length,
    damaged: entries.filter(([, { isHere }]) => !isHere).map(([cid]) => cid),
    places: pinners.map(({ name }, index) => {
      const those = (wanted: PinState): readonly Cid[] =>
        entries.filter(([, { states }]) => states[index] === wanted).map(([cid]) => cid)
      return {
        place: name,
        sound: those('sound').length,
        unread: those('unread').length,
        incomplete: those('incomplete'),
        unpinned: those('unpinned'),
      }
    }),
    found,
  }
}

const isSound = ({ isHere, states }: Found): boolean =>
  isHere && states.every((state) => state === 'sound' || state === 'unread')

/** The files that a check found damaged, or lacking at some target. */
export const lackingFiles = ({ found }: PinCheck): readonly Cid[] =>
  [...found].filter(([, one]) => !isSound(one)).map(([cid]) => cid)

/** The last check of each pin target. */
export const pinChecksTable = `CREATE TABLE pin_checks (
  target TEXT PRIMARY KEY,
  result TEXT NOT NULL
) STRICT, WITHOUT ROWID`

/** Errors were texts once; a check that failed is soon repeated. */
export const errorsWithDetails = `DELETE FROM pin_checks
  WHERE json_extract(result, '$.error') IS NOT NULL`

const checkRow = z.object({ result: columns.json(pinCheckResult) })

export type PinChecks = {
  readonly list: () => readonly PinCheckResult[]
  /** Replaces the target's earlier one. */
  readonly store: (result: PinCheckResult) => void
}

export const createPinChecks = (db: Database): PinChecks => ({
  list: () =>
    db.all(checkRow, 'SELECT result FROM pin_checks ORDER BY target').map(({ result }) => result),
  store: (result) => {
    db.upsert('pin_checks', { target: result.name, result: JSON.stringify(result) }, 'target')
  },
})
