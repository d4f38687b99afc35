import { hasOtherColours, isKeptAnimation, planOutput } from '#media/images/plan-output.ts'
import type { ImageHeader, OutputSettings } from '#media/images/image-job.ts'
import { issueOf, type Issue } from '../table/issues.ts'
import type { PlannedImage } from './plan-types.ts'

/**
 * What a checked image keeps under the settings: sides that are not equal, where it was taken, other
 * colours than sRGB in 8 bits, and a size or a format that the settings would change and the library
 * cannot. Printing inks it does not keep, whatever the settings.
 */
export const keptImageIssues = (
  image: PlannedImage | undefined,
  row: number,
  settings: OutputSettings,
): readonly Issue[] => {
  const check = image?.kind === 'file' ? image.file.check : undefined
  if (image?.kind !== 'file' || check?.kind !== 'sound' || check.image.header === null) return []
  const { header, hasGps } = check.image
  const output = planOutput(header, settings, hasGps)
  const { name } = image.file
  const cellRef = { row, column: 'image', value: name }
  const start = `Row ${row}, image: the file ${name}`
  const shape = isCut(header, settings)
    ? []
    : [
        issueOf(
          'image_not_square',
          `${start} has ${header.width} × ${header.height} pixels. Wallets cut it to a square.`,
          cellRef,
        ),
      ]
  const inks = header.inks === true ? [inksIssue(start, cellRef)] : []
  if (output.action !== 'keep') return [...shape, ...inks]
  return [
    ...shape,
    ...(hasGps
      ? [
          issueOf(
            'image_location',
            `${start} says where it was taken (GPS), for everybody and for good. Remove the location data; the image is re-encoded.`,
            cellRef,
          ),
        ]
      : []),
    ...(hasOtherColours(header, settings) && !isKeptAnimation(header.raster)
      ? [coloursIssue(start, header, cellRef)]
      : []),
    ...output.notes.map((note) => issueOf('image_not_changed', `${start}: ${note}`, cellRef)),
  ]
}

const inksIssue = (start: string, cellRef: Parameters<typeof issueOf>[2]): Issue =>
  issueOf(
    'image_inks',
    `${start} has printing inks (CMYK), which browsers show in wrong colours. The import writes it in screen colours (sRGB): look at it in the preview.`,
    cellRef,
  )

const coloursIssue = (
  start: string,
  { otherProfile, deep }: ImageHeader,
  cellRef: Parameters<typeof issueOf>[2],
): Issue => {
  const has = [
    ...(otherProfile === true ? ['another colour profile than sRGB'] : []),
    ...(deep === true ? ['more than 8 bits a channel'] : []),
  ]
  return issueOf(
    'image_colours',
    `${start} has ${has.join(' and ')}. Not every viewer shows such colours as yours does. Make its colours sRGB, or keep it.`,
    cellRef,
  )
}

const isCut = ({ width, height, raster }: ImageHeader, { square }: OutputSettings): boolean =>
  width === height || (square === true && !isKeptAnimation(raster))
