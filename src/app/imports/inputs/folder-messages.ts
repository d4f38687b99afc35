import { z } from 'zod'
import { documentText, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { importFormat } from '#contract/imports/import-formats.ts'
import { fixKinds, type IssueRule, importRules } from '#contract/imports/import-rules.ts'
import { tableEncoding } from '#values/text/text-encoding.ts'
import { tableLimits } from '../table/table-limits.ts'
import {
  nameIn,
  sharedReplies,
  tableCells,
  tableDelimiter,
  tableRow,
  tableSheet,
} from '../table/table-messages.ts'

const fix = z.object({
  kind: z.enum(fixKinds),
  value: documentText,
  label: longText,
  to: longText.exactOptional(),
  column: longText.exactOptional(),
})

const issue = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  rule: nameIn<IssueRule>(importRules),
  row: tableRow.nullable(),
  column: longText.nullable(),
  value: documentText.exactOptional(),
  message: longText,
  fix: fix.exactOptional(),
  video: longText.exactOptional(),
})

const seed = z.object({ name: documentText, number: longText.optional() })

/** What a reading holds many of. They come in pieces, each list in its order. */
export const folderLists = z.object({
  rows: listOf(z.object({ row: tableRow, cells: tableCells, written: tableCells.exactOptional() })),
  issues: listOf(issue),
  seeds: listOf(seed),
  /** Places in the list of the folder's files. */
  works: listOf(z.int().min(0)),
})
export type FolderLists = z.output<typeof folderLists>

/** Replies of the process that reads a folder with large metadata. */
export const folderReply = z.discriminatedUnion('kind', [
  ...sharedReplies,
  z.object({ kind: z.literal('pieces'), lists: folderLists.partial() }),
  /** The last message of a folder that was read. */
  z.object({
    kind: z.literal('folder'),
    folder: longText,
    tablePath: longText,
    collectionName: documentText.optional(),
    made: z.object({ pattern: longText.optional() }).optional(),
    table: z.object({
      encoding: tableEncoding,
      delimiter: tableDelimiter,
      sheet: tableSheet.optional(),
      columns: z
        .array(z.object({ header: documentText, letter: shortText }))
        .max(tableLimits.columns),
      width: z.int(),
      headerRow: z.int(),
    }),
    source: z.object({
      format: importFormat,
      reason: longText,
      names: longText.optional(),
      assetNames: longText.optional(),
      guessed: importFormat.optional(),
      sheet: tableSheet.optional(),
      encoding: tableEncoding.optional(),
      headerRow: z.int().optional(),
    }),
  }),
])
export type FolderReply = z.output<typeof folderReply>
