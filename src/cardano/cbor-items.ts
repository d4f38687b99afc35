import { concatBytes } from '@noble/hashes/utils.js'
import { CborReader, major, type Head } from './cbor.ts'

/** The position of an item in the bytes. Hashes and displays use the bytes cut out there. */
type Span = { readonly start: number; readonly end: number }

/** One item of CBOR (RFC 8949), as it stands. */
export type CborItem = Span &
  (
    | { readonly kind: 'int'; readonly value: bigint }
    | { readonly kind: 'bytes'; readonly value: Uint8Array }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'list'; readonly items: readonly CborItem[] }
    | { readonly kind: 'map'; readonly entries: readonly CborEntry[] }
    | { readonly kind: 'tag'; readonly tag: bigint; readonly item: CborItem }
    | { readonly kind: 'simple'; readonly value: bigint }
  )

export type CborEntry = { readonly key: CborItem; readonly value: CborItem }

/** The simple values that transactions use (RFC 8949 section 3.3). */
export const simple = { false: 20n, true: 21n, null: 22n } as const

/** Reading is recursive; no script, metadata or datum of a wallet is nearly this deep. */
const maxDepth = 256

/**
 * Reads exactly one item, in any length encoding, with the position of each part. Stated counts are
 * never trusted: memory grows only with the bytes that are there.
 * @throws Error whose message completes a sentence
 */
export const readCborItem = (bytes: Uint8Array): CborItem => {
  const reader = new CborReader(bytes)
  const item = read(reader, 1)
  if (!reader.atEnd) throw new Error('more bytes follow after its end')
  return item
}

const read = (reader: CborReader, depth: number): CborItem => {
  if (depth > maxDepth) throw new Error(`it is nested deeper than ${maxDepth} levels`)
  const start = reader.at
  const content = readContent(reader, reader.head(), depth)
  return { start, end: reader.at, ...content }
}

/** Keeps the union of kinds when the span is omitted. */
type ContentOf<T> = T extends unknown ? Omit<T, keyof Span> : never
type Content = ContentOf<CborItem>

const readContent = (reader: CborReader, head: Head, depth: number): Content => {
  const { type, value } = head
  if (type === major.bytes) return { kind: 'bytes', value: stringBytes(reader, head) }
  if (type === major.text) return { kind: 'text', value: decodeText(stringBytes(reader, head)) }
  if (type === major.list) return { kind: 'list', items: readList(reader, value, depth) }
  if (type === major.map) return { kind: 'map', entries: readMap(reader, value, depth) }
  if (value === undefined) throw new Error('it is not CBOR')
  if (type === major.unsigned) return { kind: 'int', value }
  if (type === major.negative) return { kind: 'int', value: -1n - value }
  if (type === major.simple) return { kind: 'simple', value }
  return { kind: 'tag', tag: value, item: read(reader, depth + 1) }
}

/** A string of stated length, or its pieces up to a break; pieces have stated lengths. */
const stringBytes = (reader: CborReader, { type, value }: Head): Uint8Array => {
  if (value !== undefined) return reader.readBytes(safeLength(value))
  const pieces: Uint8Array[] = []
  while (!reader.readBreak()) {
    const piece = reader.head()
    if (piece.type !== type || piece.value === undefined) throw new Error('it is not CBOR')
    pieces.push(reader.readBytes(safeLength(piece.value)))
  }
  return concatBytes(...pieces)
}

/** A length beyond any array ends the reading as any other that is longer than the bytes. */
const safeLength = (value: bigint): number =>
  value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value)

const decodeText = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Error('a text in it is not UTF-8')
  }
}

const readList = (reader: CborReader, count: bigint | undefined, depth: number): CborItem[] => {
  const items: CborItem[] = []
  while (count === undefined ? !reader.readBreak() : BigInt(items.length) < count)
    items.push(read(reader, depth + 1))
  return items
}

const readMap = (reader: CborReader, count: bigint | undefined, depth: number): CborEntry[] => {
  const entries: CborEntry[] = []
  while (count === undefined ? !reader.readBreak() : BigInt(entries.length) < count) {
    const key = read(reader, depth + 1)
    entries.push({ key, value: read(reader, depth + 1) })
  }
  return entries
}
