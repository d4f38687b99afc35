import { decodeQR } from 'qr/decode.js'
import type { Pixels } from './image.ts'

/** A photograph has many more pixels than a code needs, and reading time grows with them. */
export const longestCodeSide = 2000

/** The texts of the QR codes in images; images without a readable code yield none. */
export const codesIn = (images: readonly Pixels[]): string[] =>
  images.flatMap((image) => {
    try {
      // no camera waits here for the next frame
      return [decodeQR(image, { format: 'RGBA', timeLimit: 2000 })]
    } catch {
      return []
    }
  })
