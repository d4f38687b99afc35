import { CsvError, parse } from 'csv-parse/sync'
import { ColdpressError } from '#shared/errors.ts'
import { decodingTable } from './decode-table.ts'
import type { Table } from './table-types.ts'
import { createInterning } from './intern-cells.ts'
import { atOnce, type Pieces } from './pieces.ts'
import { recordBlocks } from './record-blocks.ts'
import { isBlank, letterOf, shaping } from './shape-table.ts'
import { sniffDelimiter } from './sniff-delimiter.ts'

type Delimiter = Table['delimiter']
type Records = readonly (readonly string[])[]

/**
 * Reads a CSV (RFC 4180) in UTF-8 or UTF-16, split by comma, semicolon or tab, with any line end.
 * Cells stay exactly as written; what is wrong with single rows and headers becomes issues.
 * @throws ColdpressError `invalid` for what is no table at all: another kind of file, another
 *   encoding, no header, quotes that do not match
 */
export const readTable = (bytes: Uint8Array): Table => atOnce(readingTable(bytes))

/** {@link readTable} in pieces. */
export function* readingTable(bytes: Uint8Array): Pieces<Table> {
  const { text, encoding } = yield* decodingTable(bytes)
  yield
  const { delimiter, body } = readDelimiter(text)
  const records = yield* parsing(body, delimiter)
  const headerAt = records.findIndex((cells) => !isBlank(cells))
  const header = records[headerAt]
  if (header === undefined)
    throw new ColdpressError(
      'invalid',
      'The table is empty. Its first row must name the columns: asset_name, name, image.',
      { details: { rule: 'csv_empty' } },
    )
  const rows = records.map((cells, index) => ({ row: index + 1, cells })).slice(headerAt + 1)
  return yield* shaping({ encoding, delimiter, header, headerRow: headerAt + 1, rows })
}

/** Excel's own first line `sep=;` names the delimiter and is no row to a spreadsheet. */
export const delimiterLine = /^"?sep=(?<character>[^\r\n])"?(?:\r\n|\n|\r|$)/iu

const readDelimiter = (text: string): { delimiter: Delimiter; body: string } => {
  const line = delimiterLine.exec(text)
  if (line === null) return { delimiter: sniffDelimiter(text), body: text }
  const character = line.groups?.['character'] ?? ''
  if (!isDelimiter(character))
    throw new ColdpressError(
      'invalid',
      `The table's first line says that "${character}" divides the cells. Save it with commas, semicolons or tabs.`,
      { details: { rule: 'csv_delimiter' } },
    )
  return { delimiter: character, body: text.slice(line[0].length) }
}

const isDelimiter = (character: string): character is Delimiter =>
  [',', ';', '\t', '|'].includes(character)

/** Empty lines come out as records too, so that a record's index is its row in a spreadsheet. */
function* parsing(text: string, delimiter: Delimiter): Pieces<Records> {
  const records: (readonly string[])[] = []
  const intern = createInterning()
  for (const block of recordBlocks(text)) {
    for (const cells of parseRecords(block, delimiter, records.length)) records.push(intern(cells))
    yield
  }
  return records
}

/** @param before the records of earlier blocks */
const parseRecords = (text: string, delimiter: Delimiter, before: number): string[][] => {
  try {
    return parse(text, {
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
