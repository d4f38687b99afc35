import { ColdpressError } from '#shared/errors.ts'
import { z } from 'zod'
import { listOf, longText, shortText } from '#shared/bounded.ts'
import type { MetadataTemplate, PayoutAddress, RoyaltyRequest } from '#shared/wire/collection.ts'
import { metadataTemplate, payoutAddress, royaltyRequest } from '#shared/wire/collection.ts'
import { scriptJson } from '#shared/wire/script.ts'
import type { ScriptJson } from '#shared/wire/script.ts'
import { KeyHash, PolicyId } from '#core/cardano/ids.ts'
import { columns, type Database } from '#core/db/database.ts'
import { type PageStart, rowsToRead } from '../paging.ts'

/** `lock_time` is null when the policy never locks. `key_hashes` names the keys the vault holds. */
const collectionRow = z.object({
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
  created_at: shortText,
  updated_at: shortText,
})
export type CollectionRow = z.output<typeof collectionRow>

export type NewCollection = {
  readonly id: string
  readonly name: string
  readonly url: string | undefined
  readonly description: string | undefined
  readonly payoutAddress: PayoutAddress
  readonly lockTime: string | undefined
  readonly policyId: PolicyId
  readonly script: ScriptJson
  readonly keyHashes: readonly KeyHash[]
  readonly metadata: MetadataTemplate | undefined
  readonly royalty: RoyaltyRequest | undefined
  readonly reservationTime: number | undefined
  readonly createdAt: string
}

const jsonOrNull = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value)

export const insertCollection = (database: Database, collection: NewCollection): void => {
  database.run(
    `INSERT INTO collections (id, name, url, description, payout_address, lock_time, policy_id, script,
       key_hashes, metadata, royalty, reservation_time, created_at, updated_at)
     VALUES (:id, :name, :url, :description, :payoutAddress, :lockTime, :policyId, :script,
       :keyHashes, :metadata, :royalty, :reservationTime, :createdAt, :createdAt)`,
    {
      id: collection.id,
      name: collection.name,
      url: collection.url ?? null,
      description: collection.description ?? null,
      payoutAddress: JSON.stringify(collection.payoutAddress),
      lockTime: collection.lockTime ?? null,
      policyId: collection.policyId,
      script: JSON.stringify(collection.script),
      keyHashes: JSON.stringify(collection.keyHashes),
      metadata: jsonOrNull(collection.metadata),
      royalty: jsonOrNull(collection.royalty),
      reservationTime: collection.reservationTime ?? null,
      createdAt: collection.createdAt,
    },
  )
}

const findCollection = (database: Database, id: string): CollectionRow | undefined =>
  database.get(collectionRow, 'SELECT * FROM collections WHERE id = :id', { id })

/** Those of the ids that exist, in the order in which they were asked for. */
export const findCollections = (database: Database, ids: readonly string[]): CollectionRow[] =>
  database.all(
    collectionRow,
    `SELECT collections.* FROM json_each(:ids) AS asked JOIN collections ON collections.id = asked.value
     ORDER BY asked.key`,
    { ids: JSON.stringify([...new Set(ids)]) },
  )

export const listCollections = (database: Database, start: PageStart): CollectionRow[] => {
  const [compare, first] = start.order === 'asc' ? ['>', 0] : ['<', Number.MAX_SAFE_INTEGER]
  return database.all(
    collectionRow,
    `SELECT * FROM collections WHERE seq ${compare} :after ORDER BY seq ${start.order} LIMIT :rows`,
    { after: start.after ?? first, rows: rowsToRead(start) },
  )
}

export const allCollections = (database: Database): CollectionRow[] =>
  database.all(collectionRow, 'SELECT * FROM collections ORDER BY seq')

/** Writes what PATCH may change, as the row has it now. */
export const updateCollection = (database: Database, row: CollectionRow): void => {
  database.run(
    `UPDATE collections SET name = :name, url = :url, description = :description,
       payout_address = :payoutAddress, metadata = :metadata, royalty = :royalty,
       updated_at = :updatedAt WHERE id = :id`,
    {
      id: row.id,
      name: row.name,
      url: row.url,
      description: row.description,
      payoutAddress: JSON.stringify(row.payout_address),
      metadata: row.metadata === null ? null : JSON.stringify(row.metadata),
      royalty: row.royalty === null ? null : JSON.stringify(row.royalty),
      updatedAt: row.updated_at,
    },
  )
}

/** Deletes the collection with its tokens. */
export const deleteCollection = (database: Database, id: string): void => {
  database.run('DELETE FROM collections WHERE id = :id', { id })
}

/** @throws ColdpressError `not_found` */
export const existingCollection = (
  { database }: { readonly database: Database },
  id: string,
): CollectionRow => {
  const row = findCollection(database, id)
  if (row === undefined) throw new ColdpressError('not_found', 'there is no collection of this id')
  return row
}
