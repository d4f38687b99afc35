import { fixedText } from '#cardano/template.ts'
import type { OutputSettings } from '#media/images/image-job.ts'
import { bytesText } from '#values/text/format.ts'
import { limits } from '#values/bounds/limits.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { issueOf, type Issue } from '../table/issues.ts'
import type { CellRef } from './cell-text.ts'
import type { FileMatcher } from './match-files.ts'
import {
  isImageType,
  isSameType,
  mediaTypeOf,
  mediaTypeOfFile,
  pinnedTypeOf,
} from './metadata-input.ts'
import type { FileEntry, PlannedImage, TokenFields } from './plan-types.ts'
import { leaveOut } from './read-image.ts'
import { videoWithoutStill } from './read-work.ts'

/** What the image of a row is judged by. */
type ImageContext = {
  readonly template: MetadataTemplate | undefined
  readonly matcher: FileMatcher
  readonly settings: OutputSettings
}

/** A row without an image; it may have a work alone. */
export const missingImage = (
  cellRef: CellRef,
  name: string,
  [file]: readonly FileEntry[],
  matcher: FileMatcher,
): Issue => {
  const what =
    file === undefined
      ? `no image${name === '' ? '' : ` for “${name}”`}. Choose one, or leave the row out.`
      : `${file.name} is ${kindOfWork(file)}, and wallets show a picture. Choose one, or skip it.`
  return issueOf('missing_image', `Row ${cellRef.row}, ${cellRef.column}: ${what}`, {
    ...cellRef,
    fix: leaveOut,
    ...(file === undefined ? {} : { value: file.name, video: videoWithoutStill([file], matcher) }),
  })
}

const kindOfWork = (file: FileEntry): string => {
  const type = mediaTypeOfFile(file) ?? ''
  if (type === 'image/svg+xml') return 'a vector file'
  if (type.startsWith('video/')) return 'a video'
  return type.startsWith('audio/') ? 'a sound file' : 'not an image'
}

/** The collection's metadata may give every token a type of its own, whatever its file is. */
export const fixedTypeIssue = (
  image: PlannedImage | undefined,
  row: number,
  { template, settings: { format } }: ImageContext,
): Issue | undefined => {
  const fixed = fixedText(template?.media_type)
  const pinned = image?.kind === 'file' ? pinnedTypeOf(image, format) : undefined
  if (fixed === undefined || pinned === undefined || isOneOf(fixed, [pinned])) return undefined
  // Of any other type, the collection itself has an issue.
  if (!isImageType(fixed) || !isImageType(pinned)) return undefined
  const message = `Row ${row}, image: the file goes on chain as ${fixed}, which the collection's media_type says for every token, but it is pinned as ${pinned}. Write <media_type> in the collection's metadata, or import all images in one format.`
  return issueOf('media_type_mismatch', message, { row, column: 'image', value: fixed })
}

export const mediaIssue = (
  fields: TokenFields,
  image: PlannedImage | undefined,
  row: number,
  { matcher, settings: { format } }: ImageContext,
): Issue | undefined => {
  const given = fields.media_type
  const ofFile = image?.kind === 'file' ? mediaTypeOf(image) : undefined
  const pinned = image?.kind === 'file' ? pinnedTypeOf(image, format) : undefined
  if (given !== undefined && ofFile !== undefined && !isOneOf(given, [ofFile, pinned]))
    return issueOf(
      'media_type_mismatch',
      `Row ${row}, media_type: "${given}", but the file is ${ofFile}. Wallets show a file by its type.`,
      {
        row,
        column: 'media_type',
        value: given,
        fix: { kind: 'set_value', value: ofFile, label: `Write ${ofFile}` },
      },
    )
  const type = given ?? mediaTypeOf(image)
  if (type === undefined || !/^(?:audio|video)\//iu.test(type)) return undefined
  const message = `Row ${row}, image: ${type} is not an image. CIP-25 requires one, and most wallets show nothing else. Name the file in a column work, and a still image here.`
  const video = image?.kind === 'file' ? videoWithoutStill([image.file], matcher) : undefined
  return issueOf('media_not_image', message, { row, column: 'image', value: type, video })
}

/** CIP-25 means a small preview; wallets load hundreds of them at once. */
const heavyBytes = limits.previewBytes
/** Of such an image many gateways give up before a wallet has it. */
const hugeBytes = 10 * heavyBytes

/** Whatever the import makes smaller is not known before it is made. */
export const heavyIssue = (
  image: PlannedImage | undefined,
  row: number,
  { settings: { format, maxPixels, square } }: ImageContext,
): Issue | undefined => {
  if (image?.kind !== 'file' || image.file.size <= heavyBytes) return undefined
  if (format !== 'keep' || maxPixels !== null || square === true) return undefined
  if (!isImageType(mediaTypeOf(image) ?? '')) return undefined
  const { name, size } = image.file
  return issueOf(
    size > hugeBytes ? 'image_huge' : 'image_heavy',
    `Row ${row}, image: ${name} is ${bytesText(size)}. Wallets will load it slowly; resize it to about 1 MB.`,
    { row, column: 'image', value: name },
  )
}

const isOneOf = (given: string, types: readonly (string | undefined)[]): boolean =>
  types.some((type) => type !== undefined && isSameType(type, given))
