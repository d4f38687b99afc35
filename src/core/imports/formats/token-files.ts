import { basename } from 'node:path'
import { ColdpressError } from '#shared/errors.ts'
import { naturalOrder } from '#shared/text.ts'
import { mediaTypeOfName } from '#core/content/media.ts'
import { baseOf, sameName, stemOf } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import type { FormatReading, FormatSource } from './format.ts'
import { readEach, readJson } from './read-json.ts'
import { tableOfRecords } from './record-table.ts'
import { recordsOf, tokenJson } from './token-json.ts'

/** The folder that a file is in, with its `/`; empty at the top. */
export const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)

/** `art/Bean.1.png` is `art/bean.1`: equal for files of one name in one folder, whatever their endings. */
export const pathKey = ({ name }: FileEntry): string => sameName(folderOf(name) + stemOf(name))

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

/** JSON files that may describe a token each, by their names. */
export const tokenFiles = (files: readonly FileEntry[]): readonly FileEntry[] =>
  files.filter((file) => isJson(file) && !notTokens.has(sameName(stemOf(file.name))))

/** Those that have an image of the same name beside them or in another folder: `1.json`, `1.png`. */
export const pairedFiles = (
  described: readonly FileEntry[],
  works: readonly FileEntry[],
): readonly FileEntry[] => {
  const stems = new Set(works.map(({ name }) => sameName(stemOf(name))))
  return described.filter(({ name }) => stems.has(sameName(stemOf(name))))
}

/** Rows of files that describe one token each. */
export const readTokenFiles = async (
  source: FormatSource,
  {
    described,
    works,
  }: { readonly described: readonly FileEntry[]; readonly works: readonly FileEntry[] },
  collectionName?: string,
): Promise<FormatReading> => {
  if (described.length === 0) throw noTokenFiles()
  const sorted = described.toSorted((a, b) => naturalOrder(baseOf(a.name), baseOf(b.name)))
  const tokens = await readEach(source, sorted, async (file) => ({
    file,
    json: await readJson(source, file, tokenJson),
  }))
  const { records, notes } = recordsOf(tokens, works, collectionName ?? basename(source.folder))
  return { tablePath: source.folder, table: tableOfRecords(records, notes), collectionName }
}

const noTokenFiles = (): ColdpressError =>
  new ColdpressError(
    'invalid',
    'The folder holds no JSON file that describes a token. Choose the folder that holds 1.json, 2.json and so on, or another format.',
    { details: { rule: 'format_mismatch' } },
  )
