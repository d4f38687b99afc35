import { z } from 'zod'
import { longText, shortText } from '#shared/bounded.ts'
import type { TxId } from '#core/cardano/ids.ts'
import type { Database } from '#core/db/database.ts'
import type { CollectionRow } from '../store/collections.ts'

const royaltyRow = z.object({ policy_id: shortText, tx_id: shortText.nullable() })

/** The royalty token of a policy; `tx_id` is null when it was minted elsewhere. */
export const findRoyalty = (database: Database, policyId: string) =>
  database.get(royaltyRow, 'SELECT * FROM royalties WHERE policy_id = :policyId', { policyId })

export const insertRoyalty = (
  database: Database,
  {
    policyId,
    txId,
    at,
  }: { readonly policyId: string; readonly txId: TxId | null; readonly at: string },
): void => {
  const row = { policy_id: policyId, tx_id: txId, minted_at: at }
  database.insert('royalties', row, 'ON CONFLICT DO NOTHING')
}

/** Takes back what {@link insertRoyalty} noted of a transaction. */
export const deleteRoyalty = (database: Database, txId: TxId): void => {
  database.run('DELETE FROM royalties WHERE tx_id = :txId', { txId })
}

const collectionRow = z.object({ id: shortText })

/** Collections with a royalty that await payment for their policy's royalty token. */
export const collectionsAwaitingRoyalty = (database: Database): readonly string[] =>
  database
    .all(
      collectionRow,
      `SELECT id FROM collections JOIN payment_keys ON payment_keys.collection_id = collections.id
       WHERE royalty IS NOT NULL AND policy_id NOT IN (SELECT policy_id FROM royalties) ORDER BY seq`,
    )
    .map((row) => row.id)

const confirmationRow = z.object({ royalty: longText, valid_for: z.int().nullable() })

/**
 * The last confirmed royalty, as text, and how many seconds there are to sign its token; the
 * collection's own royalty may have changed since.
 */
export const findRoyaltyConfirmation = (database: Database, { id }: Pick<CollectionRow, 'id'>) =>
  database.get(
    confirmationRow,
    'SELECT royalty, valid_for FROM royalty_confirmations WHERE collection_id = :id',
    { id },
  )

/** Whether the last confirmation is of this very royalty; no seal is checked. */
export const isLastConfirmed = (
  database: Database,
  collection: Pick<CollectionRow, 'id' | 'royalty'>,
): boolean =>
  findRoyaltyConfirmation(database, collection)?.royalty === JSON.stringify(collection.royalty)

export const insertRoyaltyConfirmation = (
  database: Database,
  { id, royalty }: Pick<CollectionRow, 'id' | 'royalty'>,
  { at, validFor }: { readonly at: string; readonly validFor: number | undefined },
): void => {
  const row = {
    collection_id: id,
    royalty: JSON.stringify(royalty),
    confirmed_at: at,
    valid_for: validFor ?? findRoyaltyConfirmation(database, { id })?.valid_for ?? null,
  }
  database.upsert('royalty_confirmations', row, 'collection_id')
}
