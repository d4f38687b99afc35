import { UR, UREncoder } from '@ngraveio/bc-ur'
import { packQrFile, type QrFile } from './qr-file.ts'

/**
 * A file as QR code texts: parts of a UR (Blockchain Commons, BCR-2020-005) of the type `bytes`.
 * The first parts are pieces of the file; all later parts mix those pieces (a fountain code), so a
 * camera may miss any of them.
 */

export type FrameOptions = {
  /** Bytes per code, 10 to 1,000 (default 200); more bytes make fewer, denser codes. */
  readonly maxFragment?: number
}

const defaultFragment = 200
const minFragment = 10
const fragmentLimit = 1000

const encoderOf = (file: QrFile, { maxFragment = defaultFragment }: FrameOptions): UREncoder => {
  const fragment = Math.min(Math.max(maxFragment, minFragment), fragmentLimit)
  return new UREncoder(UR.fromBuffer(Buffer.from(packQrFile(file))), fragment)
}

/** Upper case uses the shorter alphanumeric QR mode; URs are case-insensitive. */
const partOf = (encoder: UREncoder): string => encoder.nextPart().toUpperCase()

/**
 * Endless parts, each another mixture.
 * @throws ColdpressError as `packQrFile`
 */
export const framesOf = (file: QrFile, options: FrameOptions = {}): Iterable<string> => {
  const encoder = encoderOf(file, options)
  return {
    *[Symbol.iterator]() {
      for (;;) yield partOf(encoder)
    },
  }
}

/**
 * The parts worth repeating: the file once plus as many mixtures, or a single part that holds the
 * whole file.
 * @throws ColdpressError as `packQrFile`
 */
export const loopOf = (file: QrFile, options: FrameOptions = {}): readonly string[] => {
  const encoder = encoderOf(file, options)
  const pure = encoder.fragmentsLength
  return Array.from({ length: pure === 1 ? 1 : 2 * pure }, () => partOf(encoder))
}
