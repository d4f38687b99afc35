import { CsvError, parse } from 'csv-parse/sync'
import { ColdpressError } from '#values/errors/errors.ts'
import type { TableEncoding } from '#values/text/text-encoding.ts'
import { decodingTable } from './decode-table.ts'
import type { Table } from './table-types.ts'
import { createCellCount } from './count-cells.ts'
import { createInterning } from './intern-cells.ts'
import { atOnce, type Pieces } from './pieces.ts'
import { quoteShownText } from './quote-shown-text.ts'
import { recordBlocks } from './record-blocks.ts'
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
    throw new ColdpressError(
      'invalid',
      `The table's first line says that "${character}" divides the cells. Save it with commas, semicolons or tabs.`,
      { details: { rule: 'csv_delimiter' } },
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
  return new ColdpressError(
    'invalid',
    `${what} A cell with quotes in it is written "like ""this""". Fix the row and try again.`,
    { details: { rule: 'csv_quote', row, column }, cause: error },
  )
}
