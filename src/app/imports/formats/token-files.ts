import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { naturalOrder } from '#values/text/text.ts'
import { mediaTypeOfName } from '#media/content/media.ts'
import { namingFolder } from '../plan/collection-name.ts'
import { baseOf, folderOfName, sameName, fileStem } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import type { FormatReading, FormatSource, UnreadFile } from './format.ts'
import { readJson } from './read-json.ts'
import { tableOfRecords } from './record-table.ts'
import { recordsOf, sharedCollection, type TokenJson, tokenJson } from './token-json.ts'
import { readAllFiles } from './unread-files.ts'

/** `art/Bean.1.png` is `art/bean.1`: equal for files of one name in one folder, whatever their endings. */
export const pathKey = ({ name }: FileEntry): string =>
  sameName(folderOfName(name) + fileStem(name))

export const isJson = ({ name }: FileEntry): boolean => /\.json$/iu.test(name)

/** An image, audio or video file, or another work, by its name. */
export const isMedia = ({ name }: FileEntry): boolean => mediaTypeOfName(name) !== undefined

/** Files that describe the collection or a run of a program, and no token. */
const notTokens: ReadonlySet<string> = new Set([
  '_metadata',
  '_rarity',
  'collection',
  'cache',
  'asset-cache',
  'config',
  'package',
  'package-lock',
  'tsconfig',
])

/** A JSON file about the collection or a run of a program, by its name. */
export const isOfProgram = (file: FileEntry): boolean =>
  isJson(file) && notTokens.has(sameName(fileStem(file.name)))

/** JSON files that may describe a token each, by their names. */
export const tokenFiles = (files: readonly FileEntry[]): readonly FileEntry[] =>
  files.filter((file) => isJson(file) && !isOfProgram(file))

/** Those that have an image of the same name beside them or in another folder: `1.json`, `1.png`. */
export const pairedFiles = (
  described: readonly FileEntry[],
  works: readonly FileEntry[],
): readonly FileEntry[] => {
  const stems = new Set(works.map(({ name }) => sameName(fileStem(name))))
  return described.filter(({ name }) => stems.has(sameName(fileStem(name))))
}

/** Rows of files that describe one token each. */
export const readTokenFiles = async (
  source: FormatSource,
  {
    described,
    works,
  }: { readonly described: readonly FileEntry[]; readonly works: readonly FileEntry[] },
  ofFolder?: string,
): Promise<FormatReading> => {
  if (described.length === 0) throw noTokenFiles()
  const sorted = described.toSorted((a, b) => naturalOrder(baseOf(a.name), baseOf(b.name)))
  const { tokens, unread } = await readDescribed(source, sorted, works)
  if (tokens.length === 0) throw noTokenFiles()
  const collectionName = ofFolder ?? sharedCollection(tokens)
  const { records, notes, made } = recordsOf(
    tokens,
    works,
    collectionName ?? namingFolder(source.folder),
  )
  const table = tableOfRecords(records, notes)
  return { tablePath: source.folder, table, made, collectionName, unread }
}

type DescribedFile = { readonly file: FileEntry; readonly json: TokenJson }

type Described = {
  readonly tokens: readonly DescribedFile[]
  readonly unread: readonly UnreadFile[]
}

/**
 * The tokens of the files. One that cannot be read and has an image of its name would be a token
 * without its traits, so all of those are named at once; where others have images, one without is no
 * token's and is left out. So is one with neither an image nor attributes beside files that have them.
 * @throws ColdpressError `invalid`
 */
const readDescribed = async (
  source: FormatSource,
  files: readonly FileEntry[],
  works: readonly FileEntry[],
): Promise<Described> => {
  const paired = new Set(pairedFiles(files, works))
  const { found, unread } = await readAllFiles(
    source,
    files,
    async (file) => ({ file, json: await readJson(source, file, tokenJson) }),
    (file) => paired.size === 0 || paired.has(file),
  )
  const isToken = ({ file, json: { image, traits } }: DescribedFile): boolean =>
    paired.has(file) || image !== '' || traits.length > 0
  if (!found.some(isToken)) return { tokens: found, unread }
  const strays = found
    .filter((file) => !isToken(file))
    .map(({ file: { name } }) => ({
      name,
      why: 'it has no image and no attributes, and no image has its name.',
    }))
  return { tokens: found.filter(isToken), unread: [...unread, ...strays] }
}

const noTokenFiles = (): ColdpressError =>
  errorBy(
    importErrors,
    'format_mismatch',
    {},
    'The folder holds no JSON file that describes a token. Choose the folder that holds 1.json, 2.json and so on, or another format.',
  )
