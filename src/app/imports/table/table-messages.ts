import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { type ErrorCode, errorTable } from '#values/errors/errors.ts'
import { type IssueRule, importRules } from '#contract/imports/import-rules.ts'
import { tableEncoding } from '#values/text/text-encoding.ts'
import { tableLimits } from './table-limits.ts'

/**
 * Messages between the parent and the process that reads a table, or a folder with large metadata;
 * each side parses what it receives.
 */

export const readingRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    sheet: longText.optional(),
    encoding: tableEncoding.optional(),
  }),
  /** The folder, and what was asked of it, comes as the input. */
  z.object({ kind: z.literal('read_folder') }),
  /** What came is taken: the next may come. */
  z.object({ kind: z.literal('more') }),
])
export type ReadingRequest = z.output<typeof readingRequest>

export const nameIn = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  z.custom<Name>((given) => typeof given === 'string' && Object.hasOwn(table, given))

export const tableRow = z.int().min(1).max(tableLimits.rows)

const note = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  rule: nameIn<IssueRule>(importRules),
  row: tableRow.nullable(),
  column: shortText.nullable(),
  message: longText,
})

/** What programs learn of an error, such as its rule and its row. */
export const readingFailureDetails = recordOf(z.union([longText, z.int(), listOf(documentText)]))

export const tableCells = z.array(documentText).max(tableLimits.columns)

export const tableSheet = z.object({ name: documentText, all: listOf(documentText) })
export const tableDelimiter = z.enum([',', ';', '\t', '|'])

export const sharedReplies = [
  /** The first message, once the program is loaded. */
  z.object({ kind: z.literal('ready') }),
  /** The last message of what cannot be read. */
  z.object({
    kind: z.literal('failed'),
    code: nameIn<ErrorCode>(errorTable),
    message: longText,
    details: readingFailureDetails,
  }),
] as const

export const tableReply = z.discriminatedUnion('kind', [
  ...sharedReplies,
  /** Some of the rows, in their order. */
  z.object({
    kind: z.literal('rows'),
    rows: listOf(z.object({ row: tableRow, cells: tableCells })),
  }),
  /** The last message of a table that was read. */
  z.object({
    kind: z.literal('read'),
    encoding: tableEncoding,
    delimiter: tableDelimiter,
    sheet: tableSheet.optional(),
    notes: listOf(note),
  }),
])
export type TableReply = z.output<typeof tableReply>
