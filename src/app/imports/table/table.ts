import { CsvError, parse } from 'csv-parse/sync'
import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import type { TableEncoding } from '#values/text/text-encoding.ts'
import { decodingTable } from './decode-table.ts'
import type { Table } from './table-types.ts'
import { createCellCount } from './count-cells.ts'
import { createInterning } from './intern-cells.ts'
import { atOnce, type Pieces } from './pieces.ts'
import { withoutComments } from './leading-comments.ts'
import { isBlank, letterOf, type WrittenRow } from './shape-table.ts'
import { type RawTable, shapingRaw } from './raw-table.ts'
import { sniffDelimiter } from './sniff-delimiter.ts'

type Delimiter = Table['delimiter']

/**
 * Reads a CSV (RFC 4180), split by comma, semicolon, tab or |, with any line end.
 * Cells stay exactly as written; what is wrong with single rows and headers becomes issues.
 * @throws ColdpressError `invalid` for what is no table at all: another kind of file, an
 *   encoding that is not clear, no header, quotes that do not match
 */
export const readTable = (bytes: Uint8Array): Table => atOnce(readingTable(bytes))

/** {@link readTable} in pieces. */
export function* readingTable(bytes: Uint8Array, encoding?: TableEncoding): Pieces<Table> {
  return yield* shapingRaw(yield* readingCsv(bytes, encoding))
}

/** The records of a CSV in pieces. @throws as {@link readTable} */
export function* readingCsv(bytes: Uint8Array, chosen?: TableEncoding): Pieces<RawTable> {
  const { text, encoding, notes } = yield* decodingTable(bytes, chosen)
  yield
  const { delimiter, body, notes: found } = readHead(text)
  const rows = yield* parsing(body, delimiter)
  return { encoding, delimiter, rows, notes: [...notes, ...found] }
}

/** Excel's own first line `sep=;` names the delimiter and is no row to a spreadsheet. */
export const delimiterLine = /^"?sep=(?<character>[^\r\n])"?(?:\r\n|\n|\r|$)/iu

/** What divides the cells, and the table below what stands above it. */
const readHead = (
  text: string,
): { delimiter: Delimiter; body: string; notes: RawTable['notes'] } => {
  const line = delimiterLine.exec(text)
  if (line === null) {
    const { body, notes } = withoutComments(text)
    return { delimiter: sniffDelimiter(body), body, notes }
  }
  const character = line.groups?.['character'] ?? ''
  if (!isDelimiter(character))
    throw errorBy(
      importErrors,
      'csv_delimiter',
      {},
      `The table's first line says that "${character}" divides the cells. Save it with commas, semicolons or tabs.`,
    )
  return { delimiter: character, ...withoutComments(text.slice(line[0].length), character) }
}

const isDelimiter = (character: string): character is Delimiter =>
  [',', ';', '\t', '|'].includes(character)

/** Empty lines count, so that a record's index is its row in a spreadsheet, and are left out. */
function* parsing(text: string, delimiter: Delimiter): Pieces<readonly WrittenRow[]> {
  const rows: WrittenRow[] = []
  const intern = createInterning()
  const countCells = createCellCount(delimiter)
  let row = 0
  for (const block of recordBlocks(text)) {
    countCells(block)
    for (const cells of parseRecords(block, delimiter, row)) {
      row += 1
      if (!isBlank(cells)) rows.push({ row, cells: intern(cells) })
    }
    yield
  }
  return rows
}

/** @param before the records of earlier blocks */
const parseRecords = (text: string, delimiter: Delimiter, before: number): string[][] => {
  try {
    return parse(quoteShownText(text, delimiter), {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: 0,
    })
  } catch (error) {
    if (error instanceof CsvError) throw quoteError(error, before)
    throw error
  }
}

const quoteError = (error: CsvError, before: number): ColdpressError => {
  const row = before + Number(error['records'] ?? 0) + 1
  const column = letterOf(Number(error['column'] ?? error['index'] ?? 0))
  const what =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `Row ${row} opens a quote that is never closed.`
      : `Row ${row}, column ${column}: a quote stands inside a cell that is not quoted as a whole.`
  return errorBy(
    importErrors,
    'csv_quote',
    { row, column },
    `${what} A cell with quotes in it is written "like ""this""". Fix the row and try again.`,
    error,
  )
}

/**
 * A CSV in which each bare cell `="0001"`, as web exporters write it for spreadsheets, is quoted as a
 * whole. Such a cell is quoted from its second character on. Its quotes are even in number as those
 * of any cell, so blocks of records and the count of cells need no other rule for it.
 */
const quoteShownText = (text: string, delimiter: string): string => {
  if (!text.includes('="')) return text
  const endsCell = (at: number): boolean =>
    at < 0 || at >= text.length || '\r\n'.includes(text.charAt(at)) || text.charAt(at) === delimiter
  let written = ''
  let from = 0
  let end = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', end)) {
    end = endOfQuotes(text, at)
    if (end === -1) break
    const start = at - 1
    if (text[start] !== '=' || !endsCell(start - 1) || !endsCell(end)) continue
    written += `${text.slice(from, start)}"${text.slice(start, end).replaceAll('"', '""')}"`
    from = end
  }
  return written + text.slice(from)
}

/** The place after the quote that closes the one that stands here; -1 where none does. */
const endOfQuotes = (text: string, open: number): number => {
  let at = text.indexOf('"', open + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? -1 : at + 1
}

/** Some 500 rows: about three milliseconds to parse, once V8 has compiled the parser. */
const longestBlock = 64 * 1024
/** Before that it is ten times as slow: each of the first blocks is twice as long as the one before. */
const firstBlock = 4 * 1024

/**
 * A CSV in blocks of whole records, to parse one after the other. A line ends a record where the
 * quotes before it are even in number: one inside a quoted cell is written twice. A quote elsewhere
 * is an error, which the parser meets in its own block, however long that becomes.
 */
export function* recordBlocks(text: string): Generator<string> {
  // Of lines that end with \r\n, the \n.
  const lineEnd = text.includes('\n') ? '\n' : '\r'
  let start = 0
  let length = firstBlock
  let quote = text.indexOf('"')
  while (start < text.length) {
    let end = text.indexOf(lineEnd, start + length)
    let isInQuotes = false
    while (end !== -1) {
      for (; quote !== -1 && quote < end; quote = text.indexOf('"', quote + 1))
        isInQuotes = !isInQuotes
      if (!isInQuotes) break
      // No record ends before these quotes do.
      end = quote === -1 ? -1 : text.indexOf(lineEnd, quote)
    }
    const next = end === -1 ? text.length : end + 1
    yield text.slice(start, next)
    start = next
    length = Math.min(2 * length, longestBlock)
  }
}
