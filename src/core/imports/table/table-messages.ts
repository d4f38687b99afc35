import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from '#shared/bounded.ts'
import { type ErrorCode, errorTable } from '#shared/errors.ts'
import { type IssueRule, importRules } from '#shared/import-rules.ts'
import { tableEncoding } from '#shared/text-encoding.ts'
import { tableLimits } from './table-limits.ts'

/** Messages between the parent and the process that reads a table; each side parses what it receives. */

export const tableRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    sheet: longText.optional(),
    encoding: tableEncoding.optional(),
  }),
  /** The rows that came are taken: the next may come. */
  z.object({ kind: z.literal('more') }),
])
export type TableRequest = z.output<typeof tableRequest>

const nameIn = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  z.custom<Name>((given) => typeof given === 'string' && Object.hasOwn(table, given))

const row = z.int().min(1).max(tableLimits.rows)

const note = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  rule: nameIn<IssueRule>(importRules),
  row: row.nullable(),
  column: shortText.nullable(),
  message: longText,
})

/** What programs learn of an error, such as its rule and its row. */
export const tableFailureDetails = recordOf(z.union([longText, z.int(), listOf(documentText)]))

const cells = z.array(documentText).max(tableLimits.columns)

export const tableReply = z.discriminatedUnion('kind', [
  /** The first message, once the program is loaded. */
  z.object({ kind: z.literal('ready') }),
  /** Some of the rows, in their order. */
  z.object({ kind: z.literal('rows'), rows: listOf(z.object({ row, cells })) }),
  /** The last message of a table that was read. */
  z.object({
    kind: z.literal('read'),
    encoding: tableEncoding,
    delimiter: z.enum([',', ';', '\t', '|']),
    sheet: z.object({ name: documentText, all: listOf(documentText) }).optional(),
    notes: listOf(note),
  }),
  /** The last message of one that cannot be read. */
  z.object({
    kind: z.literal('failed'),
    code: nameIn<ErrorCode>(errorTable),
    message: longText,
    details: tableFailureDetails,
  }),
])
export type TableReply = z.output<typeof tableReply>
