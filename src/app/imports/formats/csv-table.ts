import { basename } from 'node:path'
import { isTableName, mayHoldTable } from '#contract/imports/import-formats.ts'
import { createFileMatcher } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { workHeader } from '../plan/work-columns.ts'
import { readingIssues } from '../table/issues.ts'
import { headerKey, shapeTable, sheetOf } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'
import { chooseTable } from './choose-table.ts'
import type { Format, FormatSource } from './format.ts'
import { isAboutFile } from './read-json.ts'

/** The path of the table that was named or of the only one. */
const tableIn = async ({ named, tables }: FormatSource): Promise<string | undefined> => {
  if (named !== undefined) return named
  const [only, second] = await tables()
  return second === undefined ? only?.path : undefined
}

/** The table that was named or the only one, and undefined where there is none or it is broken. */
export const tryTable = async (
  source: FormatSource,
): Promise<{ readonly name: string; readonly table: Table } | undefined> => {
  const path = await tableIn(source)
  if (path === undefined || !(isTableName(path) || mayHoldTable(path))) return undefined
  try {
    return { name: basename(path), table: await source.tableAt(path) }
  } catch (error) {
    if (isAboutFile(error)) return undefined
    throw error
  }
}

/** @throws ColdpressError `invalid`, `too_large` */
export const readCsv = async (
  source: FormatSource,
): Promise<{ readonly tablePath: string; readonly table: Table }> => {
  const tablePath = await chooseTable(source)
  return { tablePath, table: await source.tableAt(tablePath) }
}

export const hasHeader = (table: Table, ...names: readonly string[]): boolean =>
  table.columns.some(({ header }) => names.includes(headerKey(header)))

/** The files of the folder without its table. */
export const filesBeside = async (source: FormatSource): Promise<readonly FileEntry[]> => {
  const table = await tableIn(source)
  return source.files.filter(({ path }) => path !== table)
}

/** The table that the rows come from. */
export const tableFile = async (source: FormatSource): Promise<readonly FileEntry[]> => {
  const table = await tableIn(source)
  return source.files.filter(({ path }) => path === table)
}

const animation = 'animation_url'

/** The same, but `animation_url` holds the works where it names files of the folder. */
export const renamingWorks = async (
  source: FormatSource,
  table: Table,
  rename: Reshaping['rename'],
): Promise<Reshaping['rename']> => {
  const { match } = createFileMatcher(await filesBeside(source))
  const namesFiles = cellsOf(table).some((cell) => match(cell(animation)).kind === 'found')
  return (header) =>
    namesFiles && headerKey(header) === animation ? workHeader(1) : rename(header)
}

/** A row by the names of its columns, whatever their case and blanks. */
export type CellsByHeader = (...names: readonly string[]) => string

export type Reshaping = {
  /** The new header of a column. */
  readonly rename: (header: string) => string
  /** Columns at the end, each with the text of every row. */
  readonly added?: readonly { readonly header: string; readonly cells: readonly string[] }[]
  readonly notes?: readonly Table['issues'][number][]
}

/** The same table under other headers: its rows and columns keep their numbers and letters. */
export const reshape = (table: Table, { rename, added = [], notes = [] }: Reshaping): Table => {
  const sheet = sheetOf(table)
  const width = sheet.header.length
  const reshaped = shapeTable({
    ...sheet,
    header: [
      ...sheet.header.map((text) => rename(text.trim())),
      ...added.map(({ header }) => header),
    ],
    rows: sheet.rows.map(({ row, cells }, at) => ({
      row,
      cells:
        added.length === 0
          ? cells
          : [
              ...Array.from({ length: width }, (_, index) => cells[index] ?? ''),
              ...added.map((column) => column.cells[at] ?? ''),
              ...cells.slice(width),
            ],
    })),
  })
  return { ...reshaped, issues: [...notes, ...readingIssues(table), ...reshaped.issues] }
}

/** How each row's cells are found by header. */
export const cellsOf = (table: Table): readonly CellsByHeader[] => {
  const places = new Map<string, number>()
  for (const [index, { header }] of table.columns.entries())
    if (!places.has(headerKey(header))) places.set(headerKey(header), index)
  return table.rows.map(({ cells }) => (...names) => {
    const name = names.find((candidate) => places.has(candidate))
    return name === undefined ? '' : (cells[places.get(name) ?? -1] ?? '').trim()
  })
}

/** A table of Coldpress's own columns, or of others that are mapped to them. */
export const csv: Format = {
  name: 'csv',
  recognise: async (source) => {
    const found = await tryTable(source)
    if (found !== undefined && hasHeader(found.table, 'asset_name'))
      return {
        strength:
          hasHeader(found.table, 'image') && hasHeader(found.table, 'name') ? 'sure' : 'likely',
        reason: `${found.name} has the column asset_name`,
      }
    if (source.named !== undefined && !/\.json$/iu.test(source.named))
      return { strength: 'possible', reason: 'it was chosen as the table' }
    const [table] = await source.tables()
    return table && { strength: 'possible', reason: `the folder holds the table ${table.name}` }
  },
  read: readCsv,
  describes: tableFile,
  works: filesBeside,
}
