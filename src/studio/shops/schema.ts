import type { Schema } from '#platform/db/database.ts'

/**
 * A collection has a row in `shops` while its page is published. `picture` is the CID of the small
 * picture of an `image`, which stays when the page is taken down.
 */
export const shopsSchema: Schema = {
  name: 'studio_shops',
  steps: [
    `CREATE TABLE shops (
       collection_id TEXT PRIMARY KEY REFERENCES collections (id) ON DELETE CASCADE,
       published_at TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE shop_pictures (
       collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
       image TEXT NOT NULL,
       picture TEXT NOT NULL,
       PRIMARY KEY (collection_id, image)
     ) STRICT, WITHOUT ROWID;`,
  ],
}
