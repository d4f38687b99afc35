import type { Table } from './table-types.ts'
import { tableLimits, tooLargeTable } from './table-limits.ts'

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Counts the cells of a CSV before they are parsed, block by block: a file of delimiters or line ends
 * alone takes 30 times its size as cells. The quotes of a block of whole records close in it.
 * @throws ColdpressError `invalid` for more rows, columns or cells than a table may have
 */
export const createCellCount = (delimiter: Table['delimiter']): ((block: string) => void) => {
  const between = delimiter.charCodeAt(0)
  let rows = 0
  let cells = 0
  const countRecord = (columns: number): void => {
    rows += 1
    cells += columns
    if (rows > tableLimits.rows) throw tooLargeTable('rows', tableLimits.rows)
    if (cells > tableLimits.cells) throw tooLargeTable('cells', tableLimits.cells)
  }
  return (block) => {
    let columns = 1
    let isInQuotes = false
    for (let at = 0; at < block.length; at++) {
      const code = block.charCodeAt(at)
      if (code === quote) isInQuotes = !isInQuotes
      else if (isInQuotes) continue
      else if (code === between) {
        columns += 1
        if (columns > tableLimits.columns) throw tooLargeTable('columns', tableLimits.columns)
      } else if (code === lineFeed || isLoneReturn(block, code, at)) {
        countRecord(columns)
        columns = 1
      }
    }
    if (columns > 1) countRecord(columns)
  }
}

const isLoneReturn = (block: string, code: number, at: number): boolean =>
  code === carriageReturn && block.charCodeAt(at + 1) !== lineFeed
