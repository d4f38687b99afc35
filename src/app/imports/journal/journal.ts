import { ulid } from 'ulid'
import { z } from 'zod'
import { idTime } from '#values/networks/clock.ts'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import type { ErrorRecord } from '#values/errors/error-record.ts'
import { Cid } from '#media/content/cid.ts'
import { columns, type Database } from '#platform/db/database.ts'
import { createLateFlush } from '#platform/db/late-flush.ts'
import type { DatabaseRow } from '#platform/db/rows.ts'
import type { ImageAnswer } from '#media/pinning/pin-set.ts'
import { type Item, itemRow, type ItemStage, itemStages, type ItemWork } from './journal-schema.ts'
import type { CachedImage } from './image-cache.ts'

/** A token stored by the service. */
export type HeldToken = {
  readonly id: string
  readonly image: string | null
  readonly fingerprint: string | null
  /** What a person should know of it. */
  readonly warning?: string
}

/** The outcome of one batch item; `again`: the service does not have it, so it may be sent. */
export type ItemOutcome = { readonly assetName: string } & (
  | { readonly kind: 'added'; readonly token: HeldToken }
  | { readonly kind: 'failed'; readonly error: ErrorRecord }
  | { readonly kind: 'again' }
)

/** What an earlier import made of the same file. */
export type RecalledImage = CachedImage & {
  readonly assetName: string
  readonly sha256: string
  /** The pin target has it already. */
  readonly isPinned: boolean
}

export type IntendedBatch = {
  readonly assetNames: readonly string[]
  /** Of the request's body, SHA-256 in hex. */
  readonly bodyHash: string
}

export type OpenBatch = { readonly id: string; readonly assetNames: readonly string[] }

export type StageCounts = Readonly<Record<ItemStage, number>>

/**
 * The items of one job. Every step is written whole or not at all. Steps that can be repeated, and what
 * the service's list says too, wait for the next other step, at most a moment ({@link createLateFlush}):
 * a kill loses them, and the next run does them again.
 */
export interface ImportJournal {
  /** Writes what waits, so that the caches have it. */
  flush(): void
  /** In row order. */
  items(): Item[]
  /** What was made of the items' files, each once. */
  content(): readonly Cid[]
  /** What the service answered for the added tokens whose images were files. */
  imageAnswers(): readonly ImageAnswer[]
  counts(): StageCounts
  /** Replaces the items with those of a new plan; none of them is in a batch. */
  start(items: readonly Item[]): void
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
  /** Items whose images are in the content store and in the caches already. */
  recalled(images: readonly RecalledImage[]): void
  /** Works of an item that the content store has by now. `also` as for `imaged`. */
  stored(assetName: string, works: readonly ItemWork[], also?: () => void): void
  pinned(assetName: string): void
  failed(assetName: string, error: ErrorRecord): void
  /**
   * Call it before sending batches: their items become `sending`.
   * @returns the batches' ids
   */
  intend(batches: readonly IntendedBatch[]): readonly string[]
  /** Intended batches without a stored outcome. */
  openBatches(): OpenBatch[]
  /** Closes a batch with the outcome of each item (`null`: items that needed no batch). */
  settle(batch: string | null, outcomes: readonly ItemOutcome[]): void
}

const contentRow = z.object({ cid: shortText.transform(Cid) })
const answerRow = z.object({ cid: shortText.transform(Cid), image: shortText.nullable() })

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
): ImportJournal => {
  const waiting: (() => void)[] = []

  const commit = <T>(transact: (steps: () => T) => T, last: () => T): T => {
    late.cancel()
    const count = waiting.length
    const result = transact(() => {
      options.guard?.()
      for (const step of waiting) step()
      return last()
    })
    waiting.splice(0, count)
    return result
  }
  const write = <T>(work: () => T): T => commit((steps) => db.transact(steps), work)
  const flush = (): void => {
    if (waiting.length === 0) return
    commit(
      (steps) => db.transactUnsynced(steps),
      () => undefined,
    )
  }
  const late = createLateFlush(flush)
  /** For repeatable steps: a commit of its own would cost more than the step. */
  const note = (step: () => void): void => {
    waiting.push(step)
    late.ask()
  }
  const reading = <T>(read: () => T): T => {
    flush()
    return read()
  }
  const at = (): string => options.now().toISOString()
  const setFailed = (assetName: string, error: ErrorRecord): void => {
    setItem(db, job, assetName, { stage: 'failed', batch: null, error })
  }

  return {
    flush,
    items: () => reading(() => itemsOf(db, job)),
    content: () => reading(() => contentOfJob(db, job)),
    imageAnswers: () => reading(() => imageAnswersOf(db, job)),
    counts: () => reading(() => countStages(db, job)),
    start: (items) => {
      write(() => {
        deleteOthers(db, job, items)
        for (const item of items) upsertItem(db, job, item)
      })
    },
    imaged: (assetName, { sha256, cid, mediaType, notes = [] }, also) => {
      note(() => {
        const found = { source_sha256: sha256, cid, media_type: mediaType, notes }
        setItem(db, job, assetName, { stage: 'imaged', ...found })
        also?.()
      })
    },
    recalled: (images) => {
      note(() => {
        for (const { assetName, sha256, cid, mediaType, notes, isPinned } of images)
          setItem(db, job, assetName, {
            stage: isPinned ? 'pinned' : 'imaged',
            source_sha256: sha256,
            cid,
            media_type: mediaType,
            notes,
          })
      })
    },
    stored: (assetName, works, also) => {
      note(() => {
        setItem(db, job, assetName, { works: JSON.stringify(works) })
        also?.()
      })
    },
    pinned: (assetName) => {
      note(() => setItem(db, job, assetName, { stage: 'pinned' }))
    },
    failed: (assetName, error) => {
      write(() => setFailed(assetName, error))
    },
    intend: (batches) =>
      batches.length === 0
        ? []
        : write(() => batches.map((batch) => intendBatch(db, job, batch, options.now()))),
    openBatches: () => reading(() => openBatchesOf(db, job)),
    settle: (batch, outcomes) => {
      // after a power failure the service's list says that they were added
      const isListed = outcomes.every(({ kind }) => kind === 'added')
      const store = isListed ? note : write
      store(() => {
        for (const outcome of outcomes) {
          if (outcome.kind === 'added') setAdded(db, job, outcome.assetName, outcome.token)
          else if (outcome.kind === 'failed') setFailed(outcome.assetName, outcome.error)
          else setAgain(db, job, outcome.assetName)
        }
        if (batch === null) return
        const state = outcomes.some(({ kind }) => kind === 'added') ? 'confirmed' : 'failed'
        db.update('import_batches', { state, updated_at: at() }, { id: batch })
      })
    },
  }
}

const itemsOf = (db: Database, job: string): Item[] =>
  db.all(itemRow, 'SELECT * FROM import_items WHERE job = :job ORDER BY row', { job })

/** In SQL: with all that 10,000 rows hold, the end of a run would be its peak of memory. */
const contentOfJob = (db: Database, job: string): readonly Cid[] =>
  db
    .all(
      contentRow,
      `SELECT cid FROM import_items
       WHERE job = :job AND image ->> '$.kind' = 'file' AND cid IS NOT NULL
       UNION
       SELECT work.value ->> '$.cid' FROM import_items, json_each(works) AS work
       WHERE job = :job AND work.value ->> '$.cid' IS NOT NULL`,
      { job },
    )
    .map(({ cid }) => cid)

const imageAnswersOf = (db: Database, job: string): readonly ImageAnswer[] =>
  db.all(
    answerRow,
    `SELECT cid, token_image AS image FROM import_items
     WHERE job = :job AND stage = 'added' AND image ->> '$.kind' = 'file' AND cid IS NOT NULL`,
    { job },
  )

const openBatchesOf = (db: Database, job: string): OpenBatch[] =>
  db
    .all(
      batchRow,
      `SELECT id, asset_names FROM import_batches WHERE job = :job AND state = 'intended' ORDER BY id`,
      { job },
    )
    .map(({ id, asset_names }) => ({ id, assetNames: asset_names }))

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

const addedRow = itemRow.unwrap().pick({
  row: true,
  asset_name: true,
  token_image: true,
  fingerprint: true,
})

/** The items that the collection holds, in row order. */
export const addedItems = (db: Database, job: string): readonly z.output<typeof addedRow>[] =>
  db.all(
    addedRow,
    `SELECT row, asset_name, token_image, fingerprint FROM import_items
     WHERE job = :job AND stage = 'added' ORDER BY row`,
    { job },
  )

/** The items that failed, in row order. */
export const failedItems = (db: Database, job: string): readonly Item[] =>
  db.all(itemRow, "SELECT * FROM import_items WHERE job = :job AND stage = 'failed' ORDER BY row", {
    job,
  })

/** Content created by jobs and still needed; for cancelled jobs, content of added tokens. */
export const namedContent = (db: Database): readonly Cid[] =>
  db
    .all(
      contentRow,
      `WITH needed AS (
         SELECT import_items.cid AS cid, works FROM import_items
         JOIN import_jobs ON import_jobs.id = import_items.job
         WHERE stage = 'added' OR state <> 'cancelled'
       )
       SELECT cid FROM needed WHERE cid IS NOT NULL
       UNION
       SELECT work.value ->> '$.cid' FROM needed, json_each(needed.works) AS work
       WHERE work.value ->> '$.cid' IS NOT NULL ORDER BY 1`,
    )
    .map(({ cid }) => cid)

const elsewhereRow = z.object({ kind: z.enum(['ipfs', 'url']), count: z.int() })

/** How many items of a job have an address as their image. */
export const imagesElsewhere = (
  db: Database,
  job: string,
): { readonly ipfs: number; readonly web: number } => {
  const rows = db.all(
    elsewhereRow,
    `SELECT image ->> '$.kind' AS kind, count(*) AS count FROM import_items
     WHERE job = :job AND image ->> '$.kind' <> 'file' GROUP BY 1`,
    { job },
  )
  const countOf = (kind: 'ipfs' | 'url') => rows.find((row) => row.kind === kind)?.count ?? 0
  return { ipfs: countOf('ipfs'), web: countOf('url') }
}

const intendBatch = (
  db: Database,
  job: string,
  { assetNames, bodyHash }: IntendedBatch,
  now: Date,
): string => {
  const id = ulid(idTime(now)).toLowerCase()
  const at = now.toISOString()
  db.insert('import_batches', {
    id,
    job,
    state: 'intended',
    asset_names: assetNames,
    body_hash: bodyHash,
    created_at: at,
    updated_at: at,
  })
  db.run(
    `UPDATE import_items SET stage = 'sending', batch = :id
     WHERE job = :job AND asset_name IN (SELECT value FROM json_each(:names))`,
    { id, job, names: JSON.stringify(assetNames) },
  )
  return id
}

const setItem = (db: Database, job: string, assetName: string, change: DatabaseRow): void => {
  db.update('import_items', change, { job, asset_name: assetName })
}

const setAdded = (db: Database, job: string, assetName: string, token: HeldToken): void => {
  const { id: token_id, image: token_image, fingerprint } = token
  setItem(db, job, assetName, { stage: 'added', token_id, token_image, fingerprint, error: null })
  if (token.warning !== undefined)
    db.run(
      `UPDATE import_items SET notes = json_insert(notes, '$[#]', :warning)
       WHERE job = :job AND asset_name = :assetName
       AND NOT EXISTS (SELECT 1 FROM json_each(notes) WHERE value = :warning)`,
      { warning: token.warning, job, assetName },
    )
}

const setAgain = (db: Database, job: string, assetName: string): void => {
  setItem(db, job, assetName, { stage: 'pinned', batch: null })
}

const nameRow = z.object({ asset_name: shortText })

const deleteOthers = (db: Database, job: string, items: readonly Item[]): void => {
  const remaining = new Set(items.map((item) => item.asset_name))
  const known = db.all(nameRow, 'SELECT asset_name FROM import_items WHERE job = :job', { job })
  for (const { asset_name } of known) {
    if (remaining.has(asset_name)) continue
    db.run('DELETE FROM import_items WHERE job = :job AND asset_name = :asset_name', {
      job,
      asset_name,
    })
  }
}

const upsertItem = (db: Database, job: string, item: Item): void => {
  const { request, before, image, works, error } = item
  db.upsert(
    'import_items',
    {
      ...item,
      job,
      request: JSON.stringify(request),
      before: before && JSON.stringify(before),
      image: JSON.stringify(image),
      works: JSON.stringify(works),
      error: error && JSON.stringify(error),
    },
    'job',
    'asset_name',
  )
}
