import type { ImageSettings } from '#contract/imports/image-settings.ts'
import type { ImageHeader, OutputSettings, Raster } from './image-job.ts'

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
  settings: OutputSettings,
  hasGps: boolean,
): OutputPlan => {
  const { maxPixels, format, square, withoutLocation, srgb } = settings
  const change =
    (maxPixels !== null && Math.max(header.width, header.height) > maxPixels) ||
    (square === true && header.width !== header.height) ||
    (withoutLocation === true && hasGps) ||
    (srgb === true && hasOtherColours(header, settings))
  const own = header.raster
  if (isKeptAnimation(own)) return keepAnimation(own, change, format)
  if (header.frames > 1) return planAnimation(own, change, format)

  const inks = header.inks === true
  const unchanged = !change && header.upright && !inks && (format === 'keep' || format === own)
  if (unchanged) return { action: 'keep', notes: [] }
  const notes = inks ? [inksNote] : []
  if (format !== 'keep') return { action: 'encode', format, notes }
  if (own === 'png' || own === 'jpeg' || own === 'webp')
    return { action: 'encode', format: own, notes }
  const written = own === 'gif' ? 'png' : 'webp'
  return {
    action: 'encode',
    format: written,
    notes: [
      `Written as ${names[written]}: a changed ${own.toUpperCase()} is not written as ${own.toUpperCase()} again.`,
    ],
  }
}

/** Whether an image has colours that `srgb` changes: those of a profile may be meant to stay. */
export const hasOtherColours = (
  { otherProfile, deep }: ImageHeader,
  { keepsProfile }: Pick<OutputSettings, 'keepsProfile'>,
): boolean => deep === true || (otherProfile === true && keepsProfile !== true)

const inksNote =
  'Written in screen colours (sRGB): browsers show printing inks (CMYK) in wrong colours.'

const names = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP' } as const

/** The notes of an image whose own bytes are kept. */
export const keptNotes = (notes: readonly string[], hasGps: boolean): readonly string[] =>
  hasGps ? [...notes, gpsNote] : notes

const gpsNote =
  'It holds GPS coordinates, which will be public with it. Resize or convert it to leave them out.'

/** Animations of which the library decodes only the first image, so that nothing can be changed about them. */
const keptAnimations = { apng: 'PNG', avis: 'AVIF' } as const
type KeptAnimation = keyof typeof keptAnimations

export const isKeptAnimation = (raster: Raster): raster is KeptAnimation => raster in keptAnimations

const keepAnimation = (
  raster: KeptAnimation,
  change: boolean,
  format: ImageSettings['format'],
): OutputPlan => {
  const name = keptAnimations[raster]
  return {
    action: 'keep',
    notes:
      change || (format !== 'keep' && format !== name.toLowerCase())
        ? [
            `Kept as it is: an animated ${name} cannot be resized, cut or converted. Export it as GIF or WebP for that.`,
          ]
        : [],
  }
}

const planAnimation = (
  own: Raster,
  change: boolean,
  format: ImageSettings['format'],
): OutputPlan => {
  const still =
    format === 'png' || format === 'jpeg'
      ? [`Not written as ${names[format]}, which cannot hold an animation.`]
      : []
  const becomesWebp = change || (format === 'webp' && own !== 'webp')
  if (!becomesWebp) return { action: 'keep', notes: still }
  const changed = own !== 'webp' && format !== 'webp' ? ['Written as animated WebP.'] : []
  return { action: 'encode', format: 'webp', notes: [...still, ...changed] }
}
