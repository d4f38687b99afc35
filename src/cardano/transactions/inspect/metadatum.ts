import { bytesToHex } from '@noble/hashes/utils.js'
import type { MetadataErrorCode, MetadataJson } from '#contract/signing/transactions.ts'
import type { CborEntry, CborItem } from '../../cbor-items.ts'

/** The error, and a path to it in the metadata. */
export type MetadataError = { readonly error: MetadataErrorCode; readonly at: string }

/** A key as it may stand in a path. */
export const keyText = (key: CborItem): string => {
  if (key.kind === 'text') return key.value
  if (key.kind === 'bytes') return bytesToHex(key.value)
  return JSON.stringify(metadatumJson(key))
}

/** The JSON form that `metadataJson` in contract/signing/transactions.ts describes. */
export const metadatumJson = (item: CborItem): MetadataJson => {
  if (item.kind === 'text') return item.value
  if (item.kind === 'bytes') return { bytes: bytesToHex(item.value) }
  if (item.kind === 'list') return item.items.map(metadatumJson)
  if (item.kind === 'map') return mapJson(item.entries)
  if (item.kind !== 'int') throw new Error('its metadata holds what the ledger does not allow')
  const exact = Number(item.value)
  return Number.isSafeInteger(exact) ? exact : { int: String(item.value) }
}

/** Keys that would be mistaken for one of the forms of a single value. */
const forms: ReadonlySet<string> = new Set(['bytes', 'int', 'map'])

const mapJson = (entries: readonly CborEntry[]): MetadataJson => {
  const keys = entries.flatMap(({ key }) => (key.kind === 'text' ? [key.value] : []))
  const plain = Object.fromEntries(
    entries.map(({ key, value }) => [keyText(key), metadatumJson(value)] as const),
  )
  const inOrder = Object.keys(plain)
  // JavaScript puts keys that are whole numbers first, and some readers drop "__proto__"
  const isPlain =
    keys.length === entries.length &&
    inOrder.length === keys.length &&
    inOrder.every((key, position) => key === keys[position] && key !== '__proto__') &&
    !(keys.length === 1 && forms.has(keys[0] ?? ''))
  return isPlain
    ? plain
    : { map: entries.map(({ key, value }) => ({ k: metadatumJson(key), v: metadatumJson(value) })) }
}

/** The value of the first entry with that key, as readers of JSON find it. */
export const findEntry = (item: CborItem, key: string): CborItem | undefined =>
  item.kind === 'map'
    ? item.entries.find((candidate) => candidate.key.kind === 'text' && candidate.key.value === key)
        ?.value
    : undefined

/** A text, or a list of texts put together without anything between them (CIP-25, CIP-27). */
export const joinedText = (item: CborItem | undefined): string | null => {
  if (item?.kind === 'text') return item.value
  if (item?.kind !== 'list' || item.items.length === 0) return null
  const pieces = item.items.flatMap((piece) => (piece.kind === 'text' ? [piece.value] : []))
  return pieces.length === item.items.length ? pieces.join('') : null
}
