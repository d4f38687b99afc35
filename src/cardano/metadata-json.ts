import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import type { Json } from '#values/bounds/bounded.ts'
import type { LabelledMetadata } from './asset-metadata.ts'
import { bytesOfItem, integerIn, mapIn } from './cbor-access.ts'
import type { CborEntry, CborItem } from './cbor-items.ts'
import { major, writeHead } from './cbor.ts'

/**
 * The metadata of a transaction as JSON, label by label, as Blockfrost shows it: bytes as `0x…`,
 * keys as text. Numbers beyond 2^53 lose their last digits, as in any JSON that JavaScript reads.
 * @param auxiliary null; labels alone; labels beside scripts in a list; or tag 259 around a map
 * @throws Error whose message completes a sentence
 */
export const writeMetadataJson = (auxiliary: CborItem): LabelledMetadata => {
  return labelsIn(auxiliary).map(({ key, value }) => ({
    label: String(integerIn(key, 'a label of the metadata')),
    json: toJson(value),
  }))
}

/** The metadata of a transaction in hex, label by label: each as the map of this label alone. */
export const writeMetadataCbor = (auxiliary: CborItem, transaction: Uint8Array) =>
  labelsIn(auxiliary).map(({ key, value }) => ({
    label: String(integerIn(key, 'a label of the metadata')),
    cbor: bytesToHex(
      concatBytes(
        writeHead(major.map, 1),
        bytesOfItem(transaction, key),
        bytesOfItem(transaction, value),
      ),
    ),
  }))

const labelsIn = (auxiliary: CborItem): readonly CborEntry[] => {
  const labels = labelsOf(auxiliary)
  return labels === undefined ? [] : mapIn(labels, 'the metadata')
}

const labelsOf = (auxiliary: CborItem): CborItem | undefined => {
  if (auxiliary.kind === 'simple') return undefined
  if (auxiliary.kind === 'list') return auxiliary.items[0]
  if (auxiliary.kind !== 'tag') return auxiliary
  return mapIn(auxiliary.item, 'the metadata').find(
    ({ key }) => integerIn(key, 'a label of the metadata') === 0n,
  )?.value
}

const toJson = (item: CborItem): Json => {
  if (item.kind === 'int') return Number(item.value)
  if (item.kind === 'text') return item.value
  if (item.kind === 'bytes') return `0x${bytesToHex(item.value)}`
  if (item.kind === 'list') return item.items.map(toJson)
  // fromEntries, because an assignment would take the key "__proto__" for something else.
  if (item.kind === 'map')
    return Object.fromEntries(item.entries.map(({ key, value }) => [keyText(key), toJson(value)]))
  throw new Error('its metadata holds something that is no number, text, bytes, list or map')
}

const keyText = (key: CborItem): string => {
  const json = toJson(key)
  if (key.kind === 'int') return String(key.value)
  return typeof json === 'string' ? json : JSON.stringify(json)
}
