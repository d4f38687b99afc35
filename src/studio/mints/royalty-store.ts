import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { PolicyId, TxId } from '#cardano/ids.ts'
import { columns, type Database } from '#platform/db/database.ts'
import type { PolicyRoyalty } from '#chain/gateway/policy-royalty.ts'
import type { CollectionRow } from '../store/collections.ts'

const royaltyRow = z
  .object({
    tx_id: shortText.transform(TxId),
    rate: shortText.nullable(),
    address: shortText.nullable(),
    unreadable: longText.nullable(),
  })
  .transform(({ tx_id: txId, rate, address, unreadable }): PolicyRoyalty =>
    rate !== null && address !== null
      ? { txId, terms: { rate, address }, unreadable: null }
      : { txId, terms: null, unreadable: unreadable ?? '' },
  )

const isRead = 'tx_id IS NOT NULL AND (rate IS NOT NULL OR unreadable IS NOT NULL)'

/** The royalty of a policy as it was read from the chain or built here; undefined for any other. */
export const findRoyalty = (database: Database, policyId: PolicyId): PolicyRoyalty | undefined =>
  database.get(royaltyRow, `SELECT * FROM royalties WHERE policy_id = :policyId AND ${isRead}`, {
    policyId,
  })

const policyRow = z.object({ policy_id: shortText.transform(PolicyId) })

/** Policies of which the chain is yet to say whether they have a royalty token, and what it says. */
export const unreadRoyalties = (database: Database): readonly PolicyId[] =>
  database
    .all(policyRow, `SELECT policy_id FROM royalties WHERE NOT (${isRead}) ORDER BY policy_id`)
    .map((row) => row.policy_id)

export const isRoyaltyUnread = (database: Database, policyId: PolicyId): boolean =>
  database.get(
    policyRow,
    `SELECT policy_id FROM royalties WHERE policy_id = :policyId AND NOT (${isRead})`,
    { policyId },
  ) !== undefined

/** Notes that the chain is to be read, unless it was. */
export const insertUnreadRoyalty = (database: Database, policyId: PolicyId, at: string): void => {
  const row = { policy_id: policyId, tx_id: null, minted_at: at }
  database.insert('royalties', row, 'ON CONFLICT DO NOTHING')
}

/** Stores what was read from the chain, in place of what was known before. */
export const storeRoyalty = (
  database: Database,
  policyId: PolicyId,
  { txId, terms, unreadable }: PolicyRoyalty,
  at: string,
): void => {
  const said = { rate: terms?.rate ?? null, address: terms?.address ?? null, unreadable }
  const row = { policy_id: policyId, tx_id: txId, minted_at: at, ...said }
  database.upsert('royalties', row, 'policy_id')
}

const builtRow = z.object({
  fee: shortText.transform(Number),
  outputs: columns.json(
    listOf(z.object({ lovelace: z.int(), assets: listOf(z.object({ unit: shortText })) })),
  ),
})

/** What a royalty token cost in lovelace, and what went with it; undefined where it was not built here. */
export const findRoyaltyCost = (
  database: Database,
  { txId }: PolicyRoyalty,
  policyId: PolicyId,
): { readonly fee: number; readonly withToken: number | undefined } | undefined => {
  const built = database.get(
    builtRow,
    'SELECT fee, outputs FROM mint_transactions WHERE tx_id = :txId',
    { txId },
  )
  if (built === undefined) return undefined
  // The royalty token has no name: its unit is the policy alone.
  const output = built.outputs.find(({ assets }) => assets.some(({ unit }) => unit === policyId))
  return { fee: built.fee, withToken: output?.lovelace }
}

/** Takes back what was noted of a transaction. */
export const deleteRoyalty = (database: Database, txId: TxId): void => {
  database.run('DELETE FROM royalties WHERE tx_id = :txId', { txId })
}

/**
 * Takes back what was noted of a policy whose royalty token the chain does not have. One that was
 * minted here stays: its submission says when it is gone.
 */
export const deleteForeignRoyalty = (database: Database, policyId: PolicyId): void => {
  database.run(
    `DELETE FROM royalties WHERE policy_id = :policyId
       AND NOT EXISTS (
         SELECT 1 FROM mint_transactions WHERE mint_transactions.tx_id = royalties.tx_id)`,
    { policyId },
  )
}

const collectionRow = z.object({ id: shortText })

/** Collections with a royalty that await payment for their policy's royalty token, as far as known. */
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

export const deleteRoyaltyConfirmation = (
  database: Database,
  { id }: Pick<CollectionRow, 'id'>,
): void => {
  database.run('DELETE FROM royalty_confirmations WHERE collection_id = :id', { id })
}

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
