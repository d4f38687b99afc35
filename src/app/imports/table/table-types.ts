import type { TableEncoding } from '#values/text/text-encoding.ts'
import type { Issue } from './issues.ts'

/**
 * A table as it was read: every cell of a CSV is a string exactly as written, also `007` and `=1+1`,
 * every cell of a workbook the text that it shows.
 */
export type Table = {
  readonly encoding: TableEncoding
  readonly delimiter: ',' | ';' | '\t' | '|'
  /** Of a workbook: the sheet that was read, and the names of all. */
  readonly sheet?: { readonly name: string; readonly all: readonly string[] } | undefined
  readonly columns: readonly TableColumn[]
  /** Cells of the header as written, those of empty columns counted. */
  readonly width: number
  readonly rows: readonly TableRow[]
  /** The spreadsheet row of the headers: 1 unless empty lines come first. */
  readonly headerRow: number
  /** Issues of the table's shape, found while reading. */
  readonly issues: readonly Issue[]
  /** The patterns that a person had names made by, where somebody did. */
  readonly patterns?: NamePatterns
}

export type NamePatterns = { readonly names?: string; readonly assetNames?: string }

export type TableColumn = {
  /** Trimmed; empty when the column has no header. */
  readonly header: string
  /** `A`, `B`, … `AA`, as a spreadsheet names it. */
  readonly letter: string
}

export type TableRow = {
  /** As a spreadsheet shows it: the header is row 1, empty lines count. */
  readonly row: number
  /** As many as the table has columns. */
  readonly cells: readonly string[]
  /** The whole record, where it has fewer cells than the header or values beyond it. */
  readonly written?: readonly string[]
}
