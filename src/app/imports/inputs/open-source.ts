import type { ImportFormat } from '#contract/imports/import-formats.ts'
import type { TableEncoding } from '#values/text/text-encoding.ts'
import { findTables } from '../formats/choose-table.ts'
import type { Format, FormatReading, FormatSource, UnreadFile } from '../formats/format.ts'
import { chooseFormat, guessedFormat } from '../formats/formats.ts'
import { spreadingCells } from '../formats/spread-cells.ts'
import { isOfProgram } from '../formats/token-files.ts'
import { undescribedFiles, unreadFileIssues } from '../formats/unread-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { withHeader } from '../plan/header-row.ts'
import { withoutCommentRows } from '../plan/left-out-rows.ts'
import type { RememberedMapping } from '../plan/remembered-mapping.ts'
import { type Issue, issueOf } from '../table/issues.ts'
import type { Table } from '../table/table-types.ts'
import { inTurns } from '../table/pieces.ts'
import type { ReadTable } from '../table/read-any-table.ts'
import { withShownText } from '../table/shown-text.ts'
import { pathOfTable, readTableFile, realPathOf, type ScannedFolder } from './folder.ts'
import { editTable } from '../table/edit-table.ts'
import { headerKey } from '../table/shape-table.ts'

/** What reading a table takes. */
type Reading = { readonly signal: AbortSignal | undefined; readonly readTable: ReadTable }

/** Which folder to read, and how. */
export type SourceRequest = {
  readonly folder: string
  /** The table; by default the only one in the folder, or what other programs write instead. */
  readonly csv?: string | undefined
  /** The user's own table, when `csv` is a fixed copy of it. */
  readonly ownTable?: string | undefined
  /** How that own table was read: a copy no longer shows it. */
  readonly ownReading?: Pick<SourceFormat, 'reason' | 'guessed'> | undefined
  /** The sheet of a workbook; by default the only one that holds anything. */
  readonly sheet?: string | undefined
  /** The encoding of a CSV; by default the one that its bytes show. */
  readonly encoding?: TableEncoding | undefined
  /** The row of the table that names its columns; by default it is recognised. */
  readonly headerRow?: number | undefined
  /** The format of the folder; by default it is recognised. */
  readonly format?: ImportFormat | undefined
  /** The pattern of names for files without a table, and for a table without names. */
  readonly names?: string | undefined
  /** The pattern of asset names where no column and no file gives them. */
  readonly assetNames?: string | undefined
  /** What was chosen for the collection before; what is asked for here wins. */
  readonly remembered?: RememberedMapping | undefined
  /** The user picked the folder in the system's dialog or gave it to a command. */
  readonly opensAll?: boolean | undefined
}

/** How a folder was read. */
export type SourceFormat = {
  readonly format: ImportFormat
  /** A sentence. */
  readonly reason: string
  readonly names: string | undefined
  /** The pattern that made the asset names. */
  readonly assetNames?: string | undefined
  /** What it was recognised as, where somebody chose another format. */
  readonly guessed?: ImportFormat | undefined
  /** Of a workbook: the sheet that was read, and the names of all. */
  readonly sheet?: Table['sheet']
  /** The encoding that was chosen for its table. */
  readonly encoding?: TableEncoding | undefined
  /** The row of its table that was chosen as the header. */
  readonly headerRow?: number | undefined
}

export type FolderReading = Omit<FormatReading, 'unread'> & {
  readonly folder: string
  /** The files that rows may name. */
  readonly works: readonly FileEntry[]
  readonly source: SourceFormat
}

/**
 * Reads a folder in its format. A fixed copy of its table is read instead of the table itself, which
 * may have changed since.
 * @throws ColdpressError `invalid` when the folder or its table cannot be read, `too_large`
 */
export const readFolder = async (
  request: SourceRequest,
  scanned: ScannedFolder,
  signal: AbortSignal | undefined,
  readTable: ReadTable,
): Promise<FolderReading> => {
  const source = await openSource(request, scanned, { signal, readTable })
  const isCopy = request.ownTable !== undefined
  const { format, reason } = await chooseFormat(
    source,
    request.format ?? (isCopy ? 'csv' : undefined),
    request.remembered?.readings,
  )
  const { unread: known, ...reading }: FormatReading = isCopy
    ? await readCopy(request.csv ?? '', request.sheet, { signal, readTable })
    : await format.read(source)
  signal?.throwIfAborted()
  const works = await format.works(source)
  const unread = isCopy ? [] : await unreadFiles(source, format, works, known)
  return {
    ...reading,
    table: withIssues(reading.table, unreadFileIssues(unread)),
    folder: source.folder,
    works,
    source: {
      format: format.name,
      reason: request.ownReading?.reason ?? reason,
      names: source.names,
      guessed: await guessOf(request, source),
      sheet: reading.table.sheet,
      encoding: request.encoding,
      headerRow: request.headerRow,
    },
  }
}

const withIssues = (table: Table, issues: readonly Issue[]): Table =>
  issues.length === 0 ? table : { ...table, issues: [...issues, ...table.issues] }

/** The files that may describe tokens and that the format neither reads nor takes for those of rows. */
const unreadFiles = async (
  source: FormatSource,
  format: Format,
  works: readonly FileEntry[],
  known: readonly UnreadFile[] = [],
): Promise<readonly UnreadFile[]> => {
  const taken = new Set([...(await format.describes(source)), ...works].map(({ path }) => path))
  const byNames = format.name === 'folder'
  const others = source.files.filter(
    (file) => !taken.has(file.path) && (byNames || !isOfProgram(file)),
  )
  const { all, harmless } = await undescribedFiles(source, others)
  return [...known, ...all, ...(byNames ? harmless : [])]
}

/** What a folder was recognised as, where somebody chose its format. */
const guessOf = async (
  { ownTable, ownReading, format }: SourceRequest,
  source: FormatSource,
): Promise<ImportFormat | undefined> => {
  if (ownTable !== undefined) return ownReading?.guessed
  return format === undefined ? undefined : await guessedFormat(source)
}

/** A person's own table, as every format gets it. */
export const readOwnTable = async (
  bytes: Uint8Array,
  { headerRow, ...form }: Pick<SourceRequest, 'sheet' | 'encoding' | 'headerRow'>,
  { signal, readTable }: Reading,
): Promise<Table> => {
  const table = await readTable(bytes, form, signal)
  const shown = withShownText(withNamedIndex(withoutCommentRows(withHeader(table, headerRow))))
  return await inTurns(spreadingCells(shown), signal)
}

/** A copy is a CSV, also that of a workbook's sheet. Its cells and its header are as they were read. */
export const readCopy = async (
  csv: string,
  sheet: string | undefined,
  { signal, readTable }: Reading,
): ReturnType<Format['read']> => {
  const tablePath = await pathOfTable(csv)
  const bytes = await readTableFile(tablePath, undefined, signal)
  const table = await readTable(bytes, undefined, signal)
  return {
    tablePath,
    table: sheet === undefined ? table : { ...table, sheet: { name: sheet, all: [sheet] } },
  }
}

const openSource = async (
  {
    folder: given,
    csv,
    ownTable,
    names,
    sheet,
    encoding,
    remembered,
    opensAll = false,
    headerRow,
  }: SourceRequest,
  { files, passedOver }: ScannedFolder,
  { signal, readTable }: Reading,
): Promise<FormatSource> => {
  const folder = await realPathOf(given, { signal })
  const named = ownTable ?? (csv === undefined ? undefined : await pathOfTable(csv))
  const bytesOf = (path: string) => readTableFile(path, undefined, signal)
  const tables = new Map<string, Promise<Table>>()
  const tableAt = async (path: string): Promise<Table> => {
    const known =
      tables.get(path) ??
      bytesOf(path).then((bytes) =>
        readOwnTable(bytes, { sheet, encoding, headerRow }, { signal, readTable }),
      )
    tables.set(path, known)
    return await known
  }
  let found: Promise<readonly FileEntry[]> | undefined
  return {
    folder,
    files,
    passedOver,
    // An import of many files is known by its folder.
    named: named === folder ? undefined : named,
    names: names ?? remembered?.names ?? undefined,
    bytesOf,
    tableAt,
    tables: () => (found ??= findTables({ files, opensAll }, tableAt)),
    opensAll,
    signal,
  }
}

/**
 * The table with a name for the index that programs write as a first column without one: a number or
 * a text of each row's own. Where the table names its tokens and images itself, the index is left out.
 */
export const withNamedIndex = (table: Table): Table => {
  const [first] = table.columns
  if (first?.letter !== 'A' || first.header !== '' || table.rows.length === 0) return table
  const cells = table.rows.map((row) => (row.cells[0] ?? '').trim())
  if (cells.includes('') || new Set(cells).size < cells.length) return table
  const name = cells.every((cell) => /^\d+$/u.test(cell)) ? 'number' : 'id'
  const headers = new Set(table.columns.map(({ header }) => headerKey(header)))
  const isNeeded = !headers.has(name) && !(headers.has('asset_name') && headers.has('image'))
  const to = isNeeded ? name : `ignore:${name}`
  const named = editTable(table, [{ kind: 'rename', column: 'A', to }])
  const what = isNeeded ? `It is read as "${name}"` : 'It is left out'
  const note = issueOf(
    'index_column',
    `Column A has no name and another ${name === 'number' ? 'number' : 'text'} in each row, as programs number their rows. ${what}.`,
    { row: table.headerRow, column: to },
  )
  return { ...named, issues: [note, ...named.issues] }
}
