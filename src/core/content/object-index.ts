import { z } from 'zod'
import { shortText } from '#shared/bounded.ts'
import { Database, type Schema } from '../db/database.ts'
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

/** The store's objects, listed without opening a file. */
export class ObjectIndex {
  readonly #database: Database

  constructor(path: string) {
    this.#database = new Database(path, [schema])
  }

  get(cid: Cid): Stored | undefined {
    return this.#database.get(row, 'SELECT * FROM objects WHERE cid = :cid AND damaged = 0', {
      cid,
    })
  }

  /** The same of many, in their order. */
  getEach(cids: readonly Cid[]): readonly (Stored | undefined)[] {
    return this.#database.reading(() => cids.map((cid) => this.get(cid)))
  }

  /** Bytes of an object, also of a damaged one. */
  sizeOf(cid: Cid): number | undefined {
    return this.#database.get(sizeRow, 'SELECT size FROM objects WHERE cid = :cid', { cid })?.size
  }

  record({ cid, size, mediaType, sha256 }: Stored): void {
    if (this.get(cid) !== undefined) return
    this.#database.transactUnsynced(() =>
      this.#database.run(
        'INSERT INTO objects (cid, size, media_type, sha256) VALUES (:cid, :size, :mediaType, :sha256) ON CONFLICT (cid) DO UPDATE SET damaged = 0 WHERE damaged = 1',
        { cid, size, mediaType, sha256 },
      ),
    )
  }

  /** Marks an object as damaged. Its row stays until the object is stored again. */
  markDamaged(cid: Cid): void {
    this.#database.run('UPDATE objects SET damaged = 1 WHERE cid = :cid', { cid })
  }

  /** Objects not known to be damaged, in the order of their CIDs. */
  each(): Iterable<Stored> {
    return this.#database.each(row, 'SELECT * FROM objects WHERE damaged = 0 ORDER BY cid')
  }

  /** All objects, including damaged ones. */
  names(): readonly Cid[] {
    return this.#database.all(nameRow, 'SELECT cid FROM objects ORDER BY cid').map(({ cid }) => cid)
  }

  close(): void {
    this.#database.close()
  }
}
