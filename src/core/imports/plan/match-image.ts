import { mediaTypeOfName } from '#core/content/media.ts'
import { type FileMatch, type FileMatcher, folderOf, sameName, stemOf } from './match-files.ts'
import type { FileEntry } from './plan-types.ts'

/** By what a cell names its image, where that is not the name of the file. */
export type ImageNaming = 'address' | 'path' | 'stem'

export type ImageMatch = FileMatch & { readonly by?: ImageNaming }

/**
 * The file of the folder that a cell of images names: by its name; by an address or a path of
 * another place that ends in it; or by its name without the ending, as numbers and titles do. An
 * address is only compared, and nothing is fetched.
 */
export const matchImage = (cell: string, matcher: FileMatcher): ImageMatch => {
  const named = withOriginal(matcher.match(cell))
  if (named.kind !== 'missing') return named
  const ending = endingOf(cell)
  if (ending !== undefined) {
    const found = matchEnding(ending.path, matcher)
    return found.kind === 'found' || (found.kind === 'ambiguous' && ending.by === 'path')
      ? { ...found, by: ending.by }
      : named
  }
  const pictures = matcher.filesOfStem(cell).filter(isPicture)
  const [file, second] = originalsOf(pictures)
  if (file === undefined) return named
  return second === undefined
    ? { kind: 'found', file, differs: true, by: 'stem' }
    : { kind: 'ambiguous', files: pictures }
}

const isPicture = ({ name }: FileEntry): boolean => {
  const type = mediaTypeOfName(name)
  return type?.startsWith('image/') === true && type !== 'image/svg+xml'
}

/** The path in an address, or in a path from the top of a drive or of a folder above. */
const endingOf = (
  cell: string,
): { readonly by: 'address' | 'path'; readonly path: string } | undefined => {
  const address = /^https?:\/\/(?<path>.+)$/iu.exec(cell)?.groups?.['path']
  if (address !== undefined)
    return { by: 'address', path: decoded(address.replace(/[?#].*$/u, '')) }
  const path = cell.replaceAll('\\', '/')
  return /^(?:[a-z]:)?\/|^\.\.\//iu.test(path) ? { by: 'path', path } : undefined
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The end of a longer path tells files of one name apart, and so many folders are enough. */
const comparedParts = 8

const matchEnding = (path: string, matcher: FileMatcher): FileMatch => {
  const parts = path.split('/').slice(-comparedParts)
  const last = matcher.match(parts.at(-1) ?? '')
  if (last.kind !== 'ambiguous') return last
  for (const at of parts.keys()) {
    const found = matcher.match(parts.slice(at).join('/'))
    if (found.kind === 'found') return found
  }
  return withOriginal(last)
}

/** Of a picture and its thumbnails the largest is meant. */
const withOriginal = (found: FileMatch): FileMatch => {
  if (found.kind !== 'ambiguous') return found
  const [file, second] = originalsOf(found.files)
  return file === undefined || second !== undefined ? found : { kind: 'found', file, differs: true }
}

/** The files without the thumbnails of others. */
const originalsOf = (files: readonly FileEntry[]): readonly FileEntry[] =>
  isOnePicture(files)
    ? files.toSorted((a, b) => pixelsOf(b) - pixelsOf(a) || b.size - a.size).slice(0, 1)
    : files

const isOnePicture = (files: readonly FileEntry[]): boolean =>
  new Set(files.map(pictureKey)).size === 1 && new Set(files.map(plainKey)).size > 1

/** Unknown until the file was decoded. */
const pixelsOf = ({ check }: FileEntry): number =>
  check?.kind === 'sound' && check.image.header !== null
    ? check.image.header.width * check.image.header.height
    : 0

const plainKey = ({ name }: FileEntry): string => sameName(folderOf(name) + stemOf(name))

const sizes = 'thumbnails?|thumbs?|previews?|small|medium|large|full|originals?|orig|hires'
const sizeFolder = new RegExp(`(?<=^|/)(?:${sizes})/`, 'gu')
const sizeMark = new RegExp(`(?<=[^/])[ _.-](?:${sizes}|[1-9]\\d{1,4}x[1-9]\\d{1,4})$`, 'u')

/** Equal for files that programs for websites make of one picture: `a.jpg`, `thumbs/a.jpg`, `a-300x200.jpg`. */
export const pictureKey = (file: FileEntry): string =>
  plainKey(file).replaceAll(sizeFolder, '').replace(sizeMark, '')
