import { URDecoder } from '@ngraveio/bc-ur'
import { CborReader, major } from '../cardano/cbor.ts'
import { maxQrMessageBytes, type QrFile, tooLarge, unpackQrFile } from './qr-file.ts'

export type QrReading = {
  /** 0 to 1: how much of the file that is furthest along is there. */
  readonly progress: number
  readonly done: boolean
  /** Once it is done. */
  readonly file?: QrFile
}

export type QrDecoder = {
  /**
   * Takes the text of one code. What is no part of a file, or is damaged, or was there already,
   * changes nothing.
   * @throws ColdpressError `too_large` for a part of a file above 32 KiB; `invalid` when a whole
   * file was read that is not one of Coldpress. The decoder can be used on.
   */
  readonly receive: (text: string) => QrReading
}

/** The most text that a QR code can hold (version 40, alphanumeric). */
const longestText = 4296
/** A file that would take more codes was cut too small to be scanned by anybody. */
const maxParts = 4000
/** Two screens may be in sight, or the same one with another file: each gets its own decoder. */
const maxSets = 4
/** A set that is not whole after this many times its parts holds one that is wrong. */
const patience = 12

type Part = {
  readonly number: number
  readonly count: number
  /** Bytes of the whole message. */
  readonly length: number
  readonly checksum: number
  readonly fragment: number
}

type PartSet = { readonly decoder: URDecoder; readonly seen: Set<number>; progress: number }

/** Puts a file together from the codes that show it, in any order. */
export const createQrDecoder = (): QrDecoder => {
  /** The one heard last stands last. */
  const sets = new Map<string, PartSet>()
  let file: QrFile | undefined

  const reading = (): QrReading =>
    file === undefined
      ? {
          progress: Math.max(0, ...[...sets.values()].map(({ progress }) => progress)),
          done: false,
        }
      : { progress: 1, done: true, file }

  const readBytes = (text: string, part: Part): void => {
    const key = [part.count, part.length, part.checksum, part.fragment].join('/')
    const set = sets.get(key) ?? { decoder: new URDecoder(), seen: new Set(), progress: 0 }
    sets.delete(key)
    sets.set(key, set)
    for (const oldest of sets.keys()) if (sets.size > maxSets) sets.delete(oldest)
    if (set.seen.has(part.number)) return
    set.seen.add(part.number)
    set.decoder.receivePart(text)
    set.progress = set.decoder.getProgress()
    if (set.decoder.isSuccess()) {
      sets.delete(key)
      file = unpackQrFile(bytesIn(set.decoder.resultUR().cbor))
    } else if (set.decoder.isError() || set.seen.size > patience * part.count) sets.delete(key)
  }

  return {
    receive: (given) => {
      const text = given.length > longestText ? '' : given.toLowerCase()
      if (file !== undefined) return reading()
      const read = readPart(text)
      if (read instanceof Uint8Array) file = unpackQrFile(bytesIn(read))
      else if (read !== undefined) readBytes(text, read)
      return reading()
    },
  }
}

const partShape =
  /^ur:bytes\/(?:(?<number>[1-9]\d{0,9})-(?<count>[1-9]\d{0,3})\/)?(?<body>[a-z]+)$/u

/**
 * What one code holds: a part with the facts that its header gives, or, of a file that fits into one
 * code, the whole message. Undefined for anything else, and for a part whose checksum is wrong.
 * @throws ColdpressError `too_large`
 */
const readPart = (text: string): Part | Uint8Array | undefined => {
  const { number, count, body } = partShape.exec(text)?.groups ?? {}
  const bytes = body === undefined ? undefined : wordsToBytes(body)
  if (bytes === undefined || number === undefined || count === undefined) return bytes
  const part = headerOf(bytes)
  if (part?.number !== Number(number) || part.count !== Number(count)) return undefined
  if (part.length > maxQrMessageBytes) throw tooLarge(`These codes carry ${part.length} bytes`)
  // What does not add up would be padded, or be more than was said.
  const isWhole = part.count === Math.ceil(part.length / part.fragment)
  return isWhole && part.count <= maxParts ? part : undefined
}

/** The library decodes words, and checks their CRC, of a UR in one part alone: so each part is given as one. */
const wordsToBytes = (body: string): Uint8Array | undefined => {
  try {
    return URDecoder.decode(`ur:bytes/${body}`).cbor
  } catch {
    return undefined
  }
}

/** `[number, count, length, checksum, fragment]` (BCR-2020-005). */
const headerOf = (bytes: Uint8Array): Part | undefined => {
  try {
    const reader = new CborReader(bytes)
    if (reader.head().type !== major.list || bytes[0] !== 0x85) return undefined
    const [number, count, length, checksum] = Array.from({ length: 4 }, () => unsigned(reader))
    const fragment = byteString(reader).length
    if (number === undefined || count === undefined || length === undefined) return undefined
    if (checksum === undefined || fragment === 0 || !reader.atEnd) return undefined
    return { number, count, length, checksum, fragment }
  } catch {
    return undefined
  }
}

const unsigned = (reader: CborReader): number => {
  const { type, value } = reader.head()
  if (type !== major.unsigned || value === undefined || value > 0xffff_ffffn)
    throw new Error('it is no number of a part')
  return Number(value)
}

const byteString = (reader: CborReader): Uint8Array => {
  const { type, value } = reader.head()
  if (type !== major.bytes || value === undefined || value > BigInt(longestText))
    throw new Error('it is no fragment of a part')
  return reader.readBytes(Number(value))
}

/** A UR of the type `bytes` is one byte string of CBOR; empty for anything else, which is no file. */
const bytesIn = (cbor: Uint8Array): Uint8Array => {
  try {
    const reader = new CborReader(cbor)
    const { type, value } = reader.head()
    if (type === major.bytes && value !== undefined) return reader.readBytes(Number(value))
  } catch {
    // told below
  }
  return new Uint8Array()
}
