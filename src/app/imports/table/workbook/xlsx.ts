import { posix } from 'node:path'
import type { ColdpressError } from '#values/errors/errors.ts'
import { printable } from '#values/text/printable.ts'
import { letterOf } from '../shape-table.ts'
import { tableLimits } from '../table-limits.ts'
import { createNumberText } from './number-text.ts'
import type { Workbook } from './open-workbook.ts'
import type { MergedRange } from './merged-cells.ts'
import { type CellBudget, createCellBudget, createSheetRows, type SheetRows } from './sheet-rows.ts'
import { brokenWorkbook, tooLargeWorkbook, workbookError } from './workbook-error.ts'
import { workbookLimits } from './workbook-limits.ts'
import type { WorkbookSheet } from './workbook-sheet.ts'
import type { AttributeOf, XmlHandlers } from './xml-reader.ts'

const packageRelations = '_rels/.rels'

export const isXlsx = (workbook: Workbook): boolean => workbook.has(packageRelations)

/**
 * The sheets of an Excel workbook (ECMA-376, part 1, section 18). The file holds numbers and, apart
 * from them, the formats that they are shown in.
 * @throws ColdpressError `invalid`
 */
export const xlsxSheets = async (workbook: Workbook): Promise<readonly WorkbookSheet[]> => {
  const [main] = [...(await relationsOf(workbook, packageRelations, ''))].flatMap(
    ([, { type, part }]) => (type === 'officeDocument' ? [part] : []),
  )
  if (main === undefined || !workbook.has(main)) throw brokenWorkbook('it holds no list of sheets')
  const folder = posix.dirname(main)
  const name = posix.basename(main)
  const relations = await relationsOf(workbook, `${folder}/_rels/${name}.rels`, folder)
  const partOf = (type: string): string | undefined =>
    [...relations.values()].find(
      (relation) => relation.type === type && workbook.has(relation.part),
    )?.part
  const { sheets, is1904 } = await readSheetList(workbook, main)
  const shared = await readSharedStrings(workbook, partOf('sharedStrings'))
  const textOfNumber = createNumberText(await readFormats(workbook, partOf('styles')), is1904)
  const budget = createCellBudget()
  const taken = new Set<string>()
  return sheets.flatMap((sheet) => {
    const { type, part } = relations.get(sheet.relation) ?? {}
    if (type !== 'worksheet' || part === undefined) return []
    if (taken.has(part)) throw brokenWorkbook(`two of its sheets are the part ${printable(part)}`)
    taken.add(part)
    const cells = () => readCells(workbook, part, { shared, textOfNumber, budget })
    return [{ name: sheet.name, isHidden: sheet.isHidden, cells }]
  })
}

type Relation = { readonly type: string; readonly part: string }

/** Parts by their ids: what each is, and where. */
const relationsOf = async (
  workbook: Workbook,
  part: string,
  folder: string,
): Promise<ReadonlyMap<string, Relation>> => {
  const relations = new Map<string, Relation>()
  if (!workbook.has(part)) return relations
  await workbook.readXml(part, {
    open: (name, attributeOf) => {
      if (name !== 'Relationship') return
      const target = attributeOf('Target') ?? ''
      if (relations.size === workbookLimits.entries)
        throw tooLargeWorkbook('related parts', workbookLimits.entries)
      relations.set(attributeOf('Id') ?? '', {
        type: posix.basename(attributeOf('Type') ?? ''),
        part: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      })
    },
  })
  return relations
}

type ListedSheet = { readonly name: string; readonly relation: string; readonly isHidden: boolean }

const readSheetList = async (workbook: Workbook, part: string) => {
  const sheets: ListedSheet[] = []
  let is1904 = false
  await workbook.readXml(part, {
    open: (name, attributeOf) => {
      if (name === 'workbookPr') is1904 = isTrue(attributeOf('date1904'))
      if (name !== 'sheet') return
      if (sheets.length === workbookLimits.sheets)
        throw tooLargeWorkbook('sheets', workbookLimits.sheets)
      sheets.push({
        name: attributeOf('name') ?? '',
        relation: attributeOf('id') ?? '',
        isHidden: (attributeOf('state') ?? 'visible') !== 'visible',
      })
    },
  })
  return { sheets, is1904 }
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true'

/** The texts that cells name by number. How a word is pronounced (`rPh`) is no part of them. */
const readSharedStrings = async (
  workbook: Workbook,
  part: string | undefined,
): Promise<readonly string[]> => {
  const strings: string[] = []
  if (part === undefined) return strings
  let characters = 0
  await workbook.readXml(
    part,
    textHandlers('si', (text) => {
      characters += text.length
      if (strings.length === tableLimits.cells || characters > tableLimits.characters)
        throw tooLargeWorkbook('characters', tableLimits.characters)
      strings.push(text)
    }),
  )
  return strings
}

/** Collects the text of each `element`. */
const textHandlers = (element: string, onText: (text: string) => void): XmlHandlers => {
  let text = ''
  let isText = false
  let isReading = false
  return {
    open: (name) => {
      if (name === element) text = ''
      if (name === 'rPh') isReading = true
      if (name === 't') isText = !isReading
    },
    close: (name) => {
      if (name === 'rPh') isReading = false
      if (name === 't') isText = false
      if (name === element) onText(unescaped(text))
    },
    text: (piece) => {
      if (isText) text = longer(text, piece)
    },
  }
}

/** The text of a cell with one more piece. @throws ColdpressError `invalid` for a text without end */
const longer = (text: string, piece: string): string => {
  if (text.length + piece.length > tableLimits.characters)
    throw tooLargeWorkbook('characters', tableLimits.characters)
  return text + piece
}

/** Excel writes what XML cannot hold as `_x000D_` (ECMA-376, part 1, section 22.9.2.19). */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x(?<code>[\da-f]{4})_/giu, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text

/** The format of each style of a cell: its own, or the number of a built-in one. */
const readFormats = async (
  workbook: Workbook,
  part: string | undefined,
): Promise<readonly (string | number)[]> => {
  const own = new Map<number, string>()
  const ids: number[] = []
  if (part === undefined) return ids
  let isOfCells = false
  await workbook.readXml(part, {
    open: (name, attributeOf) => {
      if (Math.max(own.size, ids.length) === workbookLimits.styles)
        throw tooLargeWorkbook('formats of cells', workbookLimits.styles)
      if (name === 'numFmt')
        own.set(Number(attributeOf('numFmtId')), attributeOf('formatCode') ?? '')
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells) ids.push(Number(attributeOf('numFmtId') ?? 0))
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return ids.map((id) => own.get(id) ?? id)
}

type Reading = {
  readonly shared: readonly string[]
  readonly textOfNumber: (text: string, style: number) => string
  readonly budget: CellBudget
}

const readCells = async (workbook: Workbook, part: string, reading: Reading) => {
  const rows = createSheetRows(reading.budget)
  await workbook.readXml(part, rowHandlers(reading, rows))
  return rows.all()
}

type OpenCell = {
  readonly type: string
  readonly style: number
  value: string
  inline: string
  isFormula: boolean
}

const rowHandlers = (reading: Reading, rows: SheetRows): XmlHandlers => {
  let row = 0
  let column = -1
  let cell: OpenCell | undefined
  let into: 'value' | 'inline' | undefined
  let isReading = false
  return {
    open: (name, attributeOf) => {
      if (name === 'row') {
        row = Number(attributeOf('r') ?? row + 1)
        column = -1
      } else if (name === 'c') {
        column = columnOf(attributeOf('r')) ?? column + 1
        cell = openCell(attributeOf)
      } else if (name === 'mergeCell') {
        const range = rangeOf(attributeOf('ref'))
        if (range !== undefined) rows.merge(range)
      } else if (cell !== undefined) {
        if (name === 'rPh') isReading = true
        if (name === 'f') cell.isFormula = true
        if (name === 'v') into = 'value'
        if (name === 't' && !isReading) into = 'inline'
      }
    },
    close: (name) => {
      if (name === 'rPh') isReading = false
      if (name === 'v' || name === 't') into = undefined
      if (name !== 'c' || cell === undefined) return
      // A result without text has the type `str`.
      if (cell.isFormula && cell.type === 'n' && cell.value === '') throw noResult(row, column)
      rows.set(row, column, textOf(cell, reading))
      cell = undefined
    },
    text: (piece) => {
      if (cell !== undefined && into !== undefined) cell[into] = longer(cell[into], piece)
    },
  }
}

const openCell = (attributeOf: AttributeOf): OpenCell => ({
  type: attributeOf('t') ?? 'n',
  style: Number(attributeOf('s') ?? 0),
  value: '',
  inline: '',
  isFormula: false,
})

/** Programs that write workbooks without computing them leave the results to whoever opens them. */
const noResult = (row: number, column: number): ColdpressError =>
  workbookError(
    `has no result of the formula in cell ${letterOf(column)}${row}. Open it in a spreadsheet program, save it there and try again.`,
    { rule: 'workbook_formula' },
  )

/** `B3` is in column 1. Undefined: the file leaves it out, and the cell follows the one before. */
const columnOf = (reference: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}(?=\d)/u.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((sum, digit) => sum * 26 + digit.charCodeAt(0) - 64, 0) - 1
}

/** `B2:B4`. Undefined for a single cell. */
const rangeOf = (reference = ''): MergedRange | undefined => {
  const [first, last] = reference.split(':')
  const [left, right] = [columnOf(first), columnOf(last)]
  if (left === undefined || right === undefined) return undefined
  return { top: rowOf(first), bottom: rowOf(last), left, right }
}

const rowOf = (reference = ''): number => Number(/\d+$/u.exec(reference)?.[0])

const textOf = (
  { type, style, value, inline }: OpenCell,
  { shared, textOfNumber }: Reading,
): string => {
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'inlineStr') return unescaped(inline)
  if (type === 'b') return value.trim() === '' ? '' : isTrue(value.trim()) ? 'TRUE' : 'FALSE'
  if (type === 'n') return textOfNumber(value.trim(), style)
  // The result of a formula (`str`), an error such as #N/A (`e`), an ISO date (`d`).
  return unescaped(value)
}
