import type { ImportFormat } from '#shared/import-formats.ts'
import type { Format, FormatReading, FormatSource } from '../formats/format.ts'
import { chooseFormat, guessedFormat } from '../formats/formats.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import type { RememberedMapping } from '../plan/remembered-mapping.ts'
import type { Table } from '../table/table-types.ts'
import { readAnyTable } from '../table/read-any-table.ts'
import { pathOfTable, readTableFile, realPathOf } from './folder.ts'

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
  /** The format of the folder; by default it is recognised. */
  readonly format?: ImportFormat | undefined
  /** The pattern of names for files without a table. */
  readonly names?: string | undefined
  /** What was chosen for the collection before; what is asked for here wins. */
  readonly remembered?: RememberedMapping | undefined
}

/** How a folder was read. */
export type SourceFormat = {
  readonly format: ImportFormat
  /** A sentence. */
  readonly reason: string
  readonly names: string | undefined
  /** What it was recognised as, where somebody chose another format. */
  readonly guessed?: ImportFormat | undefined
  /** Of a workbook: the sheet that was read, and the names of all. */
  readonly sheet?: Table['sheet']
}

export type FolderReading = FormatReading & {
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
  files: readonly FileEntry[],
  signal?: AbortSignal,
): Promise<FolderReading> => {
  const source = await openSource(request, files, signal)
  const isCopy = request.ownTable !== undefined
  const { format, reason } = await chooseFormat(
    source,
    request.format ?? (isCopy ? 'csv' : undefined),
    request.remembered?.readings,
  )
  const reading = isCopy
    ? await readCopy(request.csv ?? '', source, request.sheet)
    : await format.read(source)
  return {
    ...reading,
    folder: source.folder,
    works: format.works(source),
    source: {
      format: format.name,
      reason: request.ownReading?.reason ?? reason,
      names: source.names,
      guessed: await guessOf(request, source),
      sheet: reading.table.sheet,
    },
  }
}

/** What a folder was recognised as, where somebody chose its format. */
const guessOf = async (
  { ownTable, ownReading, format }: SourceRequest,
  source: FormatSource,
): Promise<ImportFormat | undefined> => {
  if (ownTable !== undefined) return ownReading?.guessed
  return format === undefined ? undefined : await guessedFormat(source)
}

/** A copy is a CSV, also that of a workbook's sheet. */
const readCopy = async (
  csv: string,
  { tableAt }: FormatSource,
  sheet: string | undefined,
): ReturnType<Format['read']> => {
  const tablePath = await pathOfTable(csv)
  const table = await tableAt(tablePath)
  return {
    tablePath,
    table: sheet === undefined ? table : { ...table, sheet: { name: sheet, all: [sheet] } },
  }
}

const openSource = async (
  { folder: given, csv, ownTable, names, sheet, remembered }: SourceRequest,
  files: readonly FileEntry[],
  signal: AbortSignal | undefined,
): Promise<FormatSource> => {
  const folder = await realPathOf(given, { signal })
  const named = ownTable ?? (csv === undefined ? undefined : await pathOfTable(csv))
  const tables = new Map<string, Promise<Table>>()
  const tableAt = async (path: string): Promise<Table> => {
    const known =
      tables.get(path) ?? readTableFile(path).then((bytes) => readAnyTable(bytes, sheet, signal))
    tables.set(path, known)
    return await known
  }
  return {
    folder,
    files,
    // An import of many files is known by its folder.
    named: named === folder ? undefined : named,
    names: names ?? remembered?.names ?? undefined,
    bytesOf: (path) => readTableFile(path),
    tableAt,
    signal,
  }
}
