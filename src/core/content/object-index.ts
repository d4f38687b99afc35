import { z } from 'zod'
import { shortText } from '../../shared/bounded.ts'
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
      sha256 TEXT NOT NULL
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

/** What is in the store, without opening a file. The files are the truth, the rows a shortcut. */
export class ObjectIndex {
  readonly #database: Database

  constructor(path: string) {
    this.#database = new Database(path, [schema])
  }

  get(cid: Cid): Stored | undefined {
    return this.#database.get(row, 'SELECT * FROM objects WHERE cid = :cid', { cid })
  }

  record({ cid, size, mediaType, sha256 }: Stored): void {
    this.#database.transactUnsynced(() =>
      this.#database.run(
        'INSERT INTO objects (cid, size, media_type, sha256) VALUES (:cid, :size, :mediaType, :sha256) ON CONFLICT (cid) DO NOTHING',
        { cid, size, mediaType, sha256 },
      ),
    )
  }

  forget(cid: Cid): void {
    this.#database.run('DELETE FROM objects WHERE cid = :cid', { cid })
  }

  /** In the order of their CIDs. */
  each(): Iterable<Stored> {
    return this.#database.each(row, 'SELECT * FROM objects ORDER BY cid')
  }

  close(): void {
    this.#database.close()
  }
}
