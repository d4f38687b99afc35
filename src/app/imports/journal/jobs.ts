import { ulid } from 'ulid'
import { idTime } from '#values/networks/clock.ts'
import type { ErrorRecord } from '#values/errors/error-record.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { ImportPurpose } from '#contract/imports/draft-view.ts'
import type { ImportFormat } from '#contract/imports/import-formats.ts'
import type { TableEncoding } from '#values/text/text-encoding.ts'
import type { Database } from '#platform/db/database.ts'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import type { SkippedRow } from '../table/skipped-rows.ts'
import { type ImportJob, type ImportJobState, jobRow, skippedRow } from './journal-schema.ts'

/** Identity of an import: this folder's table, into that collection. */
export type JobSource = {
  /** By default it adds tokens. */
  readonly purpose?: ImportPurpose | undefined
  readonly folder: string
  readonly tablePath: string
  readonly collectionId: string
  readonly accountId: string
  readonly source?: JobFormat | undefined
}

/** How the folder is read; by default as a table. */
export type JobFormat = {
  readonly format: ImportFormat
  /** The pattern of names for files without a table. */
  readonly names: string | undefined
  /** The pattern that made the asset names. */
  readonly assetNames?: string | undefined
  /** The sheet of a workbook. */
  readonly sheet?: { readonly name: string } | undefined
  /** The encoding that was chosen for the table. */
  readonly encoding?: TableEncoding | undefined
  /** The row that was chosen as the header. */
  readonly headerRow?: number | undefined
}

export type NewJob = JobSource & {
  readonly settings: ImageSettings
  readonly pinner: string
  readonly ownTable?: string | undefined
  readonly acceptsLocalImages?: boolean | undefined
}

/** The journal's import jobs and their states. */
export interface Jobs {
  create(job: NewJob): ImportJob
  get(id: string): ImportJob | undefined
  /** The newest job of the source that was not cancelled. */
  latestAt(source: JobSource): ImportJob | undefined
  /** The same, also one that ran from a fixed copy of the table. */
  latestFrom(source: JobSource): ImportJob | undefined
  /** Newest first. */
  list(): ImportJob[]
  setState(id: string, state: ImportJobState, reason?: ErrorRecord): void
  /** The user accepted that its images exist on this computer only. */
  acceptLocalImages(id: string): void
  /** The job goes on with another copy of its table. */
  setTable(id: string, table: Pick<NewJob, 'tablePath' | 'ownTable' | 'source'>): void
  /** The rows that the job leaves out, in their order. */
  skipped(id: string): readonly SkippedRow[]
  /** Replaces the rows that the job leaves out. Call it in a transaction. */
  setSkipped(id: string, rows: readonly SkippedRow[]): void
}

const newestFirst = 'ORDER BY created_at DESC, id DESC'

export const createJobs = (db: Database, now: () => Date): Jobs => {
  const get = (id: string): ImportJob | undefined =>
    db.get(jobRow, 'SELECT * FROM import_jobs WHERE id = :id', { id })

  const latest = (
    table: string,
    { purpose = 'add', folder, tablePath, collectionId, accountId, source }: JobSource,
  ): ImportJob | undefined =>
    db.get(
      jobRow,
      `SELECT * FROM import_jobs
       WHERE collection_id = :collectionId AND account_id = :accountId AND folder = :folder
         AND purpose = :purpose
         AND ${table} AND sheet IS :sheet AND state <> 'cancelled' ${newestFirst} LIMIT 1`,
      { purpose, folder, tablePath, collectionId, accountId, sheet: source?.sheet?.name ?? null },
    )

  return {
    get,
    create: ({
      purpose = 'add',
      folder,
      tablePath,
      ownTable,
      source,
      collectionId,
      accountId,
      settings,
      pinner,
      acceptsLocalImages = false,
    }) => {
      const at = now()
      const id = ulid(idTime(at)).toLowerCase()
      db.insert('import_jobs', {
        id,
        purpose,
        folder,
        table_path: tablePath,
        own_table: ownTable,
        format: source?.format,
        names: source?.names,
        asset_names: source?.assetNames,
        sheet: source?.sheet?.name,
        header_row: source?.headerRow,
        encoding: source?.encoding,
        collection_id: collectionId,
        account_id: accountId,
        settings,
        pinner,
        accepts_local_images: acceptsLocalImages,
        state: 'planned',
        created_at: at.toISOString(),
        updated_at: at.toISOString(),
      })
      const job = get(id)
      if (job === undefined) throw new ColdpressError('internal', 'A new import was not stored.')
      return job
    },
    latestAt: (source) => latest('table_path = :tablePath', source),
    latestFrom: (source) => latest('coalesce(own_table, table_path) = :tablePath', source),
    list: () => db.all(jobRow, `SELECT * FROM import_jobs ${newestFirst}`),
    setState: (id, state, reason) => {
      db.update('import_jobs', { state, reason, updated_at: now().toISOString() }, { id })
    },
    acceptLocalImages: (id) => {
      db.update('import_jobs', { accepts_local_images: true }, { id })
    },
    setTable: (id, { tablePath, ownTable, source }) => {
      const { format, names, assetNames, sheet } = source ?? {}
      db.update(
        'import_jobs',
        {
          table_path: tablePath,
          own_table: ownTable,
          format,
          names,
          asset_names: assetNames,
          sheet: sheet?.name,
        },
        { id },
      )
    },
    skipped: (id) => skippedRowsOf(db, id),
    setSkipped: (job, rows) => {
      db.run('DELETE FROM import_skipped WHERE job = :job', { job })
      for (const { row, message } of rows) db.insert('import_skipped', { job, row, message })
    },
  }
}

export const skippedRowsOf = (db: Database, job: string): readonly SkippedRow[] =>
  db.all(skippedRow, 'SELECT row, message FROM import_skipped WHERE job = :job ORDER BY row', {
    job,
  })
