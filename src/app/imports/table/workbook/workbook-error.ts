import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { numberText } from '#values/text/format.ts'

type WorkbookRule = Extract<keyof typeof importErrors, `workbook${string}` | 'csv_not_text'>

/** @param sentence what is wrong and what to do, as the rest of "The workbook …" */
export const workbookError = (
  sentence: string,
  { rule = 'workbook', cause }: { readonly rule?: WorkbookRule; readonly cause?: unknown } = {},
): ColdpressError => errorBy(importErrors, rule, {}, `The workbook ${sentence}`, cause)

export const brokenWorkbook = (what: string, cause?: unknown): ColdpressError =>
  workbookError(
    `cannot be read: ${what}. It may be damaged. Open it in a spreadsheet program, save it again as .xlsx, .ods or CSV, and try again.`,
    { cause },
  )

export const tooLargeWorkbook = (what: string, limit: number): ColdpressError =>
  workbookError(
    `has more than ${numberText(limit)} ${what}. Divide it into several and import one after the other.`,
    { rule: 'workbook_too_large' },
  )
