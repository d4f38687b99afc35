import { URDecoder } from '@ngraveio/bc-ur'
import { CborReader, major } from '#cardano/cbor.ts'
import { maxQrMessageBytes, type QrFile, qrTooLarge, unpackQrFile } from './qr-file.ts'

export type QrReading = {
  /** Progress of the most complete file, from 0 to 1. */
  readonly progress: number
  readonly done: boolean
  /** Present once complete. */
  readonly file?: QrFile
}

export type QrDecoder = {
  /**
   * Processes the text of one code. Foreign, damaged and repeated codes change nothing.
   * @throws ColdpressError `too_large` for a part of a file above 32 KiB; `invalid` for a complete
   * file that is not Coldpress's. The decoder stays usable.
   */
  readonly receive: (text: string) => QrReading
}

/** The most text that a QR code can hold (version 40, alphanumeric). */
const longestText = 4296
/** A file cut into more codes could not be scanned in practice. */
const maxParts = 4000
/** Several screens or files may be in view: each gets its own decoder. */
const maxSets = 4
/** A set that is incomplete after this many times its parts contains a wrong one. */
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

/** Assembles a file from its codes, in any order. */
export const createQrDecoder = (): QrDecoder => {
  /** The most recently received set is last. */
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
 * The content of one code: a part with its header, or the whole message if it fits one code.
 * Undefined for anything else, including a wrong checksum.
 * @throws ColdpressError `too_large`
 */
const readPart = (text: string): Part | Uint8Array | undefined => {
  const { number, count, body } = partShape.exec(text)?.groups ?? {}
  const bytes = body === undefined ? undefined : wordsToBytes(body)
  if (bytes === undefined || number === undefined || count === undefined) return bytes
  const part = headerOf(bytes)
  if (part?.number !== Number(number) || part.count !== Number(count)) return undefined
  if (part.length > maxQrMessageBytes) throw qrTooLarge(`These codes carry ${part.length} bytes`)
  // An inconsistent part would be padded, or exceed the stated length.
  const isWhole = part.count === Math.ceil(part.length / part.fragment)
  return isWhole && part.count <= maxParts ? part : undefined
}

/**
 * The library decodes words and checks their CRC only in single-part URs, so each part is wrapped
 * as one.
 */
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

/** A `bytes` UR is one CBOR byte string; empty for anything else, which is not a file. */
const bytesIn = (cbor: Uint8Array): Uint8Array => {
  try {
    const reader = new CborReader(cbor)
    const { type, value } = reader.head()
    if (type === major.bytes && value !== undefined) return reader.readBytes(Number(value))
  } catch {
    // reported below
  }
  return new Uint8Array()
}
