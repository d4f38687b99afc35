import { mediaTypeOfName } from '#media/content/media.ts'
import type { TemplateWork } from '#cardano/template.ts'
import { bytesText } from '#values/text/format.ts'
import { limits } from '#values/bounds/limits.ts'
import { issueOf, readable, type Fix, type Issue } from '../table/issues.ts'
import type { CellRef } from './cell-text.ts'
import { baseOf, type FileMatcher, folderOfName, fileStem } from './match-files.ts'
import { isSameType, mediaTypeOfFile } from './metadata-input.ts'
import type { FileEntry, PlannedImage, PlannedWork, TokenFields } from './plan-types.ts'
import {
  emptyFileIssue,
  isImageAddress,
  pickFile,
  readFileName,
  rejected,
  unsupportedFile,
} from './read-image.ts'

/** A cell that holds a work: the value of a tag that the template puts into `files[].src`. */
export type WorkCell = {
  readonly work: TemplateWork
  readonly value: string
  readonly cellRef: CellRef
}

type TypeCell = Pick<WorkCell, 'value' | 'cellRef'>

export type WorksReading = {
  readonly works: readonly PlannedWork[]
  /** The types of works that are addresses, as values of their tags. */
  readonly types: NonNullable<TokenFields['metadata_attributes']>
  readonly meant: readonly FileEntry[]
  readonly issues: readonly Issue[]
}

/**
 * Resolves the cells of a row that hold works: a file of the folder, or an address, which stays as
 * it is.
 * @param given the row's own value of a tag, such as that of a type
 */
export const readWorks = (
  cells: readonly WorkCell[],
  matcher: FileMatcher,
  given: (tag: string) => TypeCell | undefined,
): WorksReading => {
  const readings = cells.map(({ work, value, cellRef }): WorksReading => {
    const said = work.typeTag === undefined ? undefined : given(work.typeTag)
    const typeTag = said === undefined ? work.typeTag : undefined
    if (isImageAddress(value)) return readAddress(value, typeTag, cellRef)
    const { file, meant, issues } = readFileName(value, cellRef, matcher, unusableWork)
    const works = file === undefined ? [] : [{ tag: work.tag, typeTag, file }]
    return {
      works,
      types: [],
      meant,
      issues: [
        ...issues,
        ...typeIssue(file, { work, said, cellRef }),
        ...needsOthers(file, cellRef),
      ],
    }
  })
  return {
    works: readings.flatMap(({ works }) => works),
    types: readings.flatMap(({ types }) => types),
    meant: readings.flatMap(({ meant }) => meant),
    issues: readings.flatMap(({ issues }) => issues),
  }
}

/** The type of what is elsewhere shows in its name alone. */
const readAddress = (uri: string, typeTag: string | undefined, cellRef: CellRef): WorksReading => {
  const nothing = { works: [], types: [], meant: [], issues: [] }
  if (typeTag === undefined) return nothing
  const type = mediaTypeOfName(URL.parse(uri)?.pathname ?? '')
  if (type !== undefined) return { ...nothing, types: [{ tag: typeTag, value: type }] }
  const message = `Row ${cellRef.row}, ${cellRef.column}: the type of this work is not known. Add a column ${typeTag} with it, such as video/mp4.`
  return { ...nothing, issues: [issueOf('missing_tag_value', message, cellRef)] }
}

const unusableWork = (file: FileEntry, cellRef: CellRef): Issue | undefined => {
  const known = emptyFileIssue(file, cellRef) ?? tooLarge(file, cellRef) ?? rejected(file, cellRef)
  if (known !== undefined || file.check?.kind === 'sound') return known
  const { name } = file
  // without an ending, nothing is said until its content was looked at
  const isKnown = mediaTypeOfName(name) !== undefined || fileStem(name) === baseOf(name)
  return isKnown
    ? undefined
    : unsupportedFile(
        file,
        cellRef,
        'has no ending of a work: image, audio, video, GLB, glTF, HTML, SVG or PDF. Rename it, or save it as one of these.',
      )
}

const tooLarge = ({ name, size }: FileEntry, cellRef: CellRef): Issue | undefined =>
  size <= limits.workBytes
    ? undefined
    : issueOf(
        'work_too_large',
        `Row ${cellRef.row}, ${cellRef.column}: the file ${name} has ${bytesText(size)}; at most ${bytesText(limits.workBytes)} are allowed for a work. Export a smaller version.`,
        { ...cellRef, value: name },
      )

/** Wallets choose by the type how they show a file, so it has to be that of its bytes. */
const typeIssue = (
  file: FileEntry | undefined,
  {
    work: { fixedType },
    said,
    cellRef,
  }: Pick<WorkCell, 'work' | 'cellRef'> & { readonly said: TypeCell | undefined },
): readonly Issue[] => {
  const own = file === undefined ? undefined : mediaTypeOfFile(file)
  const type = said?.value ?? fixedType
  if (file === undefined || own === undefined || type === undefined || isSameType(own, type))
    return []
  if (said === undefined) {
    const message = `Row ${cellRef.row}, ${cellRef.column}: the file ${file.name} is ${own}, but the collection's files say ${readable(type)} for every token. Write a tag such as <work_type> in the collection's metadata.`
    return [issueOf('media_type_mismatch', message, { ...cellRef, value: type })]
  }
  const { row, column } = said.cellRef
  const message = `Row ${row}, ${column}: "${readable(type)}", but the file ${file.name} is ${own}. Wallets show a file by its type.`
  const fix: Fix = { kind: 'set_value', value: own, label: `Write ${own}` }
  return [issueOf('media_type_mismatch', message, { row, column, value: type, fix })]
}

const needsOthers = (file: FileEntry | undefined, cellRef: CellRef): readonly Issue[] => {
  const image = file?.check?.kind === 'sound' ? file.check.image : undefined
  if (file === undefined || image?.loads === undefined) return []
  const remedy = image.mediaType.startsWith('model/')
    ? 'Export it as one GLB file that holds its shapes and pictures.'
    : 'Where works are shown without network, as in the window of Coldpress, that part is missing. Put it into the file.'
  return [
    issueOf(
      'work_needs_others',
      `Row ${cellRef.row}, ${cellRef.column}: ${file.name} loads "${readable(image.loads)}", which the token does not hold. ${remedy}`,
      { ...cellRef, value: file.name },
    ),
  ]
}

/** Whether wallets show the file as a picture that stands still, or may. */
export const isStill = (file: FileEntry): boolean => {
  const type = mediaTypeOfFile(file) ?? ''
  return type.startsWith('image/') && type !== 'image/svg+xml'
}

export const isVideo = (file: FileEntry): boolean =>
  mediaTypeOfFile(file)?.startsWith('video/') === true

/** The name of the first video among the files of which the folder has no still image. */
export const videoWithoutStill = (
  files: readonly FileEntry[],
  matcher: FileMatcher,
): string | undefined =>
  files.find(
    (file) =>
      isVideo(file) &&
      matcher.withStem(fileStem(file.name), {
        isWanted: isStill,
        folder: folderOfName(file.name),
      }) === undefined,
  )?.name

/** The file that belongs beside the image of a row: the one of its name that is no picture itself. */
export const suggestedWork = (
  image: PlannedImage | undefined,
  assetName: string,
  matcher: FileMatcher,
): Fix | undefined => {
  const stem = image?.kind === 'file' ? fileStem(image.file.name) : assetName
  const folder = image?.kind === 'file' ? folderOfName(image.file.name) : ''
  const isWork = (file: FileEntry): boolean => mediaTypeOfFile(file) !== undefined && !isStill(file)
  const file = stem === '' ? undefined : matcher.withStem(stem, { isWanted: isWork, folder })
  return file && pickFile(file)
}

/** The still image of a work: the one of its name. */
export const suggestedPreview = (
  works: readonly PlannedWork[],
  matcher: FileMatcher,
): Fix | undefined => {
  for (const { file } of works) {
    const still = matcher.withStem(fileStem(file.name), {
      isWanted: isStill,
      folder: folderOfName(file.name),
    })
    if (still !== undefined) return pickFile(still)
  }
  return undefined
}
