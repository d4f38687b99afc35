import { z } from 'zod'
import { documentText, shortText } from '#values/bounds/bounded.ts'
import { tokenStatuses } from '#contract/tokens/token.ts'
import { Cid } from '#media/content/cid.ts'
import type { Database, Schema } from '#platform/db/database.ts'
import { type PageStart, rowsOfPage } from '../server/paging.ts'

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

export const shopLink = (linkBase: string, collectionId: string): string =>
  `${linkBase}/pay/collection/${collectionId}`

const publishedRow = z.object({ collection_id: shortText })

export const isPublished = (database: Database, id: string): boolean =>
  database.get(publishedRow, 'SELECT collection_id FROM shops WHERE collection_id = :id', {
    id,
  }) !== undefined

export const publish = (database: Database, id: string, at: string): void =>
  database.upsert('shops', { collection_id: id, published_at: at }, 'collection_id')

export const unpublish = (database: Database, id: string): void => {
  database.run('DELETE FROM shops WHERE collection_id = :id', { id })
}

/** What a page lists: not what is held back, burned or not ready. */
const shown = "price IS NOT NULL AND status IN ('FOR_SALE', 'RESERVED', 'MINTING', 'COMPLETED')"

const workRow = z.object({
  id: shortText,
  status: z.enum(tokenStatuses),
  /** Lovelace. Only a sealed price is shown. */
  price: shortText.transform(BigInt),
})
export type WorkRow = z.output<typeof workRow>

/** All works of a page, the first added first. */
export const listWorks = (database: Database, collectionId: string): readonly WorkRow[] =>
  database.all(
    workRow,
    `SELECT id, status, price FROM tokens WHERE collection_id = :collectionId AND ${shown} ORDER BY seq`,
    { collectionId },
  )

const countRow = z.object({ works: z.int() })

export const countWorks = (database: Database, collectionId: string): number =>
  database.get(
    countRow,
    `SELECT COUNT(*) AS works FROM tokens WHERE collection_id = :collectionId AND ${shown}`,
    { collectionId },
  )?.works ?? 0

const picturedRow = z.object({ seq: z.int(), id: shortText, image: documentText })

export const worksOfPage = (database: Database, collectionId: string, start: PageStart) => {
  const select = `SELECT seq, id, image FROM tokens WHERE collection_id = :collectionId AND ${shown}`
  return rowsOfPage(database, picturedRow, { select, collectionId }, start)
}

const pictureRow = z.object({ image: documentText, picture: shortText.transform(Cid) })

/** The small pictures of these images, by image. */
export const picturesOf = (
  database: Database,
  collectionId: string,
  images: readonly string[],
): ReadonlyMap<string, Cid> =>
  new Map(
    database
      .all(
        pictureRow,
        `SELECT image, picture FROM shop_pictures
         WHERE collection_id = :collectionId AND image IN (SELECT value FROM json_each(:images))`,
        { collectionId, images: JSON.stringify(images) },
      )
      .map(({ image, picture }) => [image, picture]),
  )

export const addPicture = (
  database: Database,
  picture: { readonly collection_id: string; readonly image: string; readonly picture: Cid },
): void => database.upsert('shop_pictures', picture, 'collection_id', 'image')
