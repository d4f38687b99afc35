import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { errorRecord } from '#values/errors/error-record.ts'
import { imageSettings } from '#contract/imports/image-settings.ts'
import { importFormat } from '#contract/imports/import-formats.ts'
import { importPurpose } from '#contract/imports/draft-view.ts'
import { tableEncoding } from '#values/text/text-encoding.ts'
import { answeredValue, tokenRequest } from '#contract/tokens/token.ts'
import { columns, type Schema } from '#platform/db/database.ts'

/**
 * The journal of imports (app.db). `items` has one row per token of a job; `batches` has one row
 * per intended upload, written before it is sent; `skipped` has the rows that a job leaves out,
 * `mappings` how the folders of a collection were read before.
 * `image_cache`, `file_hashes` and `image_checks` are caches shared by all jobs: losing them costs
 * only time.
 */
export const importsSchema: Schema = {
  name: 'imports',
  steps: [
    `CREATE TABLE import_jobs (
       id TEXT PRIMARY KEY,
       folder TEXT NOT NULL,
       table_path TEXT NOT NULL,
       collection_id TEXT NOT NULL,
       account_id TEXT NOT NULL,
       settings TEXT NOT NULL,
       pinner TEXT NOT NULL,
       state TEXT NOT NULL,
       reason TEXT,
       own_table TEXT,
       created_at TEXT NOT NULL,
       updated_at TEXT NOT NULL
     ) STRICT;
     CREATE INDEX import_jobs_of_collection ON import_jobs (collection_id, account_id);

     CREATE TABLE import_leases (
       job TEXT PRIMARY KEY REFERENCES import_jobs (id) ON DELETE CASCADE,
       holder TEXT NOT NULL,
       host TEXT NOT NULL,
       pid INTEGER NOT NULL,
       beat_at INTEGER NOT NULL
     ) STRICT;

     CREATE TABLE import_batches (
       id TEXT PRIMARY KEY,
       job TEXT NOT NULL REFERENCES import_jobs (id) ON DELETE CASCADE,
       state TEXT NOT NULL,
       asset_names TEXT NOT NULL,
       body_hash TEXT NOT NULL,
       created_at TEXT NOT NULL,
       updated_at TEXT NOT NULL
     ) STRICT;
     CREATE INDEX import_batches_open ON import_batches (job, state);

     CREATE TABLE import_items (
       job TEXT NOT NULL REFERENCES import_jobs (id) ON DELETE CASCADE,
       asset_name TEXT NOT NULL,
       row INTEGER NOT NULL,
       stage TEXT NOT NULL,
       request TEXT NOT NULL,
       image TEXT NOT NULL,
       source_sha256 TEXT,
       cid TEXT,
       media_type TEXT,
       batch TEXT REFERENCES import_batches (id),
       token_id TEXT,
       token_image TEXT,
       fingerprint TEXT,
       error TEXT,
       notes TEXT NOT NULL DEFAULT '[]',
       PRIMARY KEY (job, asset_name)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX import_items_stage ON import_items (job, stage);

     CREATE TABLE image_cache (
       cache_key TEXT PRIMARY KEY,
       cid TEXT NOT NULL,
       media_type TEXT NOT NULL,
       created_at TEXT NOT NULL,
       notes TEXT NOT NULL DEFAULT '[]'
     ) STRICT, WITHOUT ROWID;

     CREATE TABLE file_hashes (
       path TEXT PRIMARY KEY,
       size INTEGER NOT NULL,
       mtime_ms REAL NOT NULL,
       inode TEXT NOT NULL,
       sha256 TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX file_hashes_size ON file_hashes (size);`,
    `CREATE TABLE image_checks (
       path TEXT PRIMARY KEY,
       size INTEGER NOT NULL,
       mtime_ms REAL NOT NULL,
       library TEXT NOT NULL,
       result TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;`,
    `CREATE TABLE import_skipped (
       job TEXT NOT NULL REFERENCES import_jobs (id) ON DELETE CASCADE,
       row INTEGER NOT NULL,
       message TEXT,
       PRIMARY KEY (job, row)
     ) STRICT, WITHOUT ROWID;`,
    `ALTER TABLE import_jobs ADD COLUMN format TEXT;
     ALTER TABLE import_jobs ADD COLUMN names TEXT;`,
    `ALTER TABLE import_jobs ADD COLUMN accepts_local_images INTEGER NOT NULL DEFAULT 0;`,
    `ALTER TABLE import_jobs ADD COLUMN sheet TEXT;`,
    `ALTER TABLE import_items ADD COLUMN works TEXT NOT NULL DEFAULT '[]';`,
    `CREATE TABLE import_mappings (
       account_id TEXT NOT NULL,
       collection_id TEXT NOT NULL,
       mapping TEXT NOT NULL,
       updated_at TEXT NOT NULL,
       PRIMARY KEY (account_id, collection_id)
     ) STRICT, WITHOUT ROWID;`,
    `ALTER TABLE import_jobs ADD COLUMN header_row INTEGER;`,
    `ALTER TABLE import_jobs ADD COLUMN asset_names TEXT;`,
    `ALTER TABLE import_jobs ADD COLUMN encoding TEXT;`,
    `ALTER TABLE import_jobs ADD COLUMN purpose TEXT NOT NULL DEFAULT 'add';
     ALTER TABLE import_items ADD COLUMN before TEXT;`,
  ],
}

/**
 * `paused`: stopped by the user, a missing key, or an unreachable service. `failed`: completed, but
 * some items need the user.
 */
export const jobStates = ['planned', 'running', 'paused', 'done', 'cancelled', 'failed'] as const
export type ImportJobState = (typeof jobStates)[number]

/**
 * Only `sending` depends on the service: such an item is in an intended batch. Query the service
 * for it; never send it again blindly.
 */
export const itemStages = ['planned', 'imaged', 'pinned', 'sending', 'added', 'failed'] as const
export type ItemStage = (typeof itemStages)[number]

/** The image process's notes about an accepted image, for the user. */
export const imageNotes = columns.json(listOf(longText))

export const jobRow = z
  .object({
    id: shortText,
    purpose: importPurpose,
    /** Empty where the table was made of the collection's tokens. */
    folder: shortText,
    table_path: shortText,
    /** The user's original table, when `table_path` is a fixed copy. */
    own_table: shortText.nullable(),
    /** How the folder is read. Null: a table, in a job from before there were other formats. */
    format: importFormat.nullable(),
    /** The pattern of names for files without a table. */
    names: shortText.nullable(),
    /** The pattern that made the asset names. */
    asset_names: shortText.nullable(),
    /** The sheet of the workbook that is the table. */
    sheet: shortText.nullable(),
    /** The row of the table that was chosen as its header; null: it is recognised. */
    header_row: z.int().nullable(),
    /** The encoding that was chosen for its table; null: the one that its bytes show. */
    encoding: tableEncoding.nullable(),
    collection_id: shortText,
    account_id: shortText,
    /** Fixed with the job: an import ends with the settings that it started with. */
    settings: columns.json(imageSettings),
    pinner: shortText,
    /** Whether the user accepted that the images exist on this computer only. */
    accepts_local_images: columns.boolean,
    state: z.enum(jobStates),
    reason: columns.json(errorRecord).nullable(),
    created_at: shortText,
    updated_at: shortText,
  })
  .readonly()
export type ImportJob = z.output<typeof jobRow>

/** What reading the job's folder again needs. */
export const sourceOfJob = (job: ImportJob) => ({
  folder: job.folder,
  csv: job.table_path,
  ownTable: job.own_table ?? undefined,
  format: job.format ?? ('csv' as const),
  names: job.names ?? undefined,
  assetNames: job.asset_names ?? undefined,
  sheet: job.sheet ?? undefined,
  headerRow: job.header_row ?? undefined,
  encoding: job.encoding ?? undefined,
})

/** A row that the job leaves out, also when it is resumed. */
export const skippedRow = z.object({ row: z.int(), message: longText.nullable() }).readonly()

const sourceFile = z.object({
  name: longText,
  path: shortText,
  size: z.number(),
  mtimeMs: z.number(),
})

export const itemImage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file: sourceFile }),
  z.object({ kind: z.literal('ipfs'), uri: shortText }),
  z.object({ kind: z.literal('url'), url: shortText }),
])
export type ItemImage = z.output<typeof itemImage>

/** A work beside the image; what became of its file is null until the content store has it. */
const itemWork = z
  .object({
    tag: shortText,
    typeTag: shortText.nullable(),
    file: sourceFile,
    sha256: shortText.nullable(),
    cid: shortText.nullable(),
    mediaType: shortText.nullable(),
  })
  .readonly()
export type ItemWork = z.output<typeof itemWork>

/** The row's content. Parsed without the wire's limits, which were checked before it was stored. */
const itemRequest = z.object({
  ...tokenRequest.omit({ image: true, metadata_attributes: true }).shape,
  metadata_attributes: listOf(z.object({ tag: shortText, value: answeredValue })).optional(),
})

export const itemRow = z
  .object({
    asset_name: shortText,
    row: z.int(),
    stage: z.enum(itemStages),
    request: columns.json(itemRequest),
    /** What the token was before the import changes it; null where it adds the token. */
    before: columns.json(itemRequest).nullable(),
    image: columns.json(itemImage),
    works: columns.json(listOf(itemWork).readonly()),
    source_sha256: longText.nullable(),
    cid: shortText.nullable(),
    media_type: shortText.nullable(),
    batch: shortText.nullable(),
    token_id: shortText.nullable(),
    token_image: shortText.nullable(),
    fingerprint: shortText.nullable(),
    notes: imageNotes,
    error: columns.json(errorRecord).nullable(),
  })
  .readonly()
export type Item = z.output<typeof itemRow>
