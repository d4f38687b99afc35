import { z } from 'zod'
import {
  anyRecord,
  documentText,
  filled,
  listOf,
  longText,
  shortText,
} from '#values/bounds/bounded.ts'
import { imageSettings } from './image-settings.ts'
import { importFormat } from './import-formats.ts'
import { tableEncoding } from '#values/text/text-encoding.ts'
import { fixKinds } from './import-rules.ts'

/** Whether an import adds tokens, or changes tokens of the collection. */
export const importPurpose = z.enum(['add', 'change'])
export type ImportPurpose = z.output<typeof importPurpose>

export const draftSettings = imageSettings.extend({
  maxPixels: z.int().min(16).max(16_384).nullable(),
})

/** Adds a column with this header and the same value in every row. */
const addColumn = z.object({
  kind: z.literal('add_column'),
  header: filled(longText),
  value: documentText,
})

/** Adds a column whose cells are made of the row's others by a pattern: `{Title} of {Year}`. */
export const fillColumn = z.object({
  kind: z.literal('fill_column'),
  header: filled(longText),
  pattern: filled(longText),
})

/** A text in the cells of some columns. */
export const cellSearch = z.object({
  columns: listOf(shortText).min(1),
  find: filled(longText),
  matchesCase: z.boolean(),
})
export type CellSearch = z.output<typeof cellSearch>

/** Puts another text in its place, wherever it is. */
const replaceText = cellSearch.extend({ kind: z.literal('replace'), value: documentText })

/**
 * A change to the working copy of a table. The user's own file is never written. Rows and columns
 * keep the numbers and letters of the user's own table; a removed row leaves a gap. `column` is the
 * letter, or the header as written if no column has that letter.
 */
export const tableEdit = z.discriminatedUnion('kind', [
  /** `row`: the row number that a spreadsheet shows. */
  z.object({ kind: z.literal('set'), row: z.int(), column: shortText, value: documentText }),
  /** Sets a cell, and keeps its whole text in the column of the header `to`, which it may add. */
  z.object({
    kind: z.literal('shorten'),
    row: z.int(),
    column: shortText,
    value: documentText,
    to: shortText,
  }),
  /** Maps a column to a field, a tag or a custom attribute by giving it that header. */
  z.object({ kind: z.literal('rename'), column: shortText, to: shortText }),
  z.object({ kind: z.literal('remove_row'), row: z.int() }),
  /** Gives a row as many cells as there are columns: removes extra cells, adds empty ones. */
  z.object({ kind: z.literal('fit_row'), row: z.int() }),
  /** Puts the cells of a row that a delimiter has cut apart together again. */
  z.object({ kind: z.literal('join_row'), row: z.int() }),
  addColumn,
  fillColumn,
  replaceText,
])
export type TableEdit = z.output<typeof tableEdit>

export const issueSeverity = z.enum(['error', 'warning', 'info'])

/** One issue of one row, or of the whole table or folder when `row` is null. */
export const issueView = z.object({
  severity: issueSeverity,
  rule: shortText,
  row: z.int().nullable(),
  column: shortText.nullable(),
  /** Letter of the column in the table, to edit the cell; null when there is no such column. */
  letter: shortText.nullable(),
  value: documentText.optional(),
  message: longText,
  fix: z
    .object({
      kind: z.enum(fixKinds),
      label: longText,
      /** The change that the fix makes to the table. */
      edit: tableEdit,
    })
    .optional(),
  /** A video of the row whose still image is missing; one can be made of it. */
  video: longText.optional(),
  /** A file of the folder that it is about, where it is about no row. */
  file: longText.optional(),
  /** The number of issues of its rule that this one stands for. */
  count: z.int().optional(),
})
export type IssueView = z.output<typeof issueView>

export const mappedColumn = z.object({
  header: longText,
  letter: shortText,
  /** What the column fills; null when its header is empty or wrong. */
  target: z
    .object({ kind: z.enum(['field', 'tag', 'custom', 'ignored']), name: longText })
    .nullable(),
  /** The first values of the column, shown to whoever maps it. */
  samples: listOf(documentText),
  /** It numbers the rows: `{number}` of a pattern. */
  isNumber: z.boolean(),
  /** Why nobody can write into its cells; null: anybody can. */
  fixed: z.enum(['asset_name', 'image']).nullable(),
  /** It is none of the user's own table: a pattern or a file made its texts. */
  isMade: z.boolean(),
})
export type MappedColumnView = z.output<typeof mappedColumn>

/** An import in preparation: read and planned; nothing has been changed. */
export const importDraft = z.object({
  id: shortText,
  purpose: importPurpose,
  accountId: shortText,
  collectionId: shortText,
  collectionName: longText,
  /** Empty where the table was made of the collection's tokens. */
  folder: shortText,
  /** The user's own table. Empty as the folder. */
  tablePath: shortText,
  /** How the folder was read, and why so. */
  source: z.object({
    format: importFormat,
    reason: longText,
    /** The pattern of names, for files without a table; null: the format's own. */
    names: shortText.nullable(),
    /** The pattern that made the asset names; null where a column or a file gives them. */
    assetNames: shortText.nullable(),
    /** Of a workbook: the sheet that was read, and the names of all. */
    sheet: z.object({ name: shortText, all: listOf(shortText) }).nullable(),
    /** The encoding of a CSV; null for a workbook, and where the tokens come from many files. */
    encoding: tableEncoding.nullable(),
    /** It names the columns; null where the tokens come from many files. */
    headerRow: z.int().nullable(),
    /** Columns that have the meaning which an earlier import of the collection gave them. */
    remembered: listOf(z.object({ header: longText, to: longText })),
  }),
  settings: draftSettings,
  pinner: shortText,
  columns: listOf(mappedColumn),
  /** Fields that a column can be mapped to: the token's fields, then the collection's tags. */
  targets: listOf(
    z.object({
      kind: z.enum(['field', 'tag']),
      name: longText,
      header: longText,
      required: z.boolean(),
    }),
  ),
  counts: z.object({
    rows: z.int(),
    new: z.int(),
    done: z.int(),
    compare: z.int(),
    /** Tokens of the collection that get other texts, attributes or another price. */
    change: z.int(),
    /** Tokens that get a price. */
    priced: z.int(),
    errors: z.int(),
    warnings: z.int(),
    issues: z.int(),
    /** Rows with errors, which the import can skip; null when it cannot start without a fix. */
    invalidRows: z.int().nullable(),
    files: z.int(),
  }),
  /** The number of issues for each rule: errors first, then by number. */
  rules: listOf(z.object({ rule: shortText, severity: issueSeverity, count: z.int() })),
  /** Edits since the table was read. Each can be undone. */
  edits: z.int(),
  /** Whether the user made any; opening a draft leaves out columns of unknown name. */
  isEdited: z.boolean(),
  /** The earlier import that it goes on with, from the table that has its fixes. */
  job: shortText.nullable(),
  estimate: z.object({
    bytes: z.int(),
    seconds: z.number(),
    /** Estimated cost of minting the new tokens later, in lovelace as a string. */
    mintLovelace: shortText,
    /** Of that mint, with its fees and the minimum ADA with its tokens. */
    transactions: z.int(),
    feesLovelace: shortText,
    withTokensLovelace: shortText,
    /** What is not known yet, as sentences. */
    assumptions: longText,
  }),
})
export type ImportDraft = z.output<typeof importDraft>

/** How far the reading of a folder is, for a draft. */
export const readingView = z.object({
  /** Searching the folder, comparing files of one size, and listing what the collection holds. */
  step: z.enum(['files', 'hashes', 'tokens']),
  done: z.int(),
  /** Null while it is not known. */
  total: z.int().nullable(),
  secondsLeft: z.number().nullable(),
})
export type ReadingView = z.output<typeof readingView>

/** How far the images of a draft are decoded, in the background. */
export const imageCheckView = z.object({
  draftId: shortText,
  state: z.enum(['running', 'stopped', 'done']),
  checked: z.int(),
  /** Files that the rows name. */
  total: z.int(),
  secondsLeft: z.number().nullable(),
  /** Why it stopped by itself; null if it did not. */
  error: longText.nullable(),
})
export type ImageCheckView = z.output<typeof imageCheckView>

/** A row of the table as the token that the import will create. */
export const plannedToken = z.object({
  row: z.int(),
  assetName: shortText,
  name: longText,
  image: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), name: longText }),
    z.object({ kind: z.literal('ipfs'), uri: shortText }),
    z.object({ kind: z.literal('url'), url: shortText }),
    z.object({ kind: z.literal('none') }),
  ]),
  /** `error`: the row makes no token yet, and has no metadata. */
  state: z.enum(['new', 'done', 'compare', 'change', 'error']),
  /** The rule that an error of the row breaks; null without one, also where the whole table has one. */
  brokenRule: shortText.nullable(),
  /** Lovelace, as a string; null: none is given. */
  price: shortText.nullable(),
  metadata: anyRecord,
  /** Files of the folder that go beside the image, with the addresses that `metadata` has for them. */
  works: listOf(z.object({ src: shortText, name: longText, bytes: z.int() })),
})
export type PlannedTokenView = z.output<typeof plannedToken>
