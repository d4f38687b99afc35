import { wholeNumberOption } from './whole-number.ts'

export const headerRowOption = [
  '--header-row <number>',
  'the row of the table that names its columns (default: the first with cells, below a title)',
] as const

/** As many rows as Excel and LibreOffice have. */
const mostRows = 2 ** 20

/** @throws ColdpressError `usage` */
export const headerRowOf = ({
  headerRow,
}: {
  readonly headerRow?: string | undefined
}): number | undefined =>
  headerRow === undefined ? undefined : wholeNumberOption('--header-row', headerRow, 1, mostRows)
