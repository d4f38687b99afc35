import { numberText } from '#values/text/format.ts'
import { urlHostError } from '#values/addresses/host-name.ts'
import { limits } from '#values/bounds/limits.ts'
import { bytesOf } from '#values/text/text.ts'
import { readCid } from '#media/content/cid.ts'
import { type IpfsAddress, readGatewayUrl, readIpfsUri } from '#media/content/ipfs-address.ts'
import { isImageOrPlayable, mediaTypeOfName } from '#media/content/media.ts'
import type { ImageRule } from '#media/images/image-job.ts'
import { nameNote } from '#media/images/name-note.ts'
import { type CellRef, withoutInvisible } from './cell-text.ts'
import type { IssueRule } from '#contract/imports/import-rules.ts'
import { issueOf, readable, type Issue, type Fix } from '../table/issues.ts'
import { baseOf, sameName, fileStem, type FileMatcher } from './match-files.ts'
import type { ImageNaming, MatchImage } from './match-image.ts'
import type { FileEntry, FileMatch, PassedOver, PlannedImage } from './plan-types.ts'

export type ImageReading = {
  /** Undefined when an issue among `issues` is an error. */
  readonly image: PlannedImage | undefined
  /** By what the cell names the file, where that is not its name. */
  readonly by?: ImageNaming | undefined
  /** Files that the cell may refer to, so they are not reported as unused. */
  readonly meant: readonly FileEntry[]
  readonly issues: readonly Issue[]
}

/**
 * Resolves the cell `image`: `ipfs://<cid>`, also with a path, a file of the folder, or a web address
 * (interface, "Token", `image`).
 */
export const readImage = (cell: string, cellRef: CellRef, matchImage: MatchImage): ImageReading => {
  if (/^ipfs:/iu.test(cell)) return readIpfs(cell, cellRef)
  if (isOfGateway(cell)) return readUrl(cell, cellRef)
  const found = matchImage(cell)
  if (found.kind !== 'found' && isImageAddress(cell)) return readUrl(cell, cellRef)
  const { file, meant, issues } = readMatch(found, cell, cellRef, unusableImage)
  if (file === undefined) return { image: undefined, meant, issues }
  return {
    image: { kind: 'file', file },
    by: found.by,
    meant,
    // What is so for a whole column is said once.
    issues:
      found.by === undefined ? issues : issues.filter(({ rule }) => rule !== 'file_name_differs'),
  }
}

/** An image that is on IPFS stays that image, whatever the folder holds. */
const isOfGateway = (cell: string): boolean => {
  const url = /^https?:/iu.test(cell) ? URL.parse(cell) : null
  return url !== null && readGatewayUrl(url) !== undefined
}

const planned = (image: PlannedImage): ImageReading => ({ image, meant: [], issues: [] })

const withIssue = (found: Issue, meant: readonly FileEntry[] = []): ImageReading => ({
  image: undefined,
  meant,
  issues: [found],
})

const readIpfs = (cell: string, cellRef: CellRef): ImageReading => {
  const address = readIpfsUri(cell)
  if (address !== undefined)
    return {
      ...planned({ kind: 'ipfs', uri: address.uri }),
      issues: piecesIssue(address, cellRef),
    }
  const path = pathIssue(cell, cellRef)
  if (path !== undefined) return withIssue(path)
  // A path or a query behind the CID is left out of the suggestion.
  const inner = /[^/]+$/u.exec(cell.replace(/[?#].*$/u, ''))?.[0] ?? ''
  return withIssue(
    invalidImage(
      cell,
      cellRef,
      'is not ipfs:// followed by a CID, or by a CID and a path.',
      ipfsFix(inner),
    ),
  )
}

/**
 * In an address `#` begins what a browser does not ask for, and a blank ends it: a file with one of
 * them in its name is not found.
 */
const pathIssue = (cell: string, cellRef: CellRef): Issue | undefined => {
  const [wrong] = /[# ]/u.exec(cell) ?? []
  const written = cell.replaceAll('#', '%23').replaceAll(' ', '%20')
  const url = /^https?:/iu.test(cell) ? URL.parse(written) : null
  const isFixed = (url === null ? readIpfsUri(written) : readGatewayUrl(url)) !== undefined
  if (wrong === undefined || !isFixed) return undefined
  return invalidImage(
    cell,
    cellRef,
    `has ${wrong === '#' ? 'the character #' : 'a blank'} in the path, where an address ends. In the name of a file it is written ${wrong === '#' ? '%23' : '%20'}.`,
    { kind: 'set_value', value: written, label: `Write ${written}` },
  )
}

/** An address over 64 bytes is a list on chain, of which some wallets show nothing. */
const piecesIssue = ({ uri, cid, path }: IpfsAddress, cellRef: CellRef): readonly Issue[] => {
  const bytes = bytesOf(uri)
  if (bytes <= limits.metadatumBytes) return []
  const v0 = readCid(cid)?.v0
  const shorter = `ipfs://${v0}${path}`
  const fix =
    v0 === undefined || v0 === cid
      ? {}
      : { fix: { kind: 'set_value', value: shorter, label: `Write ${shorter}` } as const }
  const message = `Row ${cellRef.row}, ${cellRef.column}: the address has ${bytes} bytes. On chain it becomes a list of two texts, and some wallets show no image then.`
  return [issueOf('image_in_pieces', message, { ...cellRef, value: uri, ...fix })]
}

const readUrl = (cell: string, cellRef: CellRef): ImageReading => {
  if (/^data:/iu.test(cell))
    return withIssue(
      invalidImage(
        cell,
        cellRef,
        'holds the image itself. Save it as a file of the folder and name that.',
      ),
    )
  const url = URL.parse(cell)
  if (url === null || !/^https?:$/u.test(url.protocol))
    return withIssue(
      invalidImage(cell, cellRef, 'is not a web address that starts with https:// or http://.'),
    )
  const hostError = urlHostError(cell)
  if (hostError !== undefined)
    return withIssue(invalidImage(cell, cellRef, `cannot be reached: ${hostError}.`))
  const path = pathIssue(cell, cellRef)
  if (path !== undefined) return withIssue(path)
  const address = readGatewayUrl(url)
  if (address === undefined) return planned({ kind: 'url', url: cell })
  return { ...planned({ kind: 'ipfs', uri: address.uri }), issues: piecesIssue(address, cellRef) }
}

/** The file of the folder that a cell names. `file`: undefined when an issue is an error. */
export type FileReading = Omit<ImageReading, 'image' | 'by'> & {
  readonly file: FileEntry | undefined
}

/** @param unusable why a file cannot be what the cell is for */
export const readFileName = (
  cell: string,
  cellRef: CellRef,
  matcher: FileMatcher,
  unusable: Unusable,
): FileReading => readMatch(matcher.match(cell), cell, cellRef, unusable)

type Unusable = (file: FileEntry, cellRef: CellRef) => Issue | undefined

const readMatch = (
  found: FileMatch,
  cell: string,
  cellRef: CellRef,
  unusable: Unusable,
): FileReading => {
  const withoutFile = (issue: Issue, meant: readonly FileEntry[] = []): FileReading => ({
    file: undefined,
    meant,
    issues: [issue],
  })
  if (found.kind === 'missing') return withoutFile(missingFile(cell, cellRef, found.similar))
  if (found.kind === 'passed_over') return withoutFile(passedOverFile(cell, cellRef, found.found))
  if (found.kind === 'ambiguous')
    return withoutFile(ambiguousFile(cell, cellRef, found.files), found.files)
  const { file, differs } = found
  const issue = unusable(file, cellRef)
  if (issue !== undefined) return withoutFile(issue, [file])
  return {
    file,
    meant: [file],
    issues: [
      ...(differs ? [differentName(cell, cellRef, file)] : []),
      ...differentContent(file, cellRef),
    ],
  }
}

const differentName = (cell: string, cellRef: CellRef, file: FileEntry): Issue => {
  const unseen = withoutInvisible(file.name, true) !== file.name
  return issueOf(
    'file_name_differs',
    `Row ${cellRef.row}, ${cellRef.column}: taken to be the file ${file.name}${unseen ? ', whose name holds a character that cannot be seen' : lookAlike(cell, file)}.`,
    { ...cellRef, value: cell, ...(unseen ? {} : fixWith(pickFile(file))) },
  )
}

/** Which character of the file's name only looks like the one in the cell, where that is the difference. */
const lookAlike = (cell: string, { name }: FileEntry): string => {
  const base = cell.includes('/') ? name : baseOf(name)
  if (sameName(cell) === sameName(base) || sameName(cell) === sameName(name)) return ''
  const inCell = new Set(cell.normalize('NFC'))
  const other = Array.from(base.normalize('NFC')).find(
    (letter) => !inCell.has(letter) && !/[a-z0-9]/iu.test(letter),
  )
  if (other === undefined) return ', whose name looks the same and is written in another way'
  return `, whose name has the look-alike character ${codeOf(other)}`
}

/** `U+202F` */
const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const differentContent = ({ name, check }: FileEntry, cellRef: CellRef): readonly Issue[] => {
  const note = check?.kind === 'sound' ? nameNote(name, check.image.mediaType) : undefined
  if (note === undefined) return []
  const message = `Row ${cellRef.row}, ${cellRef.column}: the file ${note}`
  return [issueOf('name_differs_from_content', message, { ...cellRef, value: name })]
}

const unusableImage = (file: FileEntry, cellRef: CellRef): Issue | undefined => {
  const known = emptyFileIssue(file, cellRef) ?? rejected(file, cellRef)
  if (known !== undefined) return known
  if (file.check?.kind === 'sound') return notAnImage(file, file.check.image.mediaType, cellRef)
  const why = unsupported(file.name)
  return why === undefined ? undefined : unsupportedFile(file, cellRef, why)
}

export const unsupportedFile = ({ name }: FileEntry, cellRef: CellRef, why: string): Issue =>
  issueOf('file_not_supported', `Row ${cellRef.row}, ${cellRef.column}: the file ${name} ${why}`, {
    ...cellRef,
    value: name,
  })

export const emptyFileIssue = ({ name, size }: FileEntry, cellRef: CellRef): Issue | undefined =>
  size > 0
    ? undefined
    : issueOf(
        'empty_file',
        `Row ${cellRef.row}, ${cellRef.column}: the file ${name} is empty (0 bytes). Save it again.`,
        { ...cellRef, value: name },
      )

/** A sound file that can be a work beside an image, and not the image itself. */
const notAnImage = ({ name }: FileEntry, mediaType: string, cellRef: CellRef): Issue | undefined =>
  isImageOrPlayable(mediaType)
    ? undefined
    : issueOf(
        'content_not_supported',
        `Row ${cellRef.row}, ${cellRef.column}: the file ${name} ${whyNoImage(name, mediaType)}`,
        { ...cellRef, value: name },
      )

/** A page under an image's name is what a server answered in its place; a page by its own name is a work. */
const whyNoImage = (name: string, mediaType: string): string =>
  mediaType === 'text/html' && nameNote(name, mediaType) !== undefined
    ? 'is a web page (HTML) that was saved under an image’s name, perhaps an error page. Download the image again.'
    : `is of the type ${mediaType}, which no wallet shows as an image. Name it in a column work, and a still image here.`

export const rejected = ({ name, check }: FileEntry, cellRef: CellRef): Issue | undefined =>
  check?.kind === 'rejected'
    ? issueOf(
        ruleOfImage[check.rule],
        `Row ${cellRef.row}, ${cellRef.column}: the file ${check.message}`,
        {
          ...cellRef,
          value: name,
        },
      )
    : undefined

const ruleOfImage: Readonly<Record<ImageRule, IssueRule>> = {
  image_missing: 'unreadable_file',
  image_unreadable: 'unreadable_file',
  image_unwritable: 'unreadable_file',
  image_empty: 'image_damaged',
  image_truncated: 'image_damaged',
  image_timeout: 'image_damaged',
  image_crashed: 'image_damaged',
  image_too_large: 'image_too_large',
  image_too_many_pixels: 'image_too_large',
  image_not_media: 'content_not_supported',
  image_unsupported: 'content_not_supported',
  image_svg: 'content_not_supported',
}

/** Formats without general browser support, which the image process rejects. */
const unsupportedTypes: ReadonlySet<string> = new Set(['image/tiff', 'image/heic', 'image/heif'])

/**
 * Why a file of this name, whose content is not known yet, cannot be imported. Without an extension
 * nothing is said until it was decoded.
 */
const unsupported = (name: string): string | undefined => {
  const mediaType = mediaTypeOfName(name)
  if (mediaType === 'image/svg+xml')
    return 'is an SVG, which may run programs and read other files. Save it as PNG.'
  if (mediaType !== undefined) {
    if (unsupportedTypes.has(mediaType))
      return `is of the type ${mediaType}, which few programs show. Save it as PNG, JPEG or WebP.`
    return isImageOrPlayable(mediaType) ? undefined : whyNoImage(name, mediaType)
  }
  return fileStem(name) === baseOf(name)
    ? undefined
    : 'has no ending of an image, audio or video file. Rename it, or save it as PNG, JPEG, WebP or GIF.'
}

/** For a row whose image is not there. */
export const leaveOut: Fix = { kind: 'remove_row', value: '', label: 'Leave the row out' }

const missingFile = (cell: string, cellRef: CellRef, similar: FileEntry | undefined): Issue => {
  const meant = similar === undefined ? ipfsFix(cell) : pickFile(similar)
  const hint = meant === undefined ? 'Add it, or correct the name.' : `${meant.label}?`
  const message = `Row ${cellRef.row}, ${cellRef.column}: the folder has no file "${readable(cell)}". ${hint}`
  return issueOf('file_not_found', message, {
    ...cellRef,
    value: cell,
    fix: meant ?? leaveOut,
  })
}

const passedOverFile = (cell: string, cellRef: CellRef, { name, why }: PassedOver): Issue => {
  const what = name === cell ? '' : `"${readable(name)}" `
  return issueOf(
    'file_not_found',
    `Row ${cellRef.row}, ${cellRef.column}: the file "${readable(cell)}" is not read: ${what}${passedOverReasons[why]}`,
    { ...cellRef, value: cell },
  )
}

/** The rest of a sentence about what a folder holds and no import reads. */
export const passedOverReasons: Readonly<Record<PassedOver['why'], string>> = {
  hidden: 'is hidden, or was left by the system. Give it a name without a dot at its start.',
  link_out:
    'is a link that leads out of the folder. Copy the file itself into the folder: an import publishes only what is there.',
  link_to_folder: 'is a link to a folder. Copy the files themselves into the folder.',
  link_broken: 'is a link to a file that is gone. Copy the file itself into the folder.',
  no_file: 'is no file, but a named pipe, a socket or a device. Save it as a file.',
  package:
    'is a document of Numbers, Pages or Keynote, which is not read. Save a table as .xlsx or "CSV UTF-8", and rename a folder that is none.',
}

/** A sentence names no more. */
const shownFiles = 3

const ambiguousFile = (cell: string, cellRef: CellRef, files: readonly FileEntry[]): Issue => {
  const more = files.length - shownFiles
  const names = [
    ...files.slice(0, shownFiles).map((file) => `"${file.name}"`),
    ...(more > 0 ? [`${numberText(more)} more`] : []),
  ].join(' and ')
  const message = `Row ${cellRef.row}, ${cellRef.column}: "${readable(cell)}" may be ${names}. Write the one that is meant exactly as the folder does.`
  return issueOf('ambiguous_file', message, { ...cellRef, value: cell })
}

/**
 * Undefined for a file whose name a cell cannot hold: with outer whitespace, or like an address.
 */
export const pickFile = ({ name }: FileEntry): Fix | undefined =>
  name.trim() !== name || isImageAddress(name)
    ? undefined
    : { kind: 'pick_file', value: name, label: `Use ${name}` }

/** Not a file's name, but an address. */
export const isImageAddress = (cell: string): boolean =>
  /^(?:ipfs:|data:|[a-z][a-z0-9+.-]*:\/\/)/iu.test(cell)

const fixWith = (fix: Fix | undefined): { readonly fix?: Fix } => (fix === undefined ? {} : { fix })

const ipfsFix = (text: string): Fix | undefined =>
  readCid(text) === undefined
    ? undefined
    : { kind: 'set_value', value: `ipfs://${text}`, label: `Write ipfs://${text}` }

const invalidImage = (cell: string, cellRef: CellRef, why: string, fix?: Fix): Issue =>
  issueOf('invalid_image', `Row ${cellRef.row}, ${cellRef.column}: the cell ${why}`, {
    ...cellRef,
    value: cell,
    ...fixWith(fix),
  })
