import { writeFileSync } from 'node:fs'
import { encodeQR } from 'qr'
import sharp, { type OverlayOptions } from 'sharp'
import type { ImageCard } from '../image-job.ts'
import { decodeFile, type ImageFrame, type JobContext } from './image.ts'
import { ImageError, imageReasonOf } from './image-error.ts'

/** Pixels. The art is in a square, what is said of it in a band below. */
const side = 1080
const band = 240
const margin = 48
const codeSide = 168
const paper = '#fdfdfc'

/**
 * Draws a picture to share: a token's art, two lines of text and, where there is one, the QR code of a link.
 * @throws Error as `decodeFile`; `image_unwritable` where this computer has no font
 */
export const drawCard = async (
  { source, target, title, line, link }: ImageCard,
  context: JobContext,
): Promise<void> => {
  const [art] = await decodeFile(source, side, context)
  if (art === undefined) throw new ImageError('image_unreadable', 'The image has no frame.')
  const width = side - 2 * margin - (link === undefined ? 0 : codeSide + margin)
  const card = await sharp({
    create: { width: side, height: side + band, channels: 3, background: paper },
  })
    .composite([
      artOf(art),
      await textAt(title, {
        style: 'sans bold',
        points: 34,
        width,
        height: 88,
        top: side + margin,
      }),
      await textAt(line, { style: 'sans', points: 24, width, height: 44, top: side + 152 }),
      ...(link === undefined ? [] : [await codeOf(link)]),
    ])
    .removeAlpha()
    .png()
    .toBuffer()
  writeFileSync(target, card)
}

const artOf = ({ data, width, height }: ImageFrame): OverlayOptions => ({
  input: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
  raw: { width, height, channels: 4 },
  left: Math.floor((side - width) / 2),
  top: Math.floor((side - height) / 2),
})

type TextLine = {
  readonly style: string
  readonly points: number
  readonly width: number
  readonly height: number
  readonly top: number
}

/** Smaller where it would not fit. */
const textAt = async (
  words: string,
  { style, points, width, height, top }: TextLine,
): Promise<OverlayOptions> => {
  const text = `<span foreground="#1b2430">${escaped(words)}</span>`
  try {
    const drawn = sharp({
      text: { text, font: `${style} ${points}`, width, wrap: 'word-char', rgba: true, dpi: 96 },
    })
    const input = await drawn
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    return { input, left: margin, top }
  } catch (error) {
    throw new ImageError(
      'image_unwritable',
      `The text of the card could not be drawn: does this computer have a font? (${imageReasonOf(error)})`,
      'internal',
    )
  }
}

/** Of Pango's markup, without what no font has. */
const escaped = (words: string): string =>
  words
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const codeOf = async (link: string): Promise<OverlayOptions> => {
  const rows = encodeQR(link, 'raw', { ecc: 'medium', border: 2 })
  const modules = Buffer.from(rows.flat().map((isDark) => (isDark ? 0 : 255)))
  const input = await sharp(modules, {
    raw: { width: rows.length, height: rows.length, channels: 1 },
  })
    .resize(codeSide, codeSide, { kernel: 'nearest' })
    .png()
    .toBuffer()
  return { input, left: side - margin - codeSide, top: side + (band - codeSide) / 2 }
}
