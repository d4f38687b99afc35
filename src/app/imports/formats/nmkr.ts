import { z } from 'zod'
import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { countText } from '#values/text/format.ts'
import { limits } from '#values/bounds/limits.ts'
import { printable } from '#values/text/printable.ts'
import { namingFolder } from '../plan/collection-name.ts'
import { baseOf, createFileMatcher, fileStem, sameName } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { isStill } from '../plan/read-work.ts'
import { workHeader } from '../plan/work-columns.ts'
import { readable } from '../table/issues.ts'
import { headerKey } from '../table/shape-table.ts'
import { fileAssetNames, plainName, seedOfFile } from './asset-names.ts'
import {
  type Cip25Fields,
  cip25Json,
  cip68Json,
  fieldsOfCip68,
  fieldsOfToken,
  hexNotes,
  tokensOfCip25,
} from './cip25-json.ts'
import { cellsOf, hasHeader, reshape } from './csv-table.ts'
import { createImageFinder, createWorkFinder } from './find-media.ts'
import type { Format, FormatReading, FormatSource } from './format.ts'
import { firstJson, readJson } from './read-json.ts'
import {
  formatNote,
  type RecordWork,
  tableOfRecords,
  type TokenRecord,
  traitHeader,
} from './record-table.ts'
import { isMedia, pathKey } from './token-files.ts'
import { readAllFiles, unreadableTokens } from './unread-files.ts'
import { worksOfFiles } from './work-files.ts'

/** NMKR Studio: files whose names are the tokens', with `.metadata` beside them or a placeholder CSV. */
export const nmkr: Format = {
  name: 'nmkr',
  recognise: async (source) => {
    const table = placeholderTable(source)
    if (table !== undefined)
      return { strength: 'sure', reason: `${baseOf(table)} is NMKR’s table of placeholders` }
    const files = source.named === undefined ? metadataFiles(source) : []
    const first = await firstJson(source, files, z.union([cip25Json, cip68Json]))
    return first === undefined
      ? await unreadableTokens(source, files)
      : { strength: 'sure', reason: `${first.file.name} is a metadata file of NMKR` }
  },
  read: async (source) => {
    const table = placeholderTable(source)
    return table === undefined ? await readFiles(source) : await readPlaceholders(source, table)
  },
  describes: ({ files, named }) =>
    files.filter(
      (file) => isMetadata(file) || file.path === named || isPlaceholderTable(file.name),
    ),
  works: ({ files }) => files.filter(isMedia),
}

/** A further file of a token has `.subfile.` in its name. */
const isSubfile = ({ name }: FileEntry): boolean => /\.subfile\./iu.test(baseOf(name))

/** A file whose name is a token's. */
const isMain = (file: FileEntry): boolean => isMedia(file) && !isSubfile(file)

/** Bean #1.subfile.2.mp4 is a file of Bean #1. */
const mainKey = ({ name }: FileEntry): string =>
  plainKey(baseOf(name).replace(/\.subfile\..*$/isu, ''))

/** The further files of each token by the plain key of its main file, in natural order. */
const createSubfileFinder = ({ files }: FormatSource) => {
  const groups = Map.groupBy(files.filter(isSubfile).filter(isMedia), mainKey)
  return (key: string): readonly FileEntry[] => groups.get(key) ?? []
}

/**
 * A token's image and its works: the main file is the image, unless it is none that stands still and
 * a subfile is.
 */
const partsOf = (
  main: FileEntry,
  subfiles: readonly FileEntry[],
): { readonly image: string; readonly works: readonly RecordWork[] } => {
  const image = isStill(main) ? main : (subfiles.find(isStill) ?? main)
  const works = [main, ...subfiles].filter((file) => file !== image)
  return { image: image.name, works: works.map(({ name }) => ({ src: name })) }
}

const isMetadata = ({ name }: FileEntry): boolean => /\.metadata(?:cip68)?$/iu.test(name)

const metadataFiles = ({ files }: FormatSource): readonly FileEntry[] => files.filter(isMetadata)

const isPlaceholderTable = (path: string): boolean => /^placeholder.*\.csv$/iu.test(baseOf(path))

const placeholderTable = ({ files, named }: FormatSource): string | undefined => {
  if (named !== undefined)
    return isPlaceholderTable(named.replaceAll('\\', '/')) ? named : undefined
  return files.find(({ name }) => isPlaceholderTable(name))?.path
}

const readPlaceholders = async (
  source: FormatSource,
  tablePath: string,
): Promise<FormatReading> => {
  const table = await source.tableAt(tablePath)
  const mainOf = createMainFinder(source.files.filter(isMain))
  const subfilesOf = createSubfileFinder(source)
  const parts = cellsOf(table).map((cell, at) => {
    const name = cell('filename', 'asset_name')
    const main = mainOf(name, table.rows[at]?.row ?? 0)
    return main === undefined ? { image: name, works: [] } : partsOf(main, subfilesOf(keyOf(main)))
  })
  const mostWorks = Math.max(0, ...parts.map(({ works }) => works.length))
  const fromFiles = !hasHeader(table, 'asset_name')
  const named = fileAssetNames(
    cellsOf(table).map((cell) => seedOfFile(fileStem(cell('filename')))),
    namingFolder(source.folder),
  )
  const ignored = metadataFiles(source).length
  return {
    tablePath,
    table: reshape(table, {
      rename: renameHeader,
      added: [
        { header: 'image', cells: parts.map(({ image }) => image) },
        ...Array.from({ length: Math.min(mostWorks, limits.worksPerToken) }, (_, at) => ({
          header: workHeader(at + 1),
          cells: parts.map(({ works }) => works[at]?.src ?? ''),
        })),
        ...(fromFiles ? [{ header: 'asset_name', cells: named.names }] : []),
      ],
      notes: [
        ...(ignored === 0
          ? []
          : [`${countText(ignored, 'metadata file')} beside the table of placeholders not read.`]),
        ...(fromFiles ? named.notes : []),
      ].map(formatNote),
    }),
  }
}

/** The file that a row names: as it is written, or else by the plain name that NMKR makes of it. */
const createMainFinder = (files: readonly FileEntry[]) => {
  const { match } = createFileMatcher(files)
  const byPlainName = Map.groupBy(files, keyOf)
  return (name: string, row: number): FileEntry | undefined => {
    const found = match(name)
    if (found.kind === 'found') return found.file
    if (found.kind === 'ambiguous') throw ambiguous(row, name, found.files)
    const alike = [plainKey(fileStem(name)), plainKey(name)]
      .filter((key) => key !== '')
      .map((key) => byPlainName.get(key))
      .find((some) => some !== undefined)
    const [only, second] = name.includes('/') ? [] : (alike ?? [])
    if (second !== undefined) throw ambiguous(row, name, alike ?? [])
    return only
  }
}

const ambiguous = (row: number, name: string, files: readonly FileEntry[]): ColdpressError => {
  const names = files.slice(0, 5).map((file) => `"${printable(file.name)}"`)
  return errorBy(
    importErrors,
    'ambiguous_file',
    { row },
    `Row ${row}: "${readable(printable(name))}" may be ${names.join(' and ')}. Write the file that is meant into the column filename, exactly as the folder does.`,
  )
}

/** NMKR keeps letters and digits of a file's name as the asset name; empty where it has none. */
const plainKey = (name: string): string => sameName(plainName(name))

const keyOf = ({ name }: FileEntry): string => plainKey(fileStem(name))

/** A file and its metadata are called the same, up to the ending and what NMKR drops. */
const createPairs = (works: readonly FileEntry[], described: readonly FileEntry[]) => {
  const pairs = new Map<FileEntry, FileEntry>()
  for (const key of [pathKey, ({ name }: FileEntry) => sameName(fileStem(name)), keyOf]) {
    const paired = new Set(pairs.values())
    const free = Map.groupBy(
      works.filter((file) => !pairs.has(file)),
      key,
    )
    for (const [name, ones] of Map.groupBy(described, key)) {
      const [one, other] = ones.filter((each) => !paired.has(each))
      const [work, second] = free.get(name) ?? []
      const isUnique = other === undefined && second === undefined && name !== ''
      if (isUnique && one !== undefined && work !== undefined) pairs.set(work, one)
    }
  }
  return pairs
}

const fields: Readonly<Record<string, string>> = {
  asset_name: 'asset_name',
  display_name: 'name',
  displayname: 'name',
  filename: 'ignore:Filename',
  description: 'description',
}

/** Every other column is a placeholder, with or without its brackets. */
const renameHeader = (header: string): string =>
  fields[headerKey(header)] ??
  (header === '' ? '' : traitHeader(header.replace(/^<(.*)>$/su, '$1')))

type Described = {
  readonly file: FileEntry
  readonly assetName: string
  readonly cip25Fields: Cip25Fields
  readonly isCip68: boolean
  readonly isFromHex?: boolean
}

/** A row for each file, and for each metadata file whose own file is missing. */
const readFiles = async (source: FormatSource): Promise<FormatReading> => {
  const mains = source.files.filter(isMain)
  const files = metadataFiles(source)
  const pairs = createPairs(mains, files)
  const paired = new Set(pairs.values())
  const { found: described, unread } = await readAllFiles(
    source,
    files,
    (file) => describe(source, file),
    (file) => paired.size === 0 || paired.has(file),
  )
  const describedBy = new Map(described.map((entry) => [entry.file, entry]))
  const media = source.files.filter(isMedia)
  const imageOf = createImageFinder(mains)
  const workOf = createWorkFinder(media)
  const subfilesOf = createSubfileFinder(source)
  const sources = [
    ...mains.map((file) => {
      const own = pairs.get(file)
      const parts = partsOf(file, subfilesOf(keyOf(file)))
      return { file, parts, described: own && describedBy.get(own) }
    }),
    ...described
      .filter(({ file }) => !paired.has(file))
      .map((entry) => {
        const stem = fileStem(entry.file.name)
        const works = subfilesOf(plainKey(stem)).map(({ name }) => ({ src: name }))
        const parts = { image: imageOf(entry.cip25Fields.image, stem, entry.file), works }
        return { file: entry.file, parts, described: entry }
      }),
  ]
  const named = fileAssetNames(sources.map(seedOf), namingFolder(source.folder))
  const records = sources.map((entry, at) => recordOf(entry, named.names[at] ?? '', workOf))
  const notes = [...readingNotes(described), ...named.notes]
  return { tablePath: source.folder, table: tableOfRecords(records, notes), unread }
}

/** What a row of the folder comes from. */
type RowSource = {
  readonly file: FileEntry
  readonly parts: ReturnType<typeof partsOf>
  readonly described: Described | undefined
}

/** Without a name where the metadata has the asset name. */
const seedOf = ({ file, described }: RowSource) =>
  seedOfFile((described?.assetName ?? '') === '' ? fileStem(file.name) : '')

const describe = async (source: FormatSource, file: FileEntry): Promise<Described> => {
  if (/cip68$/iu.test(file.name)) {
    const fields = fieldsOfCip68(await readJson(source, file, cip68Json))
    return { file, assetName: '', cip25Fields: fieldsOfToken(fields), isCip68: true }
  }
  const [token] = tokensOfCip25(await readJson(source, file, cip25Json), file.name)
  return {
    file,
    assetName: token === undefined || token.assetName.includes('<') ? '' : token.assetName,
    cip25Fields: fieldsOfToken(token?.fields ?? {}),
    isCip68: false,
    isFromHex: token?.isFromHex ?? false,
  }
}

const recordOf = (
  { file: { name }, parts: { image, works }, described }: RowSource,
  nameOfFile: string,
  workOf: ReturnType<typeof createWorkFinder>,
): TokenRecord => {
  const { cip25Fields, assetName = '' } = described ?? {}
  const display = cip25Fields?.name ?? ''
  return {
    fields: {
      asset_name: assetName || nameOfFile,
      name: display === '' || display.includes('<') ? fileStem(name) : display,
      image,
      ...(cip25Fields?.description ? { description: cip25Fields.description } : {}),
      ...(cip25Fields?.mediaType && !cip25Fields.mediaType.includes('<')
        ? { media_type: cip25Fields.mediaType }
        : {}),
    },
    // Its own files are what its metadata names by addresses.
    works:
      works.length > 0 || cip25Fields === undefined
        ? works
        : worksOfFiles(cip25Fields, (src, type) => workOf(src, type, described?.file)),
    traits: cip25Fields?.traits ?? [],
    extras: described === undefined ? [] : [['source', described.file.name]],
    reshaped: cip25Fields?.reshaped ?? [],
  }
}

const readingNotes = (described: readonly Described[]): readonly string[] => {
  const datums = described.filter(({ isCip68 }) => isCip68).length
  return [
    ...(datums === 0
      ? []
      : [
          `${countText(datums, 'file')} of CIP-68 read. Coldpress mints these tokens as CIP-25: their metadata is fixed once minted.`,
        ]),
    ...hexNotes(described),
  ]
}
