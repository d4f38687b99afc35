import { ulid } from 'ulid'
import { z } from 'zod'
import { idTime } from '#shared/clock.ts'
import { listOf, longText, shortText } from '#shared/bounded.ts'
import { Cid } from '#core/content/cid.ts'
import { columns, type Database } from '#core/db/database.ts'
import {
  type ErrorRecord,
  imageNotes,
  type Item,
  type ItemImage,
  itemRow,
  type ItemStage,
  itemStages,
} from './journal-schema.ts'
import type { TokenFields } from '../plan/plan-types.ts'

/** A token stored by the service. */
export type HeldToken = {
  readonly id: string
  readonly image: string | null
  readonly fingerprint: string | null
}

/** The outcome of one batch item; `again`: the service does not have it, so it may be sent. */
export type ItemOutcome = { readonly assetName: string } & (
  | { readonly kind: 'added'; readonly token: HeldToken }
  | { readonly kind: 'failed'; readonly error: ErrorRecord }
  | { readonly kind: 'again' }
)

/** An item's state at the start of a run. */
export type ItemStart = {
  readonly assetName: string
  readonly row: number
  readonly stage: Exclude<ItemStage, 'sending' | 'failed'>
  readonly request: TokenFields
  readonly image: ItemImage
  readonly sourceSha256: string | null
  readonly cid: string | null
  readonly mediaType: string | null
  /** The image process's notes; none by default. */
  readonly notes?: readonly string[]
  readonly token: HeldToken | null
}

export type OpenBatch = { readonly id: string; readonly assetNames: readonly string[] }

export type StageCounts = Readonly<Record<ItemStage, number>>

/**
 * The items of one job. Every writing method is one database transaction: after a kill, the journal
 * is before or after a step, never within it.
 */
export interface Journal {
  /** In row order. */
  items(): Item[]
  counts(): StageCounts
  /** Replaces the items with those of a new plan. */
  start(items: readonly ItemStart[]): void
  /** `also` runs in the same transaction, to fill the caches. */
  imaged(
    assetName: string,
    image: {
      readonly sha256: string
      readonly cid: string
      readonly mediaType: string
      readonly notes?: readonly string[]
    },
    also?: () => void,
  ): void
  pinned(assetName: string): void
  failed(assetName: string, error: ErrorRecord): void
  /**
   * Call it before sending a batch: its items become `sending`.
   * @returns the batch's id
   */
  intend(assetNames: readonly string[], bodyHash: string): string
  /** Intended batches without a stored outcome. */
  openBatches(): OpenBatch[]
  /** Closes a batch with the outcome of each item (`null`: items that needed no batch). */
  settle(batch: string | null, outcomes: readonly ItemOutcome[]): void
}

const batchRow = z.object({ id: shortText, asset_names: columns.json(listOf(longText)) })
const countRow = z.object({ stage: z.enum(itemStages), count: z.int() })

/**
 * The journal of one job. `guard` is called inside every writing transaction and throws when this
 * process no longer holds the job.
 */
export const openJournal = (
  db: Database,
  job: string,
  options: { readonly now: () => Date; readonly guard?: () => void },
): Journal => {
  const write = <T>(work: () => T): T =>
    db.transact(() => {
      options.guard?.()
      return work()
    })
  /** For repeatable steps: a sync would cost more than the step. */
  const note = <T>(work: () => T): T => db.transactUnsynced(() => write(work))
  const at = (): string => options.now().toISOString()
  const setFailed = (assetName: string, error: ErrorRecord): void => {
    db.run(
      `UPDATE import_items SET stage = 'failed', batch = NULL, error = :error
       WHERE job = :job AND asset_name = :assetName`,
      { job, assetName, error: JSON.stringify(error) },
    )
  }

  return {
    items: () =>
      db.all(itemRow, 'SELECT * FROM import_items WHERE job = :job ORDER BY row', { job }),
    counts: () => countStages(db, job),
    start: (items) => {
      write(() => {
        deleteOthers(db, job, items)
        for (const item of items) upsertItem(db, job, item)
      })
    },
    imaged: (assetName, { sha256, cid, mediaType, notes = [] }, also) => {
      note(() => {
        db.run(
          `UPDATE import_items SET stage = 'imaged', source_sha256 = :sha256, cid = :cid, media_type = :mediaType,
             notes = :notes
           WHERE job = :job AND asset_name = :assetName`,
          { job, assetName, sha256, cid, mediaType, notes: JSON.stringify(notes) },
        )
        also?.()
      })
    },
    pinned: (assetName) => {
      note(() =>
        db.run(
          `UPDATE import_items SET stage = 'pinned' WHERE job = :job AND asset_name = :assetName`,
          { job, assetName },
        ),
      )
    },
    failed: (assetName, error) => {
      write(() => setFailed(assetName, error))
    },
    intend: (assetNames, bodyHash) =>
      write(() => {
        const id = ulid(idTime(options.now())).toLowerCase()
        db.run(
          `INSERT INTO import_batches (id, job, state, asset_names, body_hash, created_at, updated_at)
           VALUES (:id, :job, 'intended', :names, :bodyHash, :at, :at)`,
          { id, job, names: JSON.stringify(assetNames), bodyHash, at: at() },
        )
        for (const assetName of assetNames) {
          db.run(
            `UPDATE import_items SET stage = 'sending', batch = :id WHERE job = :job AND asset_name = :assetName`,
            { id, job, assetName },
          )
        }
        return id
      }),
    openBatches: () =>
      db
        .all(
          batchRow,
          `SELECT id, asset_names FROM import_batches WHERE job = :job AND state = 'intended' ORDER BY id`,
          { job },
        )
        .map(({ id, asset_names }) => ({ id, assetNames: asset_names })),
    settle: (batch, outcomes) => {
      write(() => {
        for (const outcome of outcomes) {
          if (outcome.kind === 'added') setAdded(db, job, outcome.assetName, outcome.token)
          else if (outcome.kind === 'failed') setFailed(outcome.assetName, outcome.error)
          else setAgain(db, job, outcome.assetName)
        }
        if (batch === null) return
        const state = outcomes.some(({ kind }) => kind === 'added') ? 'confirmed' : 'failed'
        db.run('UPDATE import_batches SET state = :state, updated_at = :at WHERE id = :batch', {
          batch,
          state,
          at: at(),
        })
      })
    },
  }
}

/** Item counts by stage, without opening the job's journal. */
export const countStages = (db: Database, job: string): StageCounts => {
  const counts = { planned: 0, imaged: 0, pinned: 0, sending: 0, added: 0, failed: 0 }
  const rows = db.all(
    countRow,
    'SELECT stage, count(*) AS count FROM import_items WHERE job = :job GROUP BY stage',
    { job },
  )
  for (const { stage, count } of rows) counts[stage] = count
  return counts
}

/** Items of one stage, in row order. */
export const itemsAt = (db: Database, job: string, stage: ItemStage): Item[] =>
  db.all(itemRow, 'SELECT * FROM import_items WHERE job = :job AND stage = :stage ORDER BY row', {
    job,
    stage,
  })

const contentRow = z.object({ cid: shortText.transform(Cid) })

/** Content created by jobs and still needed; for cancelled jobs, content of added tokens. */
export const namedContent = (db: Database): readonly Cid[] =>
  db
    .all(
      contentRow,
      `SELECT DISTINCT cid FROM import_items JOIN import_jobs ON import_jobs.id = import_items.job
       WHERE cid IS NOT NULL AND (stage = 'added' OR state <> 'cancelled') ORDER BY cid`,
    )
    .map(({ cid }) => cid)

const notedRow = z.object({ row: z.int(), asset_name: shortText, notes: imageNotes })

/** The image process's notes about a job's images, in row order. */
export const imageNotesOf = (db: Database, job: string): readonly z.output<typeof notedRow>[] =>
  db.all(
    notedRow,
    `SELECT row, asset_name, notes FROM import_items WHERE job = :job AND notes <> '[]' ORDER BY row`,
    { job },
  )

const setAdded = (db: Database, job: string, assetName: string, token: HeldToken): void => {
  db.run(
    `UPDATE import_items SET stage = 'added', token_id = :id, token_image = :image,
       fingerprint = :fingerprint, error = NULL
     WHERE job = :job AND asset_name = :assetName`,
    { job, assetName, id: token.id, image: token.image, fingerprint: token.fingerprint },
  )
}

const setAgain = (db: Database, job: string, assetName: string): void => {
  db.run(
    `UPDATE import_items SET stage = 'pinned', batch = NULL WHERE job = :job AND asset_name = :assetName`,
    { job, assetName },
  )
}

const nameRow = z.object({ asset_name: shortText })

const deleteOthers = (db: Database, job: string, items: readonly ItemStart[]): void => {
  const remaining = new Set(items.map(({ assetName }) => assetName))
  const known = db.all(nameRow, 'SELECT asset_name FROM import_items WHERE job = :job', { job })
  for (const { asset_name } of known) {
    if (remaining.has(asset_name)) continue
    db.run('DELETE FROM import_items WHERE job = :job AND asset_name = :asset_name', {
      job,
      asset_name,
    })
  }
}

const upsertItem = (db: Database, job: string, item: ItemStart): void => {
  db.run(
    `INSERT INTO import_items
       (job, asset_name, row, stage, request, image, source_sha256, cid, media_type, notes, token_id, token_image, fingerprint)
     VALUES
       (:job, :assetName, :row, :stage, :request, :image, :sha256, :cid, :mediaType, :notes, :tokenId, :tokenImage, :fingerprint)
     ON CONFLICT (job, asset_name) DO UPDATE SET
       row = :row, stage = :stage, request = :request, image = :image, source_sha256 = :sha256, cid = :cid,
       media_type = :mediaType, notes = :notes, token_id = :tokenId, token_image = :tokenImage, fingerprint = :fingerprint,
       batch = NULL, error = NULL`,
    {
      job,
      assetName: item.assetName,
      row: item.row,
      stage: item.stage,
      request: JSON.stringify(item.request),
      image: JSON.stringify(item.image),
      sha256: item.sourceSha256,
      cid: item.cid,
      mediaType: item.mediaType,
      notes: JSON.stringify(item.notes ?? []),
      tokenId: item.token?.id ?? null,
      tokenImage: item.token?.image ?? null,
      fingerprint: item.token?.fingerprint ?? null,
    },
  )
}
