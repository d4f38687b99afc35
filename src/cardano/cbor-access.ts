import { bytesToHex } from '@noble/hashes/utils.js'
import { simple, type CborEntry, type CborItem } from './cbor-items.ts'

/**
 * Readers for the parts of a transaction. `what` names the part; each function throws an Error
 * whose message completes a sentence about the transaction.
 */

/** A CBOR map whose keys are whole numbers, each once. */
export type Fields = ReadonlyMap<bigint, CborItem>

/** Marks a list as a set. Conway writes the tag, earlier eras do not; the ledger accepts both. */
export const setTag = 258n

export const isNull = (item: CborItem): boolean =>
  item.kind === 'simple' && item.value === simple.null

/** The bytes of an item, unchanged. */
export const bytesOfItem = (bytes: Uint8Array, { start, end }: CborItem): Uint8Array =>
  bytes.subarray(start, end)

export const mapIn = (item: CborItem | undefined, what: string): readonly CborEntry[] => {
  if (item?.kind !== 'map') throw new Error(`${what} is not a map`)
  return item.entries
}

/** The fields of a map by number. */
export const fieldsOf = (item: CborItem, what: string): Fields => {
  const fields = new Map<bigint, CborItem>()
  for (const { key, value } of mapIn(item, what)) {
    if (key.kind !== 'int') throw new Error(`a field of ${what} is not named by a number`)
    if (fields.has(key.value)) throw new Error(`${what} has field ${key.value} twice`)
    fields.set(key.value, value)
  }
  return fields
}

/** Entries of a map whose keys are read by `keyOf`, each key once. */
export const entriesOf = (
  item: CborItem,
  what: string,
  keyOf: (key: CborItem) => string,
): readonly (readonly [string, CborItem])[] => {
  const entries = mapIn(item, what).map(({ key, value }) => [keyOf(key), value] as const)
  if (new Set(entries.map(([key]) => key)).size !== entries.length)
    throw new Error(`${what} names one thing twice`)
  return entries
}

export const itemsOf = (item: CborItem | undefined, what: string): readonly CborItem[] => {
  if (item?.kind !== 'list') throw new Error(`${what} is not a list`)
  return item.items
}

export const setOf = (item: CborItem | undefined, what: string): readonly CborItem[] => {
  if (item === undefined) return []
  return itemsOf(item.kind === 'tag' && item.tag === setTag ? item.item : item, what)
}

export const bytesIn = (item: CborItem | undefined, what: string, length?: number): Uint8Array => {
  if (item?.kind !== 'bytes') throw new Error(`${what} is not a byte string`)
  if (length !== undefined && item.value.length !== length)
    throw new Error(`${what} is not ${length} bytes`)
  return item.value
}

export const hexIn = (item: CborItem | undefined, what: string, length?: number): string =>
  bytesToHex(bytesIn(item, what, length))

export const integerIn = (item: CborItem | undefined, what: string): bigint => {
  if (item?.kind !== 'int') throw new Error(`${what} is not a whole number`)
  return item.value
}

const max64 = 2n ** 64n - 1n

/** A number from 0 to 2^64 - 1, as amounts and slots are. */
export const unsignedIn = (item: CborItem | undefined, what: string): bigint => {
  if (item?.kind !== 'int' || item.value < 0n || item.value > max64)
    throw new Error(`${what} is not a number from 0 to 2^64 - 1`)
  return item.value
}
