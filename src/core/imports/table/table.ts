import { CsvError, parse } from 'csv-parse/sync'
import { ColdpressError } from '../../../shared/errors.ts'
import { decodeTable } from './decode-table.ts'
import { finding, type Finding } from '../plan/findings.ts'
import type { Table, TableColumn, TableRow } from '../plan/plan-types.ts'
import { sniffDelimiter } from './sniff-delimiter.ts'

type Delimiter = Table['delimiter']
type Records = readonly (readonly string[])[]

/**
 * Reads a CSV (RFC 4180) in UTF-8 or UTF-16, split by comma, semicolon or tab, with any line end.
 * Cells stay exactly as written; faults of single rows and headers become findings.
 * @throws ColdpressError `invalid` for what is no table at all: another kind of file, another
 *   encoding, no header, quotes that do not match
 */
export const readTable = (bytes: Uint8Array): Table => {
  const { text, encoding } = decodeTable(bytes)
  const { delimiter, body } = takeDelimiter(text)
  const records = parseRecords(body, delimiter)
  const headerAt = records.findIndex((cells) => !isBlank(cells))
  const header = records[headerAt]
  if (header === undefined)
    throw new ColdpressError(
      'invalid',
      'The table is empty. Its first row must name the columns: asset_name, name, image.',
      { details: { rule: 'csv_empty' } },
    )
  const headerRow = headerAt + 1
  const rows = records
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ row, cells }) => row > headerRow && !isBlank(cells))
  const kept = keptColumns(header, rows)
  const columns = kept.map((index) => columnAt(header, index))
  return {
    encoding,
    delimiter,
    columns,
    headerRow,
    rows: rows.map(({ row, cells }) => ({ row, cells: kept.map((index) => cells[index] ?? '') })),
    findings: [
      ...headerFindings(columns, headerRow),
      ...droppedFindings(header, kept, headerRow),
      ...(rows.length === 0 ? [noRows(headerRow)] : []),
      ...rows.flatMap((row) => shapeFindings(row, header.length)),
    ],
  }
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Excel's own first line `sep=;` names the delimiter and is no row to a spreadsheet. */
const takeDelimiter = (text: string): { delimiter: Delimiter; body: string } => {
  const line = /^"?sep=(?<character>[^\r\n])"?(?:\r\n|\n|\r|$)/iu.exec(text)
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
const parseRecords = (text: string, delimiter: Delimiter): Records => {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: 0,
    })
  } catch (error) {
    if (error instanceof CsvError) throw quoteFault(error)
    throw error
  }
}

const quoteFault = (error: CsvError): ColdpressError => {
  const row = Number(error['records'] ?? 0) + 1
  const column = letterOf(Number(error['column'] ?? error['index'] ?? 0))
  const what =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `Row ${row} opens a quote that is never closed.`
      : `Row ${row}, column ${column}: a quote stands inside a cell that is not quoted as a whole.`
  return new ColdpressError(
    'invalid',
    `${what} A cell with quotes in it is written "like ""this""". Mend the row and try again.`,
    { details: { rule: 'csv_quote', row, column }, cause: error },
  )
}

/** A column without a header and without a value is what trailing delimiters leave: it is dropped. */
const keptColumns = (header: readonly string[], rows: readonly TableRow[]): readonly number[] => {
  const used = header.map((text) => text.trim() !== '')
  for (const { cells } of rows)
    for (let index = 0; index < used.length; index++)
      if (used[index] === false && (cells[index] ?? '').trim() !== '') used[index] = true
  return [...used.keys()].filter((index) => used[index])
}

const columnAt = (header: readonly string[], index: number): TableColumn => ({
  header: (header[index] ?? '').trim(),
  letter: letterOf(index),
})

/** 0 is A, 25 is Z, 26 is AA. */
const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** Two headers are the same column when they differ in case, spaces or Unicode form only. */
export const headerKey = (header: string): string =>
  header.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, '')

const headerFindings = (columns: readonly TableColumn[], row: number): readonly Finding[] => {
  const first = new Map<string, TableColumn>()
  return columns.flatMap((column) => {
    const { header, letter } = column
    if (header === '')
      return [
        finding('empty_header', `Column ${letter} holds values but has no header. Name it.`, {
          row,
          column: letter,
        }),
      ]
    const earlier = first.get(headerKey(header))
    first.set(headerKey(header), earlier ?? column)
    if (earlier === undefined) return []
    const message = `Columns ${earlier.letter} and ${letter} are both named "${header}". Rename or remove one.`
    return [finding('duplicate_header', message, { row, column: header, value: letter })]
  })
}

const droppedFindings = (
  header: readonly string[],
  kept: readonly number[],
  row: number,
): readonly Finding[] => {
  const count = header.length - kept.length
  if (count === 0) return []
  const message = `${count} ${count === 1 ? 'column has' : 'columns have'} neither a header nor a value and ${count === 1 ? 'is' : 'are'} left out.`
  return [finding('empty_column', message, { row })]
}

const noRows = (headerRow: number): Finding =>
  finding('no_rows', `The table ends after its header in row ${headerRow}. Add a row per token.`)

const shapeFindings = ({ row, cells }: TableRow, width: number): readonly Finding[] => {
  if (cells.length < width) {
    const message = `Row ${row} has ${cells.length} cells, the header ${width}. The missing ones count as empty.`
    return [finding('row_too_short', message, { row })]
  }
  const beyond = cells.slice(width).find((cell) => cell.trim() !== '')
  if (beyond === undefined) return []
  const message = `Row ${row} has ${cells.length} cells, the header only ${width}. Put text that holds a delimiter into quotes.`
  return [finding('row_too_long', message, { row, value: beyond })]
}
