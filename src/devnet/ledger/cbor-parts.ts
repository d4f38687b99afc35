import { bytesToHex } from '@noble/hashes/utils.js'
import type { CborEntry, CborItem } from '#core/cardano/cbor-items.ts'

/** Throws Errors whose message completes a sentence that names the place. */
const wrong = (expected: string): Error => new Error(`not ${expected} where one must be`)

export const wholeNumber = (item: CborItem): bigint => {
  if (item.kind !== 'int') throw wrong('a number')
  return item.value
}

export const byteString = (item: CborItem): Uint8Array => {
  if (item.kind !== 'bytes') throw wrong('a byte string')
  return item.value
}

export const entriesOf = (item: CborItem): readonly CborEntry[] => {
  if (item.kind !== 'map') throw wrong('a map')
  return item.entries
}

/** The tag of a set (CIP-0114 lists it); the ledger takes a set without it too. */
export const setTag = 258n

/** The members of a list, or of a set. */
export const membersOf = (item: CborItem): readonly CborItem[] => {
  const list = item.kind === 'tag' && item.tag === setTag ? item.item : item
  if (list.kind !== 'list') throw wrong('a list')
  return list.items
}

/** The values of a map whose keys are numbers. Whoever calls it has refused keys that come twice. */
export const fieldsOf = (item: CborItem): ReadonlyMap<bigint, CborItem> =>
  new Map(entriesOf(item).map(({ key, value }) => [wholeNumber(key), value]))

/** A text that two items share exactly when they mean the same, however they are encoded. */
export const meaningOf = (item: CborItem): string => {
  if (item.kind === 'bytes') return `bytes ${bytesToHex(item.value)}`
  if (item.kind === 'text') return `text ${JSON.stringify(item.value)}`
  if (item.kind === 'list') return `[${item.items.map(meaningOf).join()}]`
  if (item.kind === 'tag') return `${item.tag}(${meaningOf(item.item)})`
  if (item.kind !== 'map') return `${item.kind} ${item.value}`
  const entries = item.entries.map(({ key, value }) => `${meaningOf(key)}:${meaningOf(value)}`)
  return `{${entries.join()}}`
}
