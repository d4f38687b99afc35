import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { isBlank } from '../shape-table.ts'
import type { RawTable } from '../raw-table.ts'
import { mergedCellNotes } from './merged-cells.ts'
import { isOds, odsSheets } from './ods.ts'
import { openWorkbook, type Workbook } from './open-workbook.ts'
import { brokenWorkbook, workbookError } from './workbook-error.ts'
import type { SheetCells, WorkbookSheet } from './workbook-sheet.ts'
import { isXlsx, xlsxSheets } from './xlsx.ts'

/**
 * A sheet of an Excel or OpenDocument workbook. A cell is the text that it shows: `007`, a date as it
 * is formatted, the stored result of a formula, in each row of merged cells their text.
 * @param wanted the sheet's name; by default the only one that holds anything
 * @throws ColdpressError `invalid`; with several sheets and no name, `details.sheets` has their names
 */
export const readWorkbook = async (bytes: Uint8Array, wanted?: string): Promise<RawTable> => {
  const sheets = await sheetsOf(await openWorkbook(bytes))
  if (sheets.length === 0) throw brokenWorkbook('it holds no sheet')
  const { name, rows, filled } = await chooseSheet(sheets, wanted)
  return {
    encoding: 'utf-8',
    delimiter: ',',
    sheet: { name, all: sheets.map((sheet) => sheet.name) },
    rows: rows.filter(({ cells }) => !isBlank(cells)),
    notes: mergedCellNotes(filled),
  }
}

const sheetsOf = async (workbook: Workbook): Promise<readonly WorkbookSheet[]> => {
  if (isOds(workbook)) return await odsSheets(workbook)
  if (isXlsx(workbook)) return await xlsxSheets(workbook)
  throw workbookError(
    'is a ZIP file, but neither .xlsx nor .ods. Save the table in one of these formats or as "CSV UTF-8", and try again.',
    { rule: 'csv_not_text' },
  )
}

type ChosenSheet = SheetCells & { readonly name: string }

const chooseSheet = async (
  sheets: readonly WorkbookSheet[],
  wanted: string | undefined,
): Promise<ChosenSheet> => {
  if (wanted !== undefined) {
    const named = sheets.find(({ name }) => name === wanted)
    if (named === undefined) throw noSuchSheet(wanted, sheets)
    return { name: named.name, ...(await named.cells()) }
  }
  const filled: ChosenSheet[] = []
  for (const { name, isHidden, cells } of sheets)
    if (!isHidden) filled.push({ name, ...(await cells()) })
  const [only, second] = filled.filter(({ rows }) => rows.length > 0)
  if (second !== undefined)
    throw severalSheets(filled.filter(({ rows }) => rows.length > 0).map(({ name }) => name))
  return only ?? { name: sheets[0]?.name ?? '', rows: [], filled: [] }
}

const severalSheets = (names: readonly string[]): ColdpressError =>
  errorBy(
    importErrors,
    'sheet_ambiguous',
    { sheets: [...names] },
    `The workbook has ${listSheets(names)}. Choose one.`,
  )

const noSuchSheet = (wanted: string, sheets: readonly WorkbookSheet[]): ColdpressError => {
  const names = sheets.map(({ name }) => name)
  return errorBy(
    importErrors,
    'sheet_missing',
    { sheets: [...names] },
    `The workbook has no sheet "${wanted}". It has ${listSheets(names)}.`,
  )
}

const listSheets = (names: readonly string[]): string => {
  const shown = names.slice(0, 5).map((name) => `"${name}"`)
  return `the ${names.length === 1 ? 'sheet' : 'sheets'} ${shown.join(', ')}${names.length > 5 ? ', …' : ''}`
}
