import { z } from 'zod'

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
  z.object({ kind: z.literal('set'), row: z.int(), column: z.string(), value: z.string() }),
  /** Maps a column to a field, a tag or a custom attribute by giving it that header. */
  z.object({ kind: z.literal('rename'), column: z.string(), to: z.string() }),
  z.object({ kind: z.literal('remove_row'), row: z.int() }),
  /** Gives a row as many cells as there are columns: what is beyond goes, what is missing is empty. */
  z.object({ kind: z.literal('fit_row'), row: z.int() }),
  /** Columns that the import should not look at. */
  z.object({ kind: z.literal('remove_column'), column: z.string() }),
  /** A column of this header with this value in every row. */
  z.object({ kind: z.literal('add_column'), header: z.string(), value: z.string() }),
])
export type TableEdit = z.output<typeof tableEdit>

const severity = z.enum(['error', 'warning', 'info'])

/** One fault of one row, or of the whole table or folder when `row` is null. */
export const findingFacts = z.object({
  severity,
  rule: z.string(),
  row: z.int().nullable(),
  column: z.string().nullable(),
  /** Of that column in the table, for edits of the cell; null when there is no such column. */
  letter: z.string().nullable(),
  value: z.string().optional(),
  message: z.string(),
  mend: z
    .object({
      kind: z.enum(['trim', 'rename', 'pick_file', 'set_value', 'remove_row', 'fit_row']),
      label: z.string(),
      /** What the mend would do to the table. */
      edit: tableEdit,
    })
    .optional(),
})
export type FindingFacts = z.output<typeof findingFacts>

export const mappedColumn = z.object({
  header: z.string(),
  letter: z.string(),
  /** What it fills; null: nothing, because its header is empty or at fault. */
  target: z.object({ kind: z.enum(['field', 'tag', 'custom']), name: z.string() }).nullable(),
  /** The first values of the column, for whoever maps it. */
  samples: z.array(z.string()),
})
export type MappedColumnFacts = z.output<typeof mappedColumn>

/** An import that is being prepared: read, planned, nothing changed anywhere. */
export const importDraft = z.object({
  id: z.string(),
  accountId: z.string(),
  collectionId: z.string(),
  collectionName: z.string(),
  folder: z.string(),
  /** The user's own table. */
  tablePath: z.string(),
  settings: imageSettings,
  pinner: z.string(),
  columns: z.array(mappedColumn),
  /** Targets that a column may be mapped to: the token's fields, then the collection's tags. */
  targets: z.array(
    z.object({
      kind: z.enum(['field', 'tag']),
      name: z.string(),
      header: z.string(),
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
    findings: z.int(),
    files: z.int(),
  }),
  /** How often each rule was broken: errors first, then by number. */
  rules: z.array(z.object({ rule: z.string(), severity, count: z.int() })),
  /** Edits made since the table was read; they can be taken back one by one. */
  edits: z.int(),
  estimate: z.object({
    /** Bytes of the source images. */
    bytes: z.int(),
    seconds: z.number(),
    /** What minting one token will cost on chain later, fee and deposit, in lovelace as a string. */
    mintLovelace: z.string(),
  }),
})
export type ImportDraft = z.output<typeof importDraft>

/** A token as it would be made. */
export const plannedToken = z.object({
  row: z.int(),
  assetName: z.string(),
  name: z.string(),
  image: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), name: z.string() }),
    z.object({ kind: z.literal('ipfs'), uri: z.string() }),
    z.object({ kind: z.literal('url'), url: z.string() }),
  ]),
  state: z.enum(['new', 'done', 'compare']),
  metadata: z.record(z.string(), z.unknown()),
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
  job: z.string(),
  stages: z.array(stageProgress).readonly(),
})
export type ImportProgressFacts = z.output<typeof importProgress>

const jobState = z.enum(['planned', 'running', 'paused', 'done', 'cancelled', 'failed'])

export const importJob = z.object({
  id: z.string(),
  state: jobState,
  /** Whether this app works on it now. */
  isRunningHere: z.boolean(),
  accountId: z.string(),
  collectionId: z.string(),
  folder: z.string(),
  total: z.int(),
  added: z.int(),
  failed: z.int(),
  left: z.int(),
  /** Why it stopped, if it did. */
  reason: z.string().nullable(),
  /** The first of them. */
  failures: z.array(z.object({ row: z.int(), assetName: z.string(), message: z.string() })),
  /** Set once it ended in this app: what the images' process had to say, and how long it took. */
  notes: z.array(z.object({ row: z.int(), assetName: z.string(), message: z.string() })),
  seconds: z.number().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type ImportJobFacts = z.output<typeof importJob>

const draftId = z.object({ draftId: z.string() })
const page = { offset: z.int().nonnegative(), limit: z.int().min(1).max(500) }
const jobId = z.object({ job: z.string() })

export const importCalls = {
  /** Reads folder and table, plans. */
  'imports.open': {
    input: z.object({
      accountId: z.string(),
      collectionId: z.string(),
      folder: z.string(),
      /** By default the only table in the folder. */
      csv: z.string().nullable(),
      settings: imageSettings,
      pinner: z.string(),
    }),
    output: importDraft,
  },
  /** Those that were opened and neither begun nor closed, the latest used last. */
  'imports.drafts': { input: z.null(), output: z.array(importDraft) },
  /** Applies edits to the working copy in one step that can be taken back, and plans again. */
  'imports.edit': {
    input: draftId.extend({ edits: z.array(tableEdit).min(1).max(20_000) }),
    output: importDraft,
  },
  /** Applies the mend of every finding of this rule that has one, as one step. */
  'imports.mendAll': { input: draftId.extend({ rule: z.string() }), output: importDraft },
  /** Takes the last step back. */
  'imports.undo': { input: draftId, output: importDraft },
  /** Plans again: after files were put in place, or with other settings. */
  'imports.replan': {
    input: draftId.extend({ settings: imageSettings, pinner: z.string() }),
    output: importDraft,
  },
  'imports.findings': {
    input: draftId.extend({ ...page, rule: z.string().nullable(), severity: severity.nullable() }),
    output: z.object({ findings: z.array(findingFacts), total: z.int() }),
  },
  /** The rows of the working copy as they stand, a cell for each of the draft's `columns`. */
  'imports.rows': {
    input: draftId.extend(page),
    output: z.object({
      rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
      total: z.int(),
    }),
  },
  'imports.tokens': {
    input: draftId.extend(page),
    output: z.object({ tokens: z.array(plannedToken), total: z.int() }),
  },
  /** Makes the row's image as the import will; `url` is of the app's own protocol. */
  'imports.picture': {
    input: draftId.extend({ row: z.int() }),
    output: z.object({
      url: z.string().nullable(),
      mediaType: z.string(),
      bytes: z.int(),
      width: z.int().nullable(),
      height: z.int().nullable(),
      notes: z.array(z.string()),
    }),
  },
  /** The folder's files, for `pick_file`. */
  'imports.files': { input: draftId, output: z.array(z.string()) },
  /** Asks where to save; answers the path, or null when the user changed their mind. */
  'imports.saveFindings': { input: draftId, output: z.string().nullable() },
  'imports.saveTable': { input: draftId, output: z.string().nullable() },
  /** Closes the draft and removes its working copy. */
  'imports.discard': { input: draftId, output: z.null() },
  /** Begins the run; its progress and its end come as events. */
  'imports.start': { input: draftId, output: jobId },
  'imports.resume': { input: jobId, output: jobId },
  /** Stops the run within seconds; it can be resumed. */
  'imports.pause': { input: jobId, output: z.null() },
  /** Ends it for good; what is in the collection stays. */
  'imports.cancel': { input: jobId, output: importJob },
  'imports.list': { input: z.null(), output: z.array(importJob) },
  'imports.job': { input: jobId, output: importJob },
} as const
