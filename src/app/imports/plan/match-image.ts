import { mediaTypeOfName } from '#media/content/media.ts'
import type { EndMatch } from './match-end.ts'
import { baseOf, type FileMatcher } from './match-files.ts'
import { isOnePicture, isSizeFolder } from './picture-sizes.ts'
import type { FileEntry, FileMatch } from './plan-types.ts'

/** By what a cell names its image, where that is not the name of the file. */
export type ImageNaming = 'address' | 'path' | 'part' | 'stem' | 'first'

export type ImageMatch = FileMatch & { readonly by?: ImageNaming }

/** Finds the file of the folder that a cell of images names. */
export type MatchImage = (cell: string) => ImageMatch

/**
 * Of one column: a cell names its file by its name; by an address or a path of another place that
 * ends as the file's does; by the part before what all cells end in; by its name without the ending,
 * as numbers and titles do; or as the first of a list. An address is only compared, and nothing is
 * fetched.
 * @param cells all cells of the column
 */
export const createImageMatcher = (
  matcher: FileMatcher,
  cells: () => Iterable<string>,
): MatchImage => {
  let shared: string | undefined
  const match = (cell: string): ImageMatch => {
    const named = withOriginal(matcher.match(cell))
    if (named.kind !== 'missing') return named
    const place = placeIn(cell)
    if (place === undefined) return matchStem(cell, matcher) ?? named
    const found = matchPlace(place, matcher)
    if (found !== undefined) return { ...found, by: place.by }
    shared ??= sharedEnd(cells())
    const part = shared !== '' && place.path.endsWith(shared) && place.path.slice(0, -shared.length)
    const name =
      part === false ? undefined : part.split('/').findLast((folder) => !isSizeFolder(folder))
    const ofPart = name === undefined ? undefined : matchStem(name, matcher)
    if (ofPart === undefined || (ofPart.kind !== 'found' && place.by === 'address')) return named
    return { ...ofPart, by: 'part' }
  }
  return (cell) => {
    const found = match(cell)
    const [first] = found.kind === 'missing' ? listedFiles(cell) : []
    const ofFirst = first === undefined ? undefined : match(first)
    return ofFirst?.kind === 'found' ? { ...ofFirst, by: 'first' } : found
  }
}

/** The files of a cell such as `a.jpg, b.jpg`; nothing where it lists anything else. */
const listedFiles = (cell: string): readonly string[] => {
  const parts = cell.split(/[,;|\n]/u).map((part) => part.trim())
  const files = parts.filter((part) => part !== '')
  const isList = parts.length > 1 && files.every((name) => mediaTypeOfName(name) !== undefined)
  return isList ? files : []
}

const matchStem = (text: string, matcher: FileMatcher): ImageMatch | undefined => {
  const pictures = matcher.filesOfStem(text).filter(isPicture)
  const [file, second] = originalsOf(pictures)
  if (file === undefined) return undefined
  return second === undefined
    ? { kind: 'found', file, differs: true, by: 'stem' }
    : { kind: 'ambiguous', files: pictures }
}

const isPicture = ({ name }: FileEntry): boolean => {
  const type = mediaTypeOfName(name)
  return type?.startsWith('image/') === true && type !== 'image/svg+xml'
}

/** An address, or a path; `isFromTop` where its first folders are those of another place. */
type Place = {
  readonly by: 'address' | 'path'
  readonly path: string
  readonly isFromTop: boolean
}

const placeIn = (cell: string): Place | undefined => {
  const address = /^https?:\/\/(?<path>.+)$/iu.exec(cell)?.groups?.['path']
  if (address !== undefined)
    return { by: 'address', path: decodePath(address.replace(/[?#].*$/u, '')), isFromTop: true }
  const path = cell.replaceAll('\\', '/')
  const isFromTop = /^(?:[a-z]:)?\/|^\.\.\//iu.test(path)
  const isFile = /^[^:]+\//u.test(path) && mediaTypeOfName(path) !== undefined
  return isFromTop || isFile ? { by: 'path', path, isFromTop } : undefined
}

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * A path within a folder that names other folders than the file's means another file, as far as
 * anybody knows; an address among several files stays an address.
 */
const matchPlace = ({ by, path, isFromTop }: Place, matcher: FileMatcher): EndMatch | undefined => {
  const found: EndMatch = withOriginal(matcher.matchEnd(path))
  if (found.kind === 'ambiguous') return by === 'path' ? found : undefined
  return found.kind === 'found' && (isFromTop || found.isOtherFolder !== true) ? found : undefined
}

/** What most cells end in, where that is no name of a file but the same for all: `/full/max/0/default.jpg`. */
const sharedEnd = (cells: Iterable<string>): string => {
  const paths = Array.from(cells, (cell) => placeIn(cell.trim())?.path ?? '').filter(
    (path) => mediaTypeOfName(path) !== undefined,
  )
  const byLast = Map.groupBy(paths, baseOf)
  const [most = []] = [...byLast.values()].toSorted((a, b) => b.length - a.length)
  if (most.length * 2 <= paths.length) return ''
  const parts = most.map((path) => path.split('/').toReversed())
  const [first = []] = parts
  const count = first.findIndex((part, at) => parts.some((other) => other[at] !== part))
  return count < 1 ? '' : `/${first.slice(0, count).toReversed().join('/')}`
}

/** Of copies one is meant, and of a picture and its thumbnails the largest. */
const withOriginal = <Match extends FileMatch>(found: Match): Match | FileMatch => {
  if (found.kind !== 'ambiguous') return found
  const [file, second] = originalsOf(found.files)
  return file === undefined || second !== undefined ? found : { kind: 'found', file, differs: true }
}

/** The files without copies and thumbnails of others. */
const originalsOf = (files: readonly FileEntry[]): readonly FileEntry[] =>
  areCopies(files) || isOnePicture(files)
    ? files.toSorted((a, b) => pixelsOf(b) - pixelsOf(a) || b.size - a.size).slice(0, 1)
    : files

const areCopies = ([file, ...others]: readonly FileEntry[]): boolean =>
  file?.sha256 !== undefined && others.every(({ sha256 }) => sha256 === file.sha256)

/** Unknown until the file was decoded. */
const pixelsOf = ({ check }: FileEntry): number =>
  check?.kind === 'sound' && check.image.header !== null
    ? check.image.header.width * check.image.header.height
    : 0
