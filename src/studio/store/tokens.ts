import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { answeredValue, type TokenStatus, tokenStatuses } from '#contract/tokens/token.ts'
import { columns, type Database } from '#platform/db/database.ts'
import { type PageStart, rowsOfPage } from '../server/paging.ts'

/** `tag` with its angle brackets, as the interface has it. */
export const tagValues = columns.json(listOf(z.object({ tag: shortText, value: answeredValue })))
export const customValues = columns.json(recordOf(answeredValue))

const pieces = columns.json(listOf(longText))

export const storedToken = z.object({
  seq: z.int(),
  id: shortText,
  collection_id: shortText,
  asset_name: shortText,
  name: longText,
  description: longText.nullable(),
  /** What `description` was sent in, if that was a list. */
  description_pieces: pieces.nullable(),
  media_type: shortText.nullable(),
  image: documentText,
  /** What `image` was sent in, if that was a list. */
  image_pieces: pieces.nullable(),
  /** What the bytes of the image are; null where they were not seen. */
  image_media_type: shortText.nullable(),
  metadata_attributes: tagValues,
  custom_attributes: customValues,
  /** Lovelace; null for a token without a price of its own. */
  price: shortText.transform(BigInt).nullable(),
  status: z.enum(tokenStatuses),
  /** Its owner holds it back, also while a sale that names it has it. */
  is_held_back: columns.boolean,
  created_at: shortText,
  updated_at: shortText,
})
export type StoredTokenRow = z.output<typeof storedToken>
/** A token before the database gave it its place. */
export type NewToken = Omit<StoredTokenRow, 'seq'>

/** @param token one that was deleted gets back the place that its `seq` says */
export const insertToken = (database: Database, token: NewToken | StoredTokenRow): void => {
  database.insert('tokens', token)
}

/** Writes a token; what PATCH may not change is as it was. */
export const updateToken = (database: Database, { id, ...token }: NewToken): void => {
  database.update('tokens', token, { id })
}

export const findToken = (
  database: Database,
  collectionId: string,
  id: string,
): StoredTokenRow | undefined =>
  database.get(
    storedToken,
    'SELECT * FROM tokens WHERE id = :id AND collection_id = :collectionId',
    {
      id,
      collectionId,
    },
  )

/** In whichever collection. */
export const findTokenById = (database: Database, id: string): StoredTokenRow | undefined =>
  database.get(storedToken, 'SELECT * FROM tokens WHERE id = :id', { id })

export const listTokens = (
  database: Database,
  collectionId: string,
  status: TokenStatus | undefined,
  start: PageStart,
): StoredTokenRow[] => {
  const ofStatus = status === undefined ? '' : ' AND status = :status'
  const select = `SELECT * FROM tokens WHERE collection_id = :collectionId${ofStatus}`
  const filter = status === undefined ? {} : { status }
  return rowsOfPage(database, storedToken, { select, collectionId, ...filter }, start)
}

/**
 * Those of the ids that the collection has, in the order in which they were asked for. CROSS JOIN
 * keeps SQLite from reading all tokens of the collection to compare each with the list.
 */
export const findTokens = (
  database: Database,
  collectionId: string,
  ids: readonly string[],
): StoredTokenRow[] =>
  database.all(
    storedToken,
    `SELECT tokens.* FROM json_each(:ids) AS asked CROSS JOIN tokens ON tokens.id = asked.value
     WHERE collection_id = :collectionId ORDER BY asked.key`,
    { collectionId, ids: JSON.stringify([...new Set(ids)]) },
  )

/** Of all collections. @param name a part of the name or the asset name */
export const findTokensByName = (
  database: Database,
  name: string,
  start: PageStart,
): StoredTokenRow[] =>
  rowsOfPage(
    database,
    storedToken,
    {
      select: `SELECT * FROM tokens
        WHERE (name LIKE :like ESCAPE '\\' OR asset_name LIKE :like ESCAPE '\\')`,
      like: `%${name.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`,
    },
    start,
  )

/** The oldest tokens of a collection that anybody may see: not those that are held back. */
export const firstTokens = (
  database: Database,
  collectionId: string,
  count: number,
): StoredTokenRow[] =>
  database.all(
    storedToken,
    `SELECT * FROM tokens WHERE collection_id = :collectionId AND status <> 'OPEN'
     ORDER BY seq LIMIT :count`,
    { collectionId, count },
  )

/** Tokens that have a price, of all collections. */
export const pricedTokens = (database: Database): StoredTokenRow[] =>
  database.all(storedToken, 'SELECT * FROM tokens WHERE price IS NOT NULL ORDER BY seq')

/** Every token of the collection that is for sale, oldest first; not those that are held back. */
export const allForSale = (database: Database, collectionId: string): StoredTokenRow[] =>
  database.all(
    storedToken,
    `SELECT * FROM tokens WHERE collection_id = :collectionId AND status = 'FOR_SALE' ORDER BY seq`,
    { collectionId },
  )

const offeredRow = z.object({ id: shortText, asset_name: shortText })
export type OfferedToken = z.output<typeof offeredRow>

/** Names under which others of the same policy, in any collection, are on chain or about to be, are left out. */
const offered = `SELECT id, asset_name FROM tokens
  WHERE collection_id = :id AND status = 'FOR_SALE'
    AND NOT EXISTS (
      SELECT 1 FROM collections CROSS JOIN tokens AS other
        ON other.collection_id = collections.id AND other.asset_name = tokens.asset_name
      WHERE policy_id = :policyId AND collections.id <> :id
        AND other.status IN ('RESERVED', 'MINTING', 'COMPLETED'))`

type OfCollection = { readonly id: string; readonly policy_id: string }

/** Every token that a sale may draw from. */
export const tokensForSale = (
  database: Database,
  { id, policy_id: policyId }: OfCollection,
): readonly OfferedToken[] => database.all(offeredRow, offered, { id, policyId })

/** The token at this place in the order of creation, if a sale may draw it. */
export const tokenForSaleAt = (
  database: Database,
  { id, policy_id: policyId }: OfCollection,
  seq: number,
): OfferedToken | undefined =>
  database.get(offeredRow, `${offered} AND seq = :seq`, { id, policyId, seq })

/** As {@link tokenForSaleAt}, by the token's id. */
export const tokenForSale = (
  database: Database,
  { id, policy_id: policyId }: OfCollection,
  tokenId: string,
): OfferedToken | undefined =>
  database.get(offeredRow, `${offered} AND id = :tokenId`, { id, policyId, tokenId })

const placesRow = z.object({ first: z.int().nullable(), last: z.int().nullable() })

/** The first and the last place in the order of creation at which a token of the collection is for sale. */
export const placesForSale = (
  database: Database,
  collectionId: string,
): { readonly first: number; readonly last: number } | undefined => {
  const ofSale = "FROM tokens WHERE collection_id = :collectionId AND status = 'FOR_SALE'"
  const found = database.get(
    placesRow,
    `SELECT (SELECT MIN(seq) ${ofSale}) AS first, (SELECT MAX(seq) ${ofSale}) AS last`,
    { collectionId },
  )
  const { first = null, last = null } = found ?? {}
  return first === null || last === null ? undefined : { first, last }
}

/** @returns whether the token was free */
export const reserveToken = (
  database: Database,
  token: { readonly id: string; readonly at: string },
): boolean =>
  database.run(
    `UPDATE tokens SET status = 'RESERVED', updated_at = :at
     WHERE id = :id AND status IN ('OPEN', 'FOR_SALE')`,
    token,
  ) === 1

const nameRow = z.object({ asset_name: shortText })

/** Which of the asset names the collection has already, apart from the token `exceptId`. */
export const takenNames = (
  database: Database,
  collectionId: string,
  names: readonly string[],
  exceptId = '',
): ReadonlySet<string> => {
  const taken = database.all(
    nameRow,
    `SELECT asset_name FROM tokens WHERE collection_id = :collectionId AND id <> :exceptId
     AND asset_name IN (SELECT value FROM json_each(:names))`,
    { collectionId, exceptId, names: JSON.stringify(names) },
  )
  return new Set(taken.map((row) => row.asset_name))
}

const countRow = z.object({ status: z.enum(tokenStatuses), tokens: z.int() })

/** How many tokens of the collection are in each status; a status without tokens is left out. */
export const countTokens = (
  database: Database,
  collectionId: string,
): ReadonlyMap<TokenStatus, number> => {
  const counts = database.all(
    countRow,
    'SELECT status, COUNT(*) AS tokens FROM tokens WHERE collection_id = :collectionId GROUP BY status',
    { collectionId },
  )
  return new Map(counts.map(({ status, tokens }) => [status, tokens]))
}
