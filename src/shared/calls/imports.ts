import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from '../bounded.ts'

export const imageSettings = z.object({
  maxPixels: z.int().min(16).max(16_384).nullable(),
  format: z.enum(['keep', 'png', 'webp', 'jpeg']),
  quality: z.int().min(1).max(100),
})
export type ImageSettingsForm = z.output<typeof imageSettings>

/**
 * A change to the working copy of a table; the user's own file is never written. Rows and columns
 * keep the numbers and letters that they have in the user's own table: what is removed leaves a
 * gap. `column` is the letter; where no column has that letter, the header as written.
 */
export const tableEdit = z.discriminatedUnion('kind', [
  /** `row` as a spreadsheet shows it. */
  z.object({ kind: z.literal('set'), row: z.int(), column: shortText, value: documentText }),
  /** Maps a column to a field, a tag or a custom attribute by giving it that header. */
  z.object({ kind: z.literal('rename'), column: shortText, to: shortText }),
  z.object({ kind: z.literal('remove_row'), row: z.int() }),
  /** Gives a row as many cells as there are columns: what is beyond goes, what is missing is empty. */
  z.object({ kind: z.literal('fit_row'), row: z.int() }),
  /** Columns that the import should not look at. */
  z.object({ kind: z.literal('remove_column'), column: shortText }),
  /** A column of this header with this value in every row. */
  z.object({ kind: z.literal('add_column'), header: longText, value: documentText }),
])
export type TableEdit = z.output<typeof tableEdit>

const severity = z.enum(['error', 'warning', 'info'])

/** One issue of one row, or of the whole table or folder when `row` is null. */
export const issueFacts = z.object({
  severity,
  rule: shortText,
  row: z.int().nullable(),
  column: shortText.nullable(),
  /** Of that column in the table, for edits of the cell; null when there is no such column. */
  letter: shortText.nullable(),
  value: documentText.optional(),
  message: longText,
  fix: z
    .object({
      kind: z.enum(['trim', 'rename', 'pick_file', 'set_value', 'remove_row', 'fit_row']),
      label: longText,
      /** What the fix would do to the table. */
      edit: tableEdit,
    })
    .optional(),
})
export type IssueFacts = z.output<typeof issueFacts>

export const mappedColumn = z.object({
  header: longText,
  letter: shortText,
  /** What it fills; null: nothing, because its header is empty or wrong. */
  target: z.object({ kind: z.enum(['field', 'tag', 'custom']), name: longText }).nullable(),
  /** The first values of the column, for whoever maps it. */
  samples: listOf(documentText),
})
export type MappedColumnFacts = z.output<typeof mappedColumn>

/** An import that is being prepared: read, planned, nothing changed anywhere. */
export const importDraft = z.object({
  id: shortText,
  accountId: shortText,
  collectionId: shortText,
  collectionName: longText,
  folder: shortText,
  /** The user's own table. */
  tablePath: shortText,
  settings: imageSettings,
  pinner: shortText,
  columns: listOf(mappedColumn),
  /** Targets that a column may be mapped to: the token's fields, then the collection's tags. */
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
    errors: z.int(),
    warnings: z.int(),
    issues: z.int(),
    files: z.int(),
  }),
  /** How often each rule was broken: errors first, then by number. */
  rules: listOf(z.object({ rule: shortText, severity, count: z.int() })),
  /** Edits made since the table was read; they can be taken back one by one. */
  edits: z.int(),
  estimate: z.object({
    /** Bytes of the source images. */
    bytes: z.int(),
    seconds: z.number(),
    /** What minting one token will cost on chain later, fee and deposit, in lovelace as a string. */
    mintLovelace: shortText,
  }),
})
export type ImportDraft = z.output<typeof importDraft>

/** A token as it would be made. */
export const plannedToken = z.object({
  row: z.int(),
  assetName: shortText,
  name: longText,
  image: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), name: longText }),
    z.object({ kind: z.literal('ipfs'), uri: shortText }),
    z.object({ kind: z.literal('url'), url: shortText }),
  ]),
  state: z.enum(['new', 'done', 'compare']),
  metadata: recordOf(z.unknown()),
})
export type PlannedTokenFacts = z.output<typeof plannedToken>

const stageProgress = z.object({
  stage: z.enum(['hash', 'image', 'pin', 'upload']),
  done: z.int(),
  total: z.int(),
  failed: z.int(),
  /** Items per second. */
  rate: z.number(),
  secondsLeft: z.number().nullable(),
})
export const importProgress = z.object({
  job: shortText,
  stages: listOf(stageProgress).readonly(),
})
export type ImportProgressFacts = z.output<typeof importProgress>

const jobState = z.enum(['planned', 'running', 'paused', 'done', 'cancelled', 'failed'])

export const importJob = z.object({
  id: shortText,
  state: jobState,
  /** Whether this app works on it now. */
  isRunningHere: z.boolean(),
  accountId: shortText,
  collectionId: shortText,
  folder: shortText,
  total: z.int(),
  added: z.int(),
  failed: z.int(),
  left: z.int(),
  /** Why it stopped, if it did. */
  reason: longText.nullable(),
  /** The first of them. */
  failures: listOf(z.object({ row: z.int(), assetName: shortText, message: longText })),
  /** Set once it ended in this app: what the images' process had to say, and how long it took. */
  notes: listOf(z.object({ row: z.int(), assetName: shortText, message: longText })),
  seconds: z.number().nullable(),
  createdAt: shortText,
  updatedAt: shortText,
})
export type ImportJobFacts = z.output<typeof importJob>

const draftId = z.object({ draftId: shortText })
const page = { offset: z.int().nonnegative(), limit: z.int().min(1).max(500) }
const jobId = z.object({ job: shortText })

export const importCalls = {
  /** Reads folder and table, plans. */
  'imports.open': {
    input: z.object({
      accountId: shortText,
      collectionId: shortText,
      folder: shortText,
      /** By default the only table in the folder. */
      csv: shortText.nullable(),
      settings: imageSettings,
      pinner: shortText,
    }),
    output: importDraft,
  },
  /** Those that were opened and neither started nor closed, the latest used last. */
  'imports.drafts': { input: z.null(), output: listOf(importDraft) },
  /** Applies edits to the working copy in one step that can be taken back, and plans again. */
  'imports.edit': {
    input: draftId.extend({ edits: listOf(tableEdit).min(1).max(20_000) }),
    output: importDraft,
  },
  /** Applies the fix of every issue of this rule that has one, as one step. */
  'imports.fixAll': { input: draftId.extend({ rule: shortText }), output: importDraft },
  /** Takes the last step back. */
  'imports.undo': { input: draftId, output: importDraft },
  /** Plans again: after files were put in place, or with other settings. */
  'imports.replan': {
    input: draftId.extend({ settings: imageSettings, pinner: shortText }),
    output: importDraft,
  },
  'imports.issues': {
    input: draftId.extend({ ...page, rule: shortText.nullable(), severity: severity.nullable() }),
    output: z.object({ issues: listOf(issueFacts), total: z.int() }),
  },
  /** The rows of the working copy as they stand, a cell for each of the draft's `columns`. */
  'imports.rows': {
    input: draftId.extend(page),
    output: z.object({
      rows: listOf(z.object({ row: z.int(), cells: listOf(documentText) })),
      total: z.int(),
    }),
  },
  'imports.tokens': {
    input: draftId.extend(page),
    output: z.object({ tokens: listOf(plannedToken), total: z.int() }),
  },
  /** Makes the row's image as the import will; `url` is of the app's own protocol. */
  'imports.image': {
    input: draftId.extend({ row: z.int() }),
    output: z.object({
      url: shortText.nullable(),
      mediaType: shortText,
      bytes: z.int(),
      width: z.int().nullable(),
      height: z.int().nullable(),
      notes: listOf(longText),
    }),
  },
  /** The folder's files, for `pick_file`. */
  'imports.files': { input: draftId, output: listOf(longText) },
  /** Asks where to save; answers the path, or null when the user changed their mind. */
  'imports.saveIssues': { input: draftId, output: longText.nullable() },
  'imports.saveTable': { input: draftId, output: longText.nullable() },
  /** Closes the draft and removes its working copy. */
  'imports.discard': { input: draftId, output: z.null() },
  /** Begins the run; its progress and its end come as events. */
  'imports.start': { input: draftId, output: jobId },
  'imports.resume': { input: jobId, output: jobId },
  /** Stops the run within seconds; it can be resumed. */
  'imports.pause': { input: jobId, output: z.null() },
  /** Ends it for good; what is in the collection stays. */
  'imports.cancel': { input: jobId, output: importJob },
  'imports.list': { input: z.null(), output: listOf(importJob) },
  'imports.job': { input: jobId, output: importJob },
} as const
