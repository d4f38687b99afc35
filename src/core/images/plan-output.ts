import type { ImageHeader, ImageSettings, Raster } from './image-job.ts'

export type EncodedFormat = 'png' | 'jpeg' | 'webp'

export type OutputPlan =
  | { readonly action: 'keep'; readonly notes: readonly string[] }
  | {
      readonly action: 'encode'
      readonly format: EncodedFormat
      readonly notes: readonly string[]
    }

/**
 * Bytes stay untouched when nothing asks for a change. Animations stay animations: a resized one
 * becomes WebP, because writing GIF takes thirty times as long. A resized AVIF becomes WebP for
 * the same reason, a resized static GIF becomes PNG, which has all its colours.
 */
export const planOutput = (
  header: ImageHeader,
  { maxPixels, format }: Pick<ImageSettings, 'maxPixels' | 'format'>,
): OutputPlan => {
  const resize = maxPixels !== null && Math.max(header.width, header.height) > maxPixels
  if (header.raster === 'apng') return keepApng(resize, format)
  if (header.frames > 1) return planAnimation(header.raster, resize, format)

  const own = header.raster
  const unchanged = !resize && header.upright && (format === 'keep' || format === own)
  if (unchanged) return { action: 'keep', notes: [] }
  if (format !== 'keep') return { action: 'encode', format, notes: [] }
  if (own === 'png' || own === 'jpeg' || own === 'webp')
    return { action: 'encode', format: own, notes: [] }
  const written = own === 'gif' ? 'png' : 'webp'
  return {
    action: 'encode',
    format: written,
    notes: [
      `Written as ${names[written]}: a changed ${own.toUpperCase()} is not written as ${own.toUpperCase()} again.`,
    ],
  }
}

const names = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP' } as const

/** The notes of an image whose own bytes are kept. */
export const keptNotes = (notes: readonly string[], hasGps: boolean): readonly string[] =>
  hasGps ? [...notes, gpsNote] : notes

const gpsNote =
  'It holds GPS coordinates (EXIF), which will be public with it. Resize or convert it to leave them out.'

/** The library decodes only the first image of an animated PNG, so nothing can be changed about it. */
const keepApng = (resize: boolean, format: ImageSettings['format']): OutputPlan => ({
  action: 'keep',
  notes:
    resize || (format !== 'keep' && format !== 'png')
      ? [
          'Kept as it is: an animated PNG cannot be resized or converted. Export it as GIF or WebP for that.',
        ]
      : [],
})

const planAnimation = (
  own: Raster,
  resize: boolean,
  format: ImageSettings['format'],
): OutputPlan => {
  const still =
    format === 'png' || format === 'jpeg'
      ? [`Not written as ${names[format]}, which cannot hold an animation.`]
      : []
  const becomesWebp = resize || (format === 'webp' && own !== 'webp')
  if (!becomesWebp) return { action: 'keep', notes: still }
  const changed = own !== 'webp' && format !== 'webp' ? ['Written as animated WebP.'] : []
  return { action: 'encode', format: 'webp', notes: [...still, ...changed] }
}
