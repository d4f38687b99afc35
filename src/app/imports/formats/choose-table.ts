import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy, isErrorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { countText } from '#values/text/format.ts'
import {
  isTableName,
  isReadUnpicked,
  isWorkbookName,
  mayHoldTable,
} from '#contract/imports/import-formats.ts'
import { printable } from '#values/text/printable.ts'
import { isField, type TokenColumn } from '../plan/column-target.ts'
import { mapColumns } from '../plan/columns.ts'
import { createFileMatcher, folderOfName } from '../plan/match-files.ts'
import { createImageMatcher } from '../plan/match-image.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { isImageAddress } from '../plan/read-image.ts'
import { readable } from '../table/issues.ts'
import type { Table } from '../table/table-types.ts'
import type { FormatSource } from './format.ts'
import { isAboutFile } from './read-json.ts'
import { isMedia } from './token-files.ts'

/** Folders with more tables below hold something else. */
const mostBelow = 20

/** `src/site/content/data/works.csv` is in the deepest folder of tables. */
const deepestTable = 4

/**
 * The tables of a folder: those at the top, or else a file of another name there that holds a table of
 * tokens, or else the tables of tokens one folder below or beside the images, or else in folders
 * further below. A CSV beside a workbook was saved from it to be read.
 */
export const findTables = async (
  { files, opensAll }: Pick<FormatSource, 'files' | 'opensAll'>,
  tableAt: FormatSource['tableAt'],
): Promise<readonly FileEntry[]> => {
  const opened = files.filter(({ name }) => opensAll || isReadUnpicked(name))
  const atTop = opened.filter(({ name }) => folderOfName(name) === '')
  const tables = preferred(atTop)
  if (tables.length > 0) return tables
  const named = atTop.filter(({ name }) => mayHoldTable(name))
  const found = await ofTokens(named, files, tableAt)
  if (found.length > 0) return found
  for (const below of tablesBelow(opened, files)) {
    const tables = below.length > mostBelow ? [] : await ofTokens(below, files, tableAt)
    if (tables.length > 0) return preferred(tables)
  }
  return []
}

const preferred = (files: readonly FileEntry[]): readonly FileEntry[] => {
  const tables = files.filter(({ name }) => isTableName(name))
  const plain = tables.filter(({ name }) => !isWorkbookName(name))
  return plain.length > 0 ? plain : tables
}

/** The tables in folders: those that are near, and the others. */
const tablesBelow = (
  opened: readonly FileEntry[],
  files: readonly FileEntry[],
): readonly (readonly FileEntry[])[] => {
  const ofImages = new Set(files.filter(isMedia).map(({ name }) => folderOfName(name)))
  const depthOf = ({ name }: FileEntry) => folderOfName(name).split('/').length - 1
  const isNear = (file: FileEntry) => depthOf(file) === 1 || ofImages.has(folderOfName(file.name))
  const below = opened.filter((file) => depthOf(file) > 0 && isTableName(file.name))
  return [
    below.filter(isNear),
    below.filter((file) => !isNear(file) && depthOf(file) <= deepestTable),
  ]
}

const ofTokens = async (
  candidates: readonly FileEntry[],
  files: readonly FileEntry[],
  tableAt: FormatSource['tableAt'],
): Promise<readonly FileEntry[]> => {
  const found: FileEntry[] = []
  for (const file of candidates) if (await holdsTokens(file, files, tableAt)) found.push(file)
  return found
}

/** Whether it is a table whose columns name the tokens or their images: a letter is none. */
const holdsTokens = async (
  { path }: FileEntry,
  files: readonly FileEntry[],
  tableAt: FormatSource['tableAt'],
): Promise<boolean> => {
  try {
    return isTokenTable(await tableAt(path), files)
  } catch (error) {
    // The row that somebody chose is no guess.
    if (isAboutFile(error) && !isErrorBy(error, importErrors, 'header_missing')) return false
    throw error
  }
}

const isTokenTable = (table: Table, files: readonly FileEntry[]): boolean => {
  if (table.columns.length < 2 || table.rows.length === 0) return false
  const { columns, unclear } = mapColumns(table, { tags: [], required: [] }, files)
  const isFilled = (field: TokenColumn): boolean =>
    columns.some(({ target }) => isField(target, field))
  const unclearFor = (field: TokenColumn) =>
    unclear.entries().flatMap(([target, found]) => (isField(target, field) ? found : []))
  if (isFilled('asset_name')) return true
  // Numbers may fit the names of images by chance.
  const isNamed = isFilled('name') || unclearFor('name').some(() => true)
  const places = columns.flatMap(({ target, index, isShared }) =>
    isField(target, 'image') && (isNamed || isShared !== true) ? [index] : [],
  )
  const others = isNamed ? unclearFor('image').map((column) => table.columns.indexOf(column)) : []
  return [...places, ...others].some((index) => holdsImages(table, index, files))
}

/**
 * A word such as `file` heads columns of other tables as well. Which of several files a cell means is
 * another question: copies are known only once the files were read.
 */
const holdsImages = ({ rows }: Table, index: number, files: readonly FileEntry[]): boolean => {
  const cells = rows.map((row) => (row.cells[index] ?? '').trim()).filter((cell) => cell !== '')
  const match = createImageMatcher(createFileMatcher(files), () => cells)
  const named = new Set<string>(['found', 'ambiguous'])
  return cells.some((cell) => isImageAddress(cell) || named.has(match(cell).kind))
}

/**
 * The path of an import's table: the one that was named, or else the only one of the folder.
 * @throws ColdpressError `invalid` when the folder holds none, or several
 */
export const chooseTable = async (
  source: Pick<FormatSource, 'named' | 'tables' | 'tableAt' | 'files'>,
): Promise<string> => {
  if (source.named !== undefined) return source.named
  const tables = await source.tables()
  const [table, second] = tables
  if (table === undefined)
    throw errorBy(
      importErrors,
      'table_missing',
      {},
      source.files.some(isMedia)
        ? 'The folder holds no table (.csv, .tsv, .xlsx or .ods). Put the table of tokens there, or choose a table elsewhere.'
        : 'The folder holds no image, audio or video file, and no table that names any. Choose the folder that holds them.',
    )
  if (second === undefined) return table.path
  throw await severalTables(tables, source.tableAt)
}

const shownTables = 5

const severalTables = async (
  tables: readonly FileEntry[],
  tableAt: FormatSource['tableAt'],
): Promise<ColdpressError> => {
  const previews: string[] = []
  for (const { path } of tables.slice(0, shownTables)) previews.push(await previewOf(path, tableAt))
  const shown = previews.map((preview, at) => `${printable(tables[at]?.name ?? '')} (${preview})`)
  const more = tables.length > shownTables ? ', …' : ''
  return errorBy(
    importErrors,
    'table_ambiguous',
    { tables: tables.map(({ name }) => name), previews },
    `The folder holds ${tables.length} tables: ${shown.join(', ')}${more}. Choose one.`,
  )
}

/** The columns and the first row of a table, by which a person knows it. */
const previewOf = async (path: string, tableAt: FormatSource['tableAt']): Promise<string> => {
  try {
    const { columns, rows } = await tableAt(path)
    const first = rows[0]?.cells.filter((cell) => cell.trim() !== '') ?? []
    const texts = [columns.map(({ header }) => header), first].map((cells) =>
      readable(printable(cells.join(', '))),
    )
    return `${countText(rows.length, 'row')}; ${texts.join('; ')}`
  } catch (error) {
    if (isAboutFile(error)) return 'cannot be read'
    throw error
  }
}
