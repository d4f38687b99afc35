import type { ColdpressError } from '#values/errors/errors.ts'
import { tableLimits } from '../table-limits.ts'
import { lockedWorkbook, type Workbook } from './open-workbook.ts'
import { createCellBudget, createSheetRows, type SheetRows } from './sheet-rows.ts'
import { brokenWorkbook, tooLargeWorkbook } from './workbook-error.ts'
import { workbookLimits } from './workbook-limits.ts'
import type { WorkbookSheet } from './workbook-sheet.ts'
import type { AttributeOf, XmlHandlers } from './xml-reader.ts'

const content = 'content.xml'

export const isOds = (workbook: Workbook): boolean => workbook.has(content)

/**
 * The sheets of an OpenDocument spreadsheet (ODF 1.3, part 3, section 9). The file holds the text
 * that each cell shows.
 * @throws ColdpressError `invalid`
 */
export const odsSheets = async (workbook: Workbook): Promise<readonly WorkbookSheet[]> => {
  await requireUnlocked(workbook)
  const sheets: ReadSheet[] = []
  const hiddenStyles = new Set<string>()
  await workbook.readXml(content, contentHandlers(sheets, hiddenStyles))
  return sheets.map(({ name, style, rows }) => ({
    name,
    isHidden: hiddenStyles.has(style),
    cells: () => Promise.resolve(rows.all()),
  }))
}

/** A password encrypts the parts inside the zip, which then is no XML. */
const requireUnlocked = async (workbook: Workbook): Promise<void> => {
  const manifest = 'META-INF/manifest.xml'
  if (!workbook.has(manifest)) return
  await workbook.readXml(manifest, {
    open: (name) => {
      if (name === 'encryption-data') throw lockedWorkbook()
    },
  })
}

type ReadSheet = { readonly name: string; readonly style: string; readonly rows: SheetRows }

/** A cell while it is read. */
type OpenCell = {
  readonly repeated: number
  /** How many rows and columns it is shown over: more than one where cells are merged. */
  readonly rows: number
  readonly columns: number
  /** What the cell holds, for a program that writes no text. */
  readonly value: string
  readonly paragraphs: string[]
  /** Characters of its text so far, line ends counted. */
  characters: number
  /** Depth of elements inside the cell: its own text is in paragraphs at depth 1. */
  depth: number
  /** Set inside a paragraph of the cell, and not in a comment or a shape. */
  isText: boolean
}

const contentHandlers = (sheets: ReadSheet[], hiddenStyles: Set<string>): XmlHandlers => {
  const budget = createCellBudget()
  let style = ''
  let row = 0
  let repeatedRow = 1
  let column = 0
  let filled: { readonly column: number; readonly text: string }[] = []
  let cell: OpenCell | undefined

  const endCell = ({ repeated, value, paragraphs, ...shown }: OpenCell): void => {
    const text = paragraphs.length === 0 ? value : paragraphs.join('\n')
    if (text.trim() !== '') {
      // Here, and not when the row ends: a short file repeats its cells a billion times.
      if (column + repeated > tableLimits.columns) throw outside()
      for (let at = 0; at < repeated; at++) filled.push({ column: column + at, text })
      if (shown.rows > 1 || shown.columns > 1)
        sheets.at(-1)?.rows.merge({
          top: row,
          bottom: row + shown.rows - 1,
          left: column,
          right: column + shown.columns - 1,
        })
    }
    column += repeated
  }

  const endRow = (): void => {
    const rows = sheets.at(-1)?.rows
    if (filled.length * repeatedRow > tableLimits.cells)
      throw tooLargeWorkbook('cells', tableLimits.cells)
    if (filled.length > 0)
      for (let at = 0; at < repeatedRow; at++)
        for (const one of filled) rows?.set(row + at, one.column, one.text)
    row += repeatedRow
  }

  return {
    open: (name, attributeOf) => {
      if (cell !== undefined) {
        openInCell(cell, name, attributeOf)
        return
      }
      if (name === 'style') style = attributeOf('name') ?? ''
      else if (name === 'table-properties' && attributeOf('display') === 'false')
        addStyle(hiddenStyles, style)
      else if (name === 'table') {
        if (sheets.length === workbookLimits.sheets)
          throw tooLargeWorkbook('sheets', workbookLimits.sheets)
        const rows = createSheetRows(budget)
        sheets.push({
          name: attributeOf('name') ?? '',
          style: attributeOf('style-name') ?? '',
          rows,
        })
        row = 1
      } else if (name === 'table-row') {
        repeatedRow = countOf(attributeOf('number-rows-repeated'), tableLimits.rows)
        column = 0
        filled = []
      } else if (name === 'table-cell' || name === 'covered-table-cell')
        cell = openCell(attributeOf)
    },
    close: (name) => {
      if (cell === undefined) {
        if (name === 'table-row') endRow()
        return
      }
      if (cell.depth > 0) {
        closeInCell(cell)
        return
      }
      endCell(cell)
      cell = undefined
    },
    text: (text) => {
      if (cell?.isText === true) append(cell, text)
    },
  }
}

const outside = (): ColdpressError => brokenWorkbook('a row has more cells than any spreadsheet')

const addStyle = (styles: Set<string>, style: string): void => {
  if (styles.size === workbookLimits.styles)
    throw tooLargeWorkbook('styles of tables', workbookLimits.styles)
  styles.add(style)
}

const openCell = (attributeOf: AttributeOf): OpenCell => ({
  repeated: countOf(attributeOf('number-columns-repeated'), tableLimits.columns),
  rows: countOf(attributeOf('number-rows-spanned'), tableLimits.rows),
  columns: countOf(attributeOf('number-columns-spanned'), tableLimits.columns),
  value: shownValue(attributeOf),
  paragraphs: [],
  characters: 0,
  depth: 0,
  isText: false,
})

const shownValue = (attributeOf: AttributeOf): string =>
  attributeOf('string-value') ??
  attributeOf('date-value') ??
  attributeOf('time-value') ??
  attributeOf('boolean-value')?.toUpperCase() ??
  attributeOf('value') ??
  ''

const openInCell = (cell: OpenCell, name: string, attributeOf: AttributeOf): void => {
  cell.depth += 1
  if (cell.depth === 1) {
    cell.isText = name === 'p'
    if (cell.isText) {
      count(cell, 1)
      cell.paragraphs.push('')
    }
  } else if (cell.isText) {
    if (name === 's') append(cell, ' '.repeat(countOf(attributeOf('c'), maxBlanks)))
    if (name === 'tab') append(cell, '\t')
    if (name === 'line-break') append(cell, '\n')
  }
}

const closeInCell = (cell: OpenCell): void => {
  cell.depth -= 1
  if (cell.depth === 0) cell.isText = false
}

const append = (cell: OpenCell, text: string): void => {
  count(cell, text.length)
  const { paragraphs } = cell
  const last = paragraphs.length - 1
  paragraphs[last] = (paragraphs[last] ?? '') + text
}

/** Some elements stand for a thousand blanks, so that a text is counted before its cell ends. */
const count = (cell: OpenCell, characters: number): void => {
  cell.characters += characters
  if (cell.characters > tableLimits.characters)
    throw tooLargeWorkbook('characters', tableLimits.characters)
}

/** In one place of a cell. */
const maxBlanks = 1000

/** How often something is repeated: once unless said otherwise. */
const countOf = (text: string | undefined, most: number): number => {
  const count = Number(text ?? 1)
  return Number.isInteger(count) && count >= 1 ? Math.min(count, most) : 1
}
