import { concatBytes } from '@noble/hashes/utils.js'
import { readCborItem, type CborItem } from '#cardano/cbor-items.ts'
import { major, writeHead } from '#cardano/cbor.ts'

/** CBOR that can be changed anywhere and written again, well-formed or not what a ledger takes. */
export type Editable =
  | bigint
  | string
  | Uint8Array
  | Editable[]
  | { entries: [Editable, Editable][] }
  | { tag: bigint; item: Editable }
  | { simple: bigint }

export const readEditable = (bytes: Uint8Array): Editable => editable(readCborItem(bytes))

const editable = (item: CborItem): Editable => {
  if (item.kind === 'list') return item.items.map(editable)
  if (item.kind === 'tag') return { tag: item.tag, item: editable(item.item) }
  if (item.kind === 'simple') return { simple: item.value }
  if (item.kind !== 'map') return item.value
  return { entries: item.entries.map(({ key, value }) => [editable(key), editable(value)]) }
}

export const writeEditable = (item: Editable): Uint8Array => {
  if (typeof item === 'bigint')
    return item < 0n ? writeHead(major.negative, -1n - item) : writeHead(major.unsigned, item)
  if (typeof item === 'string') {
    const bytes = new TextEncoder().encode(item)
    return concatBytes(writeHead(major.text, bytes.length), bytes)
  }
  if (item instanceof Uint8Array) return concatBytes(writeHead(major.bytes, item.length), item)
  if (Array.isArray(item))
    return concatBytes(writeHead(major.list, item.length), ...item.map(writeEditable))
  if ('simple' in item) return writeHead(major.simple, item.simple)
  if ('tag' in item) return concatBytes(writeHead(major.tag, item.tag), writeEditable(item.item))
  return concatBytes(
    writeHead(major.map, item.entries.length),
    ...item.entries.flat().map(writeEditable),
  )
}

/** The parts of an item that a test knows to be there. */
export const listOf = (item: Editable | undefined): Editable[] => {
  const list = typeof item === 'object' && 'tag' in item ? item.item : item
  if (!Array.isArray(list)) throw new Error('not a list')
  return list
}

export const entriesOf = (item: Editable | undefined): [Editable, Editable][] => {
  if (
    typeof item !== 'object' ||
    item instanceof Uint8Array ||
    Array.isArray(item) ||
    !('entries' in item)
  )
    throw new Error('not a map')
  return item.entries
}

export const numberOf = (item: Editable | undefined): bigint => {
  if (typeof item !== 'bigint') throw new Error('not a number')
  return item
}

export const bytesOf = (item: Editable | undefined): Uint8Array => {
  if (!(item instanceof Uint8Array)) throw new Error('not bytes')
  return item
}

export const get = (item: Editable | undefined, key: bigint): Editable | undefined =>
  entriesOf(item).find(([own]) => own === key)?.[1]

/** Puts a value under a key, or takes the key away. */
export const put = (item: Editable | undefined, key: bigint, value: Editable | undefined): void => {
  const entries = entriesOf(item)
  const at = entries.findIndex(([own]) => own === key)
  if (value === undefined) {
    if (at !== -1) entries.splice(at, 1)
  } else if (at === -1) entries.push([key, value])
  else entries[at] = [key, value]
}
