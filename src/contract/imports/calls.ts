import { z } from 'zod'
import { documentText, filled, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import type { Change, WindowCalls, WindowEvents } from '../window/call.ts'
import { limits } from '#values/bounds/limits.ts'
import { importFormat } from './import-formats.ts'
import { tableEncoding } from '#values/text/text-encoding.ts'
import {
  cellSearch,
  draftSettings,
  tableEdit,
  issueSeverity,
  issueView,
  importDraft,
  importPurpose,
  readingView,
  imageCheckView,
  plannedToken,
} from './draft-view.ts'

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
export type ImportProgressView = z.output<typeof importProgress>

const jobState = z.enum(['planned', 'running', 'paused', 'done', 'cancelled', 'failed'])

/** What a run says of one token. */
const importedTokenReport = z.object({
  row: z.int(),
  name: longText,
  assetName: shortText,
  message: longText,
})

export const importJob = z.object({
  id: shortText,
  purpose: importPurpose,
  state: jobState,
  /** Whether this process runs it now. */
  isRunningHere: z.boolean(),
  accountId: shortText,
  collectionId: shortText,
  folder: shortText,
  total: z.int(),
  added: z.int(),
  failed: z.int(),
  left: z.int(),
  /** Why it stopped; null if it did not. */
  reason: longText.nullable(),
  /** The first failures. */
  failures: listOf(importedTokenReport),
  /** Rows of the table that the import leaves out; `message` null: the user did. The first ones. */
  skipped: listOf(z.object({ row: z.int(), message: longText.nullable() })),
  skippedRows: z.int(),
  /** Set when a run of this process ended: notes of the images process, and the duration. */
  notes: listOf(importedTokenReport),
  seconds: z.number().nullable(),
  /** With these, how many of the images each place has. */
  places: listOf(
    z.object({
      place: longText,
      held: z.int(),
      total: z.int(),
      error: longText.nullable(),
    }),
  ),
  /** Images that the table names by an address; the import pins them nowhere. */
  elsewhere: z.object({ ipfs: z.int(), web: z.int() }),
  createdAt: shortText,
  updatedAt: shortText,
})
export type ImportJobView = z.output<typeof importJob>

const draftId = z.object({ draftId: shortText })
const page = { offset: z.int().nonnegative(), limit: z.int().min(1).max(500) }
/** By the values of a column; without it, rows come as in the file. */
const rowOrder = z.object({ letter: shortText, isDescending: z.boolean() })
export type RowOrder = z.output<typeof rowOrder>
/** A poster frame's bytes as Base64, which has four characters for each three bytes. */
const posterChars = Math.ceil(limits.previewBytes / 3) * 4
const posterText = z.base64().min(1).max(posterChars, { abort: true })

const jobId = z.object({ job: shortText })

const draftChanges = [
  { area: 'drafts' },
  { area: 'plans' },
  { area: 'draftRows' },
] as const satisfies readonly Change[]

export const importCalls = {
  /** Reads the folder and the table, and plans. */
  'imports.open': {
    changes: draftChanges,
    input: z.object({
      accountId: shortText,
      collectionId: shortText,
      folder: shortText,
      /** Null: the only table in the folder. */
      csv: shortText.nullable(),
      /** Of a workbook; by default the only one that holds anything. */
      sheet: shortText.optional(),
      /** Of a CSV; by default the one that its bytes show. */
      encoding: tableEncoding.optional(),
      format: importFormat.optional(),
      settings: draftSettings,
      pinner: shortText,
    }),
    output: importDraft,
  },
  /** Makes a table of tokens of a collection, to change them: a draft as of a folder. */
  'imports.openTokens': {
    changes: draftChanges,
    input: z.object({
      accountId: shortText,
      collectionId: shortText,
      tokens: listOf(shortText).min(1),
    }),
    output: importDraft,
  },
  /** Ends every reading of a folder that is under way, with `cancelled`. */
  'imports.stopReading': { changes: [], input: z.null(), output: z.null() },
  /** Prepares an ended import again: its fixes are kept, and a start goes on with the same job. */
  'imports.reopen': { changes: draftChanges, input: jobId, output: importDraft },
  /** Drafts that were neither started nor closed, the most recently used last. */
  'imports.drafts': { reads: 'drafts', input: z.null(), output: listOf(importDraft) },
  /** Applies edits to the working copy as one step, which can be undone, and plans again. */
  'imports.edit': {
    changes: draftChanges,
    input: draftId.extend({ edits: listOf(tableEdit).min(1).max(20_000) }),
    output: importDraft,
  },
  /** Applies every available fix for this rule as one step. */
  'imports.fixAll': {
    changes: draftChanges,
    input: draftId.extend({ rule: shortText }),
    output: importDraft,
  },
  /** Undoes the last step. */
  'imports.undo': { changes: draftChanges, input: draftId, output: importDraft },
  /** Reads the folder again and plans, after files were added, or with another place to pin at. */
  'imports.replan': {
    changes: draftChanges,
    input: draftId.extend({ settings: draftSettings, pinner: shortText }),
    output: importDraft,
  },
  /** Plans again with other image settings, and does not read the folder again. */
  'imports.changeSettings': {
    changes: [{ area: 'drafts' }, { area: 'plans' }],
    input: draftId.extend({ settings: draftSettings }),
    output: importDraft,
  },
  /** Makes names or asset names of all rows by a pattern, as a step that can be undone. */
  'imports.nameTokens': {
    changes: draftChanges,
    input: draftId.extend({ of: z.enum(['names', 'assetNames']), pattern: filled(shortText) }),
    output: importDraft,
  },
  /** Adds what the collection's metadata lacks for the works of the table, and plans again. */
  'imports.placeWorks': {
    changes: [
      ...draftChanges,
      { area: 'collection', by: ['collectionId'] },
      { area: 'collections' },
    ],
    input: draftId,
    output: importDraft,
  },
  /** Reads the folder again in another format. Refused for a draft with edits. */
  'imports.readAs': {
    changes: draftChanges,
    input: draftId.extend({
      format: importFormat,
      names: shortText.nullable(),
      /** Null: the one that fits the table. */
      assetNames: shortText.nullable().optional(),
      sheet: shortText.optional(),
      encoding: tableEncoding.optional(),
      headerRow: z.int().min(1).optional(),
    }),
    output: importDraft,
  },
  /** Forgets how the collection's folders were read and mapped, and maps the columns again. */
  'imports.forgetMapping': { changes: draftChanges, input: draftId, output: importDraft },
  'imports.issues': {
    reads: 'plans',
    input: draftId.extend({
      ...page,
      rule: shortText.nullable(),
      /** `notable`: errors and warnings. */
      severity: issueSeverity.or(z.literal('notable')).nullable(),
      /** Many of one rule are one, with their number. */
      isGrouped: z.boolean().optional(),
    }),
    output: z.object({ issues: listOf(issueView), total: z.int() }),
  },
  /** The current rows of the working copy, a cell for each of the draft's `columns`. */
  'imports.rows': {
    reads: 'draftRows',
    input: draftId.extend({ ...page, order: rowOrder.optional() }),
    output: z.object({
      rows: listOf(z.object({ row: z.int(), cells: listOf(documentText) })),
      total: z.int(),
    }),
  },
  /** How many cells hold a text. */
  'imports.countMatches': {
    reads: 'draftRows',
    input: draftId.extend(cellSearch.shape),
    output: z.object({ cells: z.int() }),
  },
  /** Where a row stands in that order; null where the table has no such row. */
  'imports.rowIndex': {
    reads: 'draftRows',
    input: draftId.extend({ row: z.int(), order: rowOrder.optional() }),
    output: z.object({ index: z.int().nullable() }),
  },
  /** The rows as tokens, in the order of the table. `errorsFirst`: those with an error of their own before. */
  'imports.tokens': {
    reads: 'plans',
    input: draftId.extend({ ...page, errorsFirst: z.boolean().optional() }),
    output: z.object({
      tokens: listOf(plannedToken),
      total: z.int(),
      /** The rule that the whole table breaks, so that no row makes a token; null: none. */
      brokenRule: shortText.nullable(),
    }),
  },
  /** A planned token's traits as a wallet shows them, each with how many tokens of the plan have it. */
  'imports.traits': {
    reads: 'draftRows',
    input: draftId.extend({ row: z.int() }),
    output: z.object({
      traits: listOf(z.object({ name: longText, value: documentText, count: z.int() })),
      total: z.int(),
    }),
  },
  /**
   * Renders the image of a row, or a file of the folder, as the import will. `isOriginal`: as it is
   * in the folder. `url` belongs to the app's own protocol.
   */
  'imports.image': {
    reads: true,
    input: draftId.extend({
      row: z.int().optional(),
      file: longText.optional(),
      isOriginal: z.boolean().optional(),
    }),
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
  'imports.files': { reads: true, input: draftId, output: listOf(longText) },
  /** The folder's videos that have no image of their name beside them. */
  'imports.videosWithoutStill': { reads: true, input: draftId, output: listOf(longText) },
  /** Saves a frame that the window took of a video beside it. Returns its name in the folder. */
  'imports.savePoster': {
    changes: [],
    input: draftId.extend({ video: longText, image: posterText }),
    output: longText,
  },
  'imports.imageCheck': { reads: true, input: draftId, output: imageCheckView },
  /** Goes on with the check of images, or stops it. A start does not wait for it. */
  'imports.checkImages': {
    answers: { of: 'imports.imageCheck' },
    input: draftId.extend({ run: z.boolean() }),
    output: imageCheckView,
  },
  /**
   * Writes what was found, by the ending of the name that the user picks or else as `kind`.
   * Returns that path, or null when the user cancels.
   */
  'imports.saveReport': {
    changes: [],
    input: draftId.extend({ kind: z.enum(['html', 'csv']) }),
    output: longText.nullable(),
  },
  /** Returns the path that the user picked, or null when the user cancels. */
  'imports.saveTable': { changes: [], input: draftId, output: longText.nullable() },
  /** Closes the draft and removes its working copy. */
  'imports.discard': { changes: [{ area: 'drafts' }], input: draftId, output: z.null() },
  /** Starts the run. Events report its progress and its end. */
  'imports.start': {
    changes: [{ area: 'drafts' }, { area: 'jobs' }],
    /** `skipInvalid`: rows with errors are left out. */
    input: draftId.extend({
      skipInvalid: z.boolean().optional(),
      acceptsLocalImages: z.boolean().optional(),
      /** Its prices may lead to a first mint on mainnet without a rehearsal. */
      skipsRehearsal: z.boolean().optional(),
    }),
    output: jobId,
  },
  /** How many images the import would leave on this computer only; 0 for the devnet. */
  'imports.localImages': { reads: true, input: draftId, output: z.object({ images: z.int() }) },
  /**
   * Fails with the rule `images_only_here` where the import would leave images on this computer only
   * and nobody has accepted that.
   */
  'imports.resume': {
    changes: [{ area: 'jobs' }],
    input: jobId.extend({ acceptsLocalImages: z.boolean().default(false) }),
    output: jobId,
  },
  /** Stops the run within seconds; it can be resumed. */
  'imports.pause': { changes: [{ area: 'jobs' }], input: jobId, output: z.null() },
  /** Ends the import for good. Tokens that are already in the collection stay. */
  'imports.cancel': {
    answers: { of: 'imports.job' },
    changes: [{ area: 'jobs', by: ['job'] }],
    input: jobId,
    output: importJob,
  },
  /** Gives tokens back what they were before the job changed them. Some may be refused, by their names. */
  'imports.undoChanges': {
    changes: [
      { area: 'collections' },
      { area: 'collection', by: ['collectionId'] },
      { area: 'tokens', by: ['collectionId'] },
    ],
    input: jobId.extend({ collectionId: shortText }),
    output: z.object({
      changed: z.int(),
      failed: listOf(z.object({ assetName: shortText, message: longText })),
    }),
  },
  'imports.list': { reads: 'jobs', input: z.null(), output: listOf(importJob) },
  'imports.job': { reads: 'jobs', input: jobId, output: importJob },
} as const satisfies WindowCalls

export const importWindowEvents = {
  /** The window keeps the newest of each run. */
  'imports.progress': { changes: [], payload: importProgress },
  'imports.reading': { changes: [], payload: readingView },
  /** How far the check of a draft's images is. */
  'imports.checked': {
    answers: { of: 'imports.imageCheck' },
    payload: imageCheckView,
  },
  /** The check of a draft's images changed its plan. */
  'imports.planned': { changes: [{ area: 'drafts' }, { area: 'plans' }], payload: draftId },
  'imports.ended': {
    answers: { of: 'imports.job', from: { job: 'id' } },
    changes: [
      { area: 'jobs' },
      { area: 'collections' },
      { area: 'collection', by: ['collectionId'] },
      { area: 'tokens', by: ['collectionId'] },
    ],
    payload: importJob,
  },
} as const satisfies WindowEvents
