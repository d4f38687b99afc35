import { thumbnailWords } from './column-words.ts'
import { folderOfName, sameName, fileStem } from './match-files.ts'

/** What programs for websites call the sizes of one picture in names of files and folders. */
const thumbnails = thumbnailWords.map(sameName)
const sizes = [
  ...thumbnails,
  'medium',
  'large',
  'big',
  'full',
  'original',
  'originals',
  'orig',
  'hires',
].join('|')
const pixels = String.raw`[1-9]\d{1,4}x[1-9]\d{1,4}|[1-9]\d{1,4}(?:px|w)`
// `1140,` and `,600` are sizes in an address of the IIIF Image API.
const sizeFolder = new RegExp(
  String.raw`^(?:${sizes}|${pixels}|[1-9]\d{1,4},\d*|,[1-9]\d{1,4})$`,
  'u',
)
const sizeStart = new RegExp(String.raw`^(?:${sizes}|tn)[_.-](?=.)`, 'u')
const sizeEnd = new RegExp(String.raw`(?<=.)(?:[ _.-](?:${sizes}|${pixels})|@[1-9]x)$`, 'u')

type PictureName = { readonly folders: readonly string[]; readonly stem: string }

const readName = (path: string): PictureName => ({
  folders: sameName(folderOfName(path)).split('/').slice(0, -1),
  stem: sameName(fileStem(path)),
})

/** Its pictures have their originals in another folder; `full` may as well be one of several views. */
const isThumbnailFolder = (folder: string): boolean => thumbnails.includes(folder)

export const isSizeFolder = (folder: string): boolean => sizeFolder.test(folder)

/** Whether a name says that it is one size of a picture: `thumbs/a.jpg`, `tn_a.jpg`, `a@2x.jpg`. */
export const isSized = (path: string): boolean => {
  const { folders, stem } = readName(path)
  return folders.some(isSizeFolder) || sizeStart.test(stem) || sizeEnd.test(stem)
}

const withoutSize = ({ folders, stem }: PictureName): string =>
  [
    ...folders.filter((folder) => !isSizeFolder(folder)),
    stem.replace(sizeStart, '').replace(sizeEnd, ''),
  ].join('/')

/** The same path with any folder in one place; `isPlace` says in which places. */
const withAnyFolder = (
  { folders, stem }: PictureName,
  isPlace: (folder: string) => boolean,
): readonly string[] =>
  folders.flatMap((folder, at) =>
    isPlace(folder) ? [withoutSize({ stem, folders: folders.with(at, '*') })] : [],
  )

/** The key of all sizes in one folder or below it (`a.jpg`, `thumbs/a.jpg`), and of an original beside. */
const ownKeys = (name: PictureName): readonly string[] => [
  withoutSize(name),
  ...withAnyFolder(name, isThumbnailFolder),
]

/** The same key, and those of a thumbnail in a folder beside. */
const otherKeys = (name: PictureName): readonly string[] => [
  withoutSize(name),
  ...withAnyFolder(name, () => true),
]

/** Whether two names are of one picture, in whatever size: `art/a.jpg` and `thumbs/tn_a.jpg`. */
export const isSamePicture = (a: string, b: string): boolean => {
  const [first, second] = [readName(a), readName(b)]
  const isKeyOf = (keys: readonly string[], of: readonly string[]) =>
    keys.some((key) => of.includes(key))
  return isKeyOf(ownKeys(first), otherKeys(second)) || isKeyOf(ownKeys(second), otherKeys(first))
}

/** A picture has no more sizes. */
const mostSizes = 12

/** Whether all files are of one picture, in several sizes. */
export const isOnePicture = (files: readonly { readonly name: string }[]): boolean =>
  files.length <= mostSizes &&
  new Set(files.map(({ name }) => sameName(folderOfName(name) + fileStem(name)))).size > 1 &&
  files.every((file) => files.every((other) => isSamePicture(file.name, other.name)))

/** Tells of a name whether it is another size of one of these pictures. */
export const createSizeCheck = (pictures: Iterable<string>): ((path: string) => boolean) => {
  const known = new Set(Array.from(pictures, readName).flatMap(otherKeys))
  return (path) => isSized(path) && ownKeys(readName(path)).some((key) => known.has(key))
}
