import { decodeQR } from 'qr/decode.js'
import type { Pixels } from './image.ts'

/** Photographs have many more pixels than a code needs, and reading takes as long as they are many. */
export const longestCodeSide = 2000

/** The texts of the QR codes in images; an image without a code that can be read has none. */
export const codesIn = (images: readonly Pixels[]): string[] =>
  images.flatMap((image) => {
    try {
      // no camera waits here for the next frame
      return [decodeQR(image, { format: 'RGBA', timeLimit: 2000 })]
    } catch {
      return []
    }
  })
