import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import {
  metadataTemplate,
  payoutAddress,
  royaltyRequest,
} from '#contract/collections/collection.ts'
import { scriptJson } from '#contract/policies/script.ts'
import { KeyHash, PolicyId } from '#cardano/ids.ts'
import { columns, type Database } from '#platform/db/database.ts'
import { type PageStart, rowsOfPage } from '../server/paging.ts'
import { noSuchId } from './no-such-id.ts'

/** `lock_time` is null when the policy never locks. `key_hashes` names the keys the vault holds. */
export const storedCollection = z.object({
  seq: z.int(),
  id: shortText,
  name: longText,
  url: shortText.nullable(),
  description: longText.nullable(),
  payout_address: columns.json(payoutAddress),
  lock_time: shortText.nullable(),
  policy_id: shortText.transform(PolicyId),
  script: columns.json(scriptJson),
  key_hashes: columns.json(listOf(longText.transform(KeyHash))),
  metadata: columns.json(metadataTemplate).nullable(),
  royalty: columns.json(royaltyRequest).nullable(),
  reservation_time: z.int().nullable(),
  /** Whether payment pages show how rare a token is. */
  rarity_published: columns.boolean,
  /** What the creator says; an `ipfs://` address and a name, which nothing proves. */
  cover: shortText.nullable(),
  creator: longText.nullable(),
  created_at: shortText,
  updated_at: shortText,
})
export type CollectionRow = z.output<typeof storedCollection>

/** A payout address may be a text, which is JSON in its column like the other kinds. */
const withPayout = <T extends Pick<CollectionRow, 'payout_address'>>(row: T) => ({
  ...row,
  payout_address: JSON.stringify(row.payout_address),
})

/** @param collection one that was deleted gets back the place that its `seq` says */
export const insertCollection = (
  database: Database,
  collection: Omit<CollectionRow, 'seq'> | CollectionRow,
): void => {
  database.insert('collections', withPayout(collection))
}

const findCollection = (database: Database, id: string): CollectionRow | undefined =>
  database.get(storedCollection, 'SELECT * FROM collections WHERE id = :id', { id })

/** Those of the ids that exist, in the order in which they were asked for. */
export const findCollections = (database: Database, ids: readonly string[]): CollectionRow[] =>
  database.all(
    storedCollection,
    `SELECT collections.* FROM json_each(:ids) AS asked JOIN collections ON collections.id = asked.value
     ORDER BY asked.key`,
    { ids: JSON.stringify([...new Set(ids)]) },
  )

export const listCollections = (database: Database, start: PageStart): CollectionRow[] =>
  rowsOfPage(database, storedCollection, { select: 'SELECT * FROM collections WHERE true' }, start)

export const allCollections = (database: Database): CollectionRow[] =>
  database.all(storedCollection, 'SELECT * FROM collections ORDER BY seq')

/** Writes what PATCH may change, as the row has it now. */
export const updateCollection = (database: Database, row: CollectionRow): void => {
  const { id, name, url, description, payout_address, metadata, royalty, updated_at } = row
  const { rarity_published, reservation_time, cover, creator } = row
  const change = { name, url, description, payout_address, metadata, royalty, updated_at }
  const own = { rarity_published, reservation_time, cover, creator }
  database.update('collections', { ...withPayout(change), ...own }, { id })
}

/** Deletes the collection with its tokens and all else of it. */
export const deleteCollection = (database: Database, id: string): void => {
  database.run('DELETE FROM collections WHERE id = :id', { id })
}

/** @throws ColdpressError `not_found` */
export const existingCollection = (
  { database }: { readonly database: Database },
  id: string,
): CollectionRow => {
  const row = findCollection(database, id)
  if (row === undefined) throw noSuchId('collection', id)
  return row
}
