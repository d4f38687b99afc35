import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Seal } from '#keys/seal/seal.ts'
import { sealShape } from '#keys/seal/sealed-facts.ts'
import { columns, type Database } from '#platform/db/database.ts'
import { type PageStart, rowsOfPage } from '../server/paging.ts'
import { deleteCollection, storedCollection } from './collections.ts'
import { storedToken } from './tokens.ts'

const entry = {
  seq: z.int(),
  id: shortText,
  collection_id: shortText,
  deleted_at: shortText,
}

const binToken = z.object({
  ...entry,
  kind: z.literal('token'),
  content: columns.json(storedToken),
})
export type BinToken = z.output<typeof binToken>

const binCollection = z.object({
  ...entry,
  kind: z.literal('collection'),
  content: columns.json(storedCollection),
  /** The seal of its facts, which proves them again when it is restored. */
  seal: columns.json(sealShape).nullable(),
})
export type BinCollection = z.output<typeof binCollection>

const binRow = z.discriminatedUnion('kind', [binToken, binCollection])
export type BinRow = z.output<typeof binRow>

/** A row as JSON that the schema of the row reads: its columns as the database has them. */
const rowAsJson = ({ shape }: z.ZodObject): string =>
  `json_object(${Object.keys(shape)
    .map((name) => `'${name}', ${name}`)
    .join(', ')})`

/** A restored token is sold at no price before its owner says one again. */
const tokenContent = `json_set(${rowAsJson(storedToken)}, '$.price', NULL)`
const collectionContent = rowAsJson(storedCollection)

type Deleted = { readonly id: string; readonly at: string }

export const moveTokenToBin = (database: Database, { id, at }: Deleted): void => {
  database.run(
    `INSERT INTO bin (id, kind, collection_id, is_with_collection, content, deleted_at)
     SELECT id, 'token', collection_id, 0, ${tokenContent}, :at FROM tokens WHERE id = :id`,
    { id, at },
  )
  database.run('DELETE FROM tokens WHERE id = :id', { id })
}

/** Moves the collection with its tokens; all else of it is deleted. */
export const moveCollectionToBin = (
  database: Database,
  { id, at, seal }: Deleted & { readonly seal: Seal | undefined },
): void => {
  database.run(
    `INSERT INTO bin (id, kind, collection_id, is_with_collection, content, deleted_at)
     SELECT id, 'token', collection_id, 1, ${tokenContent}, :at FROM tokens
     WHERE collection_id = :id ORDER BY seq`,
    { id, at },
  )
  database.run(
    `INSERT INTO bin (id, kind, collection_id, is_with_collection, content, seal, deleted_at)
     SELECT id, 'collection', id, 0, ${collectionContent}, :seal, :at FROM collections WHERE id = :id`,
    { id, at, seal: seal === undefined ? null : JSON.stringify(seal) },
  )
  deleteCollection(database, id)
}

/** What was deleted by itself; the tokens of a deleted collection are part of it. */
export const listBin = (database: Database, since: string, start: PageStart): BinRow[] =>
  rowsOfPage(
    database,
    binRow,
    { select: 'SELECT * FROM bin WHERE is_with_collection = 0 AND deleted_at > :since', since },
    start,
  )

/** @param since what was deleted up to then is not there any more */
export const findInBin = (database: Database, id: string, since: string): BinRow | undefined =>
  database.get(
    binRow,
    'SELECT * FROM bin WHERE id = :id AND is_with_collection = 0 AND deleted_at > :since',
    { id, since },
  )

/** The tokens that were deleted with their collection, in their order. */
export const tokensInBin = (database: Database, collectionId: string): BinToken[] =>
  database.all(
    binToken,
    'SELECT * FROM bin WHERE collection_id = :collectionId AND is_with_collection = 1 ORDER BY seq',
    { collectionId },
  )

export const firstTokenInBin = (database: Database, collectionId: string): BinToken | undefined =>
  database.get(
    binToken,
    `SELECT * FROM bin WHERE collection_id = :collectionId AND is_with_collection = 1
     ORDER BY seq LIMIT 1`,
    { collectionId },
  )

const countRow = z.object({ items: z.int() })

export const countTokensInBin = (database: Database, collectionId: string): number =>
  database.get(
    countRow,
    'SELECT COUNT(*) AS items FROM bin WHERE collection_id = :collectionId AND is_with_collection = 1',
    { collectionId },
  )?.items ?? 0

/** Takes out what was restored; a collection with the tokens that were deleted with it. */
export const takeFromBin = (database: Database, { id }: BinRow): void => {
  database.run('DELETE FROM bin WHERE id = :id', { id })
  database.run('DELETE FROM bin WHERE collection_id = :id AND is_with_collection = 1', { id })
}

/** @returns how much of it was listed */
export const emptyBin = (database: Database): number => {
  const listed = database.run('DELETE FROM bin WHERE is_with_collection = 0')
  database.run('DELETE FROM bin')
  return listed
}

/** Deletes for ever what was deleted up to a time. */
export const forgetDeleted = (database: Database, until: string): void => {
  database.run('DELETE FROM bin WHERE deleted_at <= :until', { until })
}
