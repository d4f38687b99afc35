import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { mediaTypeOfName } from '#media/content/media.ts'
import { issueOf, readingIssues } from '../table/issues.ts'
import { shapeTable, sheetOf } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'
import { fieldsNamedBy } from './guess-columns.ts'

/** A title, a date and some remarks stand above a header, and no more. */
const searched = 10

/**
 * The table under the header that names its columns: the row that was chosen, or the one that is
 * recognised below a title.
 * @throws ColdpressError `invalid` for a chosen row that the table lacks
 */
export const withHeader = (table: Table, chosen: number | undefined): Table => {
  const at = chosen === undefined ? headerIn(table) : placeOf(table, chosen)
  if (at === 0) return table
  const { header, headerRow, rows, ...form } = sheetOf(table)
  const records = [{ row: headerRow, cells: header }, ...rows]
  const found = records[at]
  if (found === undefined) throw noSuchRow(chosen ?? headerRow)
  const shaped = shapeTable({
    ...form,
    header: found.cells,
    headerRow: found.row,
    rows: records.slice(at + 1),
  })
  const note = issueOf(
    'header_row',
    `Row ${found.row} is read as the header; ${at === 1 ? 'the row' : `the ${at} rows`} above it ${at === 1 ? 'is' : 'are'} left out.`,
    { row: found.row },
  )
  return {
    ...shaped,
    issues: [note, ...readingIssues({ ...shaped, issues: table.issues }), ...shaped.issues],
  }
}

const noSuchRow = (row: number): ColdpressError =>
  errorBy(
    importErrors,
    'header_missing',
    { row },
    `The table has no row ${row} that could name its columns. Choose a row that has cells.`,
  )

/** The place of a row among the records, of which the header is the first; -1 for no row. */
const placeOf = ({ headerRow, rows }: Table, chosen: number): number => {
  if (chosen === headerRow) return 0
  const at = rows.findIndex(({ row }) => row === chosen)
  return at === -1 ? -1 : at + 1
}

/** The place of the header among the first records; 0 unless a later one is clearly it. */
const headerIn = ({ columns, rows }: Table): number => {
  const first = [
    columns.map(({ header }) => header),
    ...rows.slice(0, searched).map(({ cells, written }) => written ?? cells),
  ].map(details)
  const named = first.findIndex(({ fields }) => fields > 1)
  if (named > 0)
    return first.slice(0, named).every(({ texts }) => texts < (first[named]?.texts ?? 0))
      ? named
      : 0
  const below = first.findIndex(({ texts, fields }) => texts > 1 || fields > 0)
  return named === -1 && first[below]?.couldBeHeader === true ? below : 0
}

/**
 * `texts`: how many different ones it has. A title over merged cells comes as often as there are
 * columns.
 */
const details = (cells: readonly string[]) => {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const texts = new Set(filled)
  return {
    texts: texts.size,
    fields: fieldsNamedBy(filled).size,
    couldBeHeader:
      texts.size > 1 &&
      // The first column may be an index without a name.
      texts.size === cells.length - (cells[0]?.trim() === '' ? 1 : 0) &&
      filled.every(
        (cell) => mediaTypeOfName(cell) === undefined && !/^[\d.,%+-]*$|:\/\//u.test(cell),
      ),
  }
}
