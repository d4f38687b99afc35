import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Database, Schema } from '#platform/db/database.ts'
import { createLateFlush } from '#platform/db/late-flush.ts'
import { openDatabaseAt } from '#platform/db/open-database.ts'
import { Cid } from './cid.ts'
import type { Stored } from './digest.ts'

const schema: Schema = {
  name: 'content',
  steps: [
    `CREATE TABLE objects (
      cid TEXT PRIMARY KEY,
      size INTEGER NOT NULL,
      media_type TEXT,
      sha256 TEXT NOT NULL,
      -- A damaged object keeps its row: without it, nobody would know what is missing.
      damaged INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID`,
  ],
}

const row = z
  .object({
    cid: shortText.transform(Cid),
    size: z.int().nonnegative(),
    media_type: shortText.nullable(),
    sha256: shortText,
  })
  .transform(({ media_type: mediaType, ...rest }): Stored => ({ ...rest, mediaType }))

const sizeRow = z.object({ size: z.int().nonnegative() })

const nameRow = z.object({ cid: shortText.transform(Cid) })

/**
 * The store's objects, listed without opening a file. New rows wait a moment in memory, for a commit for each
 * takes longer than its row: a kill loses them, and their objects are found by their names.
 */
export class ObjectIndex {
  readonly #path: string
  #opened: Database | undefined
  readonly #waiting = new Map<Cid, Stored>()
  readonly #late = createLateFlush(() => this.#flush())

  constructor(path: string) {
    this.#path = path
  }

  /** Opened when first needed: one that cannot be opened stops what needs it, and nothing else. */
  get #database(): Database {
    return (this.#opened ??= openDatabaseAt(this.#path, [schema]))
  }

  get(cid: Cid): Stored | undefined {
    return (
      this.#waiting.get(cid) ??
      this.#database.get(row, 'SELECT * FROM objects WHERE cid = :cid AND damaged = 0', { cid })
    )
  }

  /** The same of many, in their order. */
  getEach(cids: readonly Cid[]): readonly (Stored | undefined)[] {
    return this.#database.reading(() => cids.map((cid) => this.get(cid)))
  }

  /** Bytes of an object, also of a damaged one. */
  sizeOf(cid: Cid): number | undefined {
    const stored =
      this.#waiting.get(cid) ??
      this.#database.get(sizeRow, 'SELECT size FROM objects WHERE cid = :cid', { cid })
    return stored?.size
  }

  record(stored: Stored): void {
    if (this.get(stored.cid) !== undefined) return
    this.#waiting.set(stored.cid, stored)
    this.#late.ask()
  }

  #flush(): void {
    this.#late.cancel()
    if (this.#waiting.size === 0) return
    this.#database.transactUnsynced(() => {
      for (const { cid, size, mediaType, sha256 } of this.#waiting.values())
        this.#database.insert(
          'objects',
          { cid, size, media_type: mediaType, sha256 },
          'ON CONFLICT (cid) DO UPDATE SET damaged = 0 WHERE damaged = 1',
        )
    })
    this.#waiting.clear()
  }

  /** Marks an object as damaged. Its row stays until the object is stored again. */
  markDamaged(cid: Cid): void {
    this.#flush()
    this.#database.run('UPDATE objects SET damaged = 1 WHERE cid = :cid', { cid })
  }

  /** Objects not known to be damaged, in the order of their CIDs. */
  each(): Iterable<Stored> {
    this.#flush()
    return this.#database.each(row, 'SELECT * FROM objects WHERE damaged = 0 ORDER BY cid')
  }

  /** All objects, including damaged ones. */
  names(): readonly Cid[] {
    this.#flush()
    return this.#database.all(nameRow, 'SELECT cid FROM objects ORDER BY cid').map(({ cid }) => cid)
  }

  /** @throws ColdpressError as {@link Database.tryWrite} */
  tryWrite(): void {
    this.#database.tryWrite()
  }

  close(): void {
    try {
      this.#flush()
    } catch {
      // without their rows, the objects are found by their names
    }
    this.#opened?.close()
  }
}
