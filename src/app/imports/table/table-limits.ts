import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { numberText } from '#values/text/format.ts'

/** What a table may hold, whatever file it comes from. A collection of 100,000 tokens stays below. */
export const tableLimits = {
  /** 100,000 rows of 20 columns are 2 million. An empty cell takes 8 bytes, one with a text 50. */
  cells: 5_000_000,
  /** Of all cells: as many as the largest CSV has. */
  characters: 64 * 1024 ** 2,
  /** As many as Excel and LibreOffice have. */
  rows: 2 ** 20,
  columns: 2 ** 14,
} as const

/** @param what the limit is of, in the plural */
export const tooLargeTable = (what: string, limit: number): ColdpressError =>
  errorBy(
    importErrors,
    'csv_too_large',
    {},
    `The table has more than ${numberText(limit)} ${what}. Divide it into several and import one after the other.`,
  )
