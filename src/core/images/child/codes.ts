import { decodeQR } from 'qr/decode.js'
import type { Pixels } from './image.ts'

/** Photographs have many more pixels than a code needs, and reading takes as long as they are many. */
export const longestCodeSide = 2000

/** The texts of the QR codes in pictures; a picture without a code that can be read has none. */
export const codesIn = (pictures: readonly Pixels[]): string[] =>
  pictures.flatMap((picture) => {
    try {
      // no camera waits here for the next frame
      return [decodeQR(picture, { format: 'RGBA', timeLimit: 2000 })]
    } catch {
      return []
    }
  })
