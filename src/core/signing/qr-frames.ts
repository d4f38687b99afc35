import { UR, UREncoder } from '@ngraveio/bc-ur'
import { packQrFile, type QrFile } from './qr-file.ts'

/**
 * A file as the texts of QR codes: parts of a UR (Blockchain Commons, BCR-2020-005) of the type
 * `bytes`. The first parts are the file itself, cut; all after them are mixtures of those (a
 * fountain), so that it does not matter which ones a camera misses.
 */

export type FrameOptions = {
  /** Bytes of the file in one code; more make fewer, denser codes. 10 to 1,000; default 200. */
  readonly maxFragment?: number
}

const defaultFragment = 200
const minFragment = 10
const fragmentLimit = 1000

const encoderOf = (file: QrFile, { maxFragment = defaultFragment }: FrameOptions): UREncoder => {
  const fragment = Math.min(Math.max(maxFragment, minFragment), fragmentLimit)
  return new UREncoder(UR.fromBuffer(Buffer.from(packQrFile(file))), fragment)
}

/** Upper case, for which a QR code has a shorter alphabet; a UR means the same in either case. */
const partOf = (encoder: UREncoder): string => encoder.nextPart().toUpperCase()

/** Parts without end, each of another mixture. @throws ColdpressError as `packQrFile` */
export const framesOf = (file: QrFile, options: FrameOptions = {}): Iterable<string> => {
  const encoder = encoderOf(file, options)
  return {
    *[Symbol.iterator]() {
      for (;;) yield partOf(encoder)
    },
  }
}

/**
 * As many parts as are worth showing over and over: the file once, and as many mixtures; one part
 * alone where the whole file is in it. @throws ColdpressError as `packQrFile`
 */
export const loopOf = (file: QrFile, options: FrameOptions = {}): readonly string[] => {
  const encoder = encoderOf(file, options)
  const pure = encoder.fragmentsLength
  return Array.from({ length: pure === 1 ? 1 : 2 * pure }, () => partOf(encoder))
}
