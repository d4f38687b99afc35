import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import {
  type MintKind,
  mintKinds,
  mintParameters,
  mintStatuses,
  type MintStatus,
  signingReasons,
} from '#contract/mints/mint.ts'
import { type TokenStatus, tokenStatuses } from '#contract/tokens/token.ts'
import { KeyHash, TxId } from '#cardano/ids.ts'
import type { Witness } from '#cardano/keys.ts'
import type { BuiltTransaction, TransactionOutput } from '#cardano/transactions/build/types.ts'
import { columns, type Database } from '#platform/db/database.ts'
import type { DatedParameters } from '#chain/gateway/gateway.ts'
import { type PageStart, rowsOfPage } from '../server/paging.ts'

const mintRow = z.object({
  seq: z.int(),
  id: shortText,
  collection_id: shortText,
  kind: z.enum(mintKinds),
  /** The first transaction mints the royalty token of the policy. */
  with_royalty: columns.boolean,
  /** The mint whose time ended, and in whose place this one was built. */
  replaces: shortText.nullable(),
  /** How long it was to be valid, in seconds; null for the usual time. */
  valid_for: z.int().nullable(),
  status: z.enum(mintStatuses),
  held: z.int().transform((value) => value === 1),
  error: longText.nullable(),
  /** Why the studio's vault did not sign at the last attempt, and since when. */
  blocked_reason: z.enum(signingReasons).nullable(),
  blocked_message: longText.nullable(),
  blocked_since: shortText.nullable(),
  funding_address: shortText,
  /** Keys of this vault that own the addresses whose tokens are burned. */
  owner_keys: columns.json(listOf(longText.transform(KeyHash))),
  // In wire format, as the interface returns them.
  parameters: columns.json(mintParameters),
  created_at: shortText,
  updated_at: shortText,
})
export type MintRow = z.output<typeof mintRow>

const output = z.object({
  address: shortText,
  lovelace: z.int(),
  assets: listOf(z.object({ unit: shortText, quantity: shortText })),
})

const transactionRow = z.object({
  tx_id: shortText.transform(TxId),
  mint_id: shortText,
  cbor: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  fee: shortText.transform(Number),
  bytes: z.int(),
  inputs: columns.json(listOf(output.extend({ tx_id: shortText, index: z.int() }))),
  outputs: columns.json(listOf(output)),
  required_signers: columns.json(listOf(longText.transform(KeyHash))),
  valid_until: shortText.transform(BigInt),
})
export type MintTransactionRow = z.output<typeof transactionRow>

const mintTokenRow = z.object({
  tx_id: shortText.transform(TxId),
  token_id: shortText,
  asset_name: shortText,
  address: shortText,
  status_before: z.enum(tokenStatuses),
})
export type MintTokenRow = z.output<typeof mintTokenRow>

const witnessRow = z.object({
  tx_id: shortText.transform(TxId),
  key_hash: shortText.transform(KeyHash),
  public_key: shortText,
  signature: shortText,
})

const idRow = z.object({ id: shortText })

const outputOf = ({ address, value }: TransactionOutput) => ({
  address,
  lovelace: Number(value.lovelace),
  assets: [...value.assets].map(([unit, quantity]) => ({ unit, quantity: String(quantity) })),
})

export type NewMint = {
  readonly id: string
  readonly collectionId: string
  readonly kind: MintKind
  readonly withRoyalty: boolean
  readonly replaces: string | undefined
  readonly validFor: number | undefined
  readonly fundingAddress: string
  readonly ownerKeys: readonly KeyHash[]
  readonly held: boolean
  readonly parameters: DatedParameters
  readonly createdAt: string
}

export const insertMint = (database: Database, mint: NewMint): void => {
  const { parameters, epoch, fetchedAt } = mint.parameters
  database.insert('mints', {
    id: mint.id,
    collection_id: mint.collectionId,
    kind: mint.kind,
    with_royalty: mint.withRoyalty,
    replaces: mint.replaces ?? null,
    valid_for: mint.validFor ?? null,
    status: 'awaiting_witnesses',
    held: mint.held,
    funding_address: mint.fundingAddress,
    owner_keys: mint.ownerKeys,
    created_at: mint.createdAt,
    updated_at: mint.createdAt,
    parameters: {
      min_fee_a: Number(parameters.minFeeA),
      min_fee_b: Number(parameters.minFeeB),
      coins_per_utxo_size: Number(parameters.coinsPerUtxoByte),
      max_tx_size: parameters.maxTxBytes,
      max_val_size: parameters.maxValueBytes,
      key_deposit: Number(parameters.keyDeposit),
      pool_deposit: Number(parameters.poolDeposit),
      epoch,
      fetched_at: fetchedAt.toISOString(),
    },
  })
}

export const insertMintTransaction = (
  database: Database,
  mintId: string,
  position: number,
  built: BuiltTransaction,
): void => {
  database.insert('mint_transactions', {
    tx_id: built.txId,
    mint_id: mintId,
    position,
    cbor: built.cbor,
    fee: built.fee,
    bytes: built.signedBytes,
    inputs: built.inputs.map((utxo) => ({
      ...outputOf(utxo),
      tx_id: utxo.txId,
      index: utxo.index,
    })),
    outputs: built.outputs.map(outputOf),
    required_signers: built.requiredSigners,
    valid_until: built.validity.end,
  })
}

export const insertMintToken = (
  database: Database,
  mintId: string,
  position: number,
  token: MintTokenRow,
): void => {
  database.insert('mint_tokens', { ...token, mint_id: mintId, position })
}

export const findMint = (database: Database, id: string): MintRow | undefined =>
  database.get(mintRow, 'SELECT * FROM mints WHERE id = :id', { id })

/** The mint that was built again in the place of another one. */
export const findReplacement = (database: Database, id: string): string | undefined =>
  database.get(idRow, 'SELECT id FROM mints WHERE replaces = :id ORDER BY seq DESC LIMIT 1', { id })
    ?.id

export const listMints = (
  database: Database,
  collectionId: string,
  start: PageStart,
): MintRow[] => {
  const select = 'SELECT * FROM mints WHERE collection_id = :collectionId'
  return rowsOfPage(database, mintRow, { select, collectionId }, start)
}

/** Mints that wait for signatures, oldest first; held ones must not be signed yet. */
export const parkedMints = (database: Database): MintRow[] =>
  database.all(
    mintRow,
    "SELECT * FROM mints WHERE status = 'awaiting_witnesses' AND held = 0 ORDER BY seq",
  )

/** The mints of a collection that wait for signatures, oldest first; held ones too. */
export const unsignedMints = (database: Database, collectionId: string): MintRow[] =>
  database.all(
    mintRow,
    `SELECT * FROM mints WHERE status = 'awaiting_witnesses' AND collection_id = :collectionId
     ORDER BY seq`,
    { collectionId },
  )

type StillValid = { readonly policyId: string; readonly slot: bigint }

/** From those that are still valid, which are few, to their mints. */
const cancelledUnder = `SELECT DISTINCT mints.* FROM mint_transactions
  CROSS JOIN mints ON mints.id = mint_transactions.mint_id
  CROSS JOIN collections ON collections.id = mints.collection_id
  WHERE CAST(valid_until AS INTEGER) > :slot
    AND mints.status = 'cancelled' AND held = 0 AND policy_id = :policyId`

/**
 * Cancelled mints of a policy's tokens that others may have received, and whose validity has not
 * ended by `slot`. Mints held until their cancellation were never shown to a signer.
 * @param of.names of tokens in question; undefined for all
 */
export const cancelledMints = (
  database: Database,
  { policyId, names, slot }: StillValid & { readonly names: readonly string[] | undefined },
): MintRow[] =>
  database.all(
    mintRow,
    `${cancelledUnder} AND kind <> 'burn' AND (:names IS NULL OR EXISTS
       (SELECT 1 FROM mint_tokens WHERE mint_id = mints.id
          AND asset_name IN (SELECT value FROM json_each(:names))))`,
    { policyId, names: names === undefined ? null : JSON.stringify(names), slot },
  )

const mintsRoyaltyToken = "(kind = 'royalty' OR with_royalty = 1)"

/** The same for its royalty token. */
export const cancelledRoyalties = (database: Database, { policyId, slot }: StillValid): MintRow[] =>
  database.all(mintRow, `${cancelledUnder} AND ${mintsRoyaltyToken}`, { policyId, slot })

export const releaseHeld = (database: Database, id: string, at: string): void => {
  database.run('UPDATE mints SET held = 0, updated_at = :at WHERE id = :id AND held = 1', {
    id,
    at,
  })
}

/** The newest mint of a royalty token under a policy, in any collection. */
export const latestRoyaltyMint = (database: Database, policyId: string): MintRow | undefined =>
  database.get(
    mintRow,
    `SELECT mints.* FROM collections CROSS JOIN mints ON mints.collection_id = collections.id
     WHERE ${mintsRoyaltyToken} AND policy_id = :policyId ORDER BY mints.seq DESC LIMIT 1`,
    { policyId },
  )

/** As the index of these mints has it (`schema.ts`), which SQLite takes for no other words. */
const isPending = "mints.status NOT IN ('completed', 'failed', 'cancelled')"

/** Whether a mint of tokens under a policy is pending, in any collection. */
export const hasOpenTokenMint = (database: Database, policyId: string): boolean =>
  database.get(
    idRow,
    `SELECT mints.id FROM collections CROSS JOIN mints ON mints.collection_id = collections.id
     WHERE kind IN ('tokens', 'sale') AND policy_id = :policyId AND ${isPending} LIMIT 1`,
    { policyId },
  ) !== undefined

const wantedRow = z
  .object({ collection_id: shortText, under_way: z.int() })
  .transform((row) => ({ collectionId: row.collection_id, isUnderWay: row.under_way === 1 }))

/** The collection of a policy that has a royalty, and whether its token is pending. */
export const royaltyWanted = (database: Database, policyId: string) =>
  database.get(
    wantedRow,
    `SELECT collections.id AS collection_id,
       EXISTS (SELECT 1 FROM mints WHERE mints.collection_id = collections.id
         AND ${mintsRoyaltyToken} AND ${isPending}) AS under_way
     FROM collections WHERE policy_id = :policyId AND royalty IS NOT NULL
     ORDER BY under_way DESC, collections.seq LIMIT 1`,
    { policyId },
  )

const burnRow = z.object({ asset_name: shortText, mint_id: shortText })

/** Those of the tokens that a pending burn holds, with its id. */
export const tokensInBurns = (database: Database, tokenIds: readonly string[]) =>
  database.all(
    burnRow,
    `SELECT asset_name, mint_id FROM mint_tokens CROSS JOIN mints ON mints.id = mint_tokens.mint_id
     WHERE kind = 'burn' AND ${isPending}
       AND token_id IN (SELECT value FROM json_each(:ids)) ORDER BY mint_tokens.position`,
    { ids: JSON.stringify(tokenIds) },
  )

/** Whether a mint of the collection is pending. */
export const hasOpenMint = (database: Database, collectionId: string): boolean =>
  database.get(
    idRow,
    `SELECT id FROM mints WHERE collection_id = :collectionId AND ${isPending} LIMIT 1`,
    { collectionId },
  ) !== undefined

export const setMintStatus = (
  database: Database,
  id: string,
  change: { readonly status: MintStatus; readonly error: string | null; readonly at: string },
): void => {
  database.run(
    `UPDATE mints SET status = :status, error = :error, updated_at = :at
     WHERE id = :id AND (status <> :status OR error IS NOT :error)`,
    { id, ...change },
  )
}

export const mintTransactions = (database: Database, mintId: string): MintTransactionRow[] =>
  database.all(
    transactionRow,
    'SELECT * FROM mint_transactions WHERE mint_id = :mintId ORDER BY position',
    { mintId },
  )

export const mintTokens = (database: Database, mintId: string): MintTokenRow[] =>
  database.all(
    mintTokenRow,
    'SELECT * FROM mint_tokens WHERE mint_id = :mintId ORDER BY position',
    { mintId },
  )

/** A transaction's present witnesses by key hash. */
export const witnessesOf = (database: Database, txId: TxId): ReadonlyMap<KeyHash, Witness> =>
  new Map(
    database
      .all(witnessRow, 'SELECT * FROM mint_witnesses WHERE tx_id = :txId', { txId })
      .map((row) => [row.key_hash, { publicKey: row.public_key, signature: row.signature }]),
  )

export const insertWitness = (
  database: Database,
  txId: TxId,
  keyHash: KeyHash,
  { publicKey, signature }: Witness,
): void => {
  const witness = { tx_id: txId, key_hash: keyHash, public_key: publicKey, signature }
  database.insert('mint_witnesses', witness, 'ON CONFLICT DO NOTHING')
}

/** @returns whether the token was in one of the statuses `from` */
export const reserveForMint = (
  database: Database,
  token: { readonly id: string; readonly from: readonly TokenStatus[]; readonly at: string },
): boolean =>
  database.run(
    `UPDATE tokens SET status = 'MINTING', updated_at = :at
     WHERE id = :id AND status IN (SELECT value FROM json_each(:from))`,
    { ...token, from: JSON.stringify(token.from) },
  ) === 1

const outcomes = {
  minted: { status: "'COMPLETED'", from: 'tokens.status' },
  burned: { status: "'BURNED'", from: 'tokens.status' },
  unminted: { status: "'MINTING'", from: "'COMPLETED'" },
  unburned: { status: "'COMPLETED'", from: "'BURNED'" },
  freed: { status: 'mint_tokens.status_before', from: "'MINTING'" },
} as const

/**
 * Sets the status of the tokens of one transaction; a confirmed token is minted or burned whichever
 * mint reserved it here. Of a burn nothing is freed: its tokens stay as they were.
 */
export const settleTokens = (
  database: Database,
  transaction: { readonly mintId: string; readonly txId: TxId },
  outcome: keyof typeof outcomes,
  at: string,
): void => {
  const { status, from } = outcomes[outcome]
  database.run(
    `UPDATE tokens SET updated_at = :at, status = ${status} FROM mint_tokens
     WHERE mint_tokens.mint_id = :mintId AND mint_tokens.tx_id = :txId
       AND tokens.id = mint_tokens.token_id AND tokens.status = ${from}`,
    { ...transaction, at },
  )
}

const nameRow = z.object({ asset_name: shortText })

/**
 * Those of the tokens' asset names that other tokens of the policy, in any collection, have minted
 * or are minting.
 */
export const namesOnChain = (
  database: Database,
  policyId: string,
  tokenIds: readonly string[],
): readonly string[] =>
  database
    .all(
      nameRow,
      `SELECT DISTINCT other.asset_name
       FROM collections CROSS JOIN tokens AS other ON other.collection_id = collections.id
       WHERE collections.policy_id = :policyId
         AND other.status IN ('RESERVED', 'MINTING', 'COMPLETED')
         AND other.id NOT IN (SELECT value FROM json_each(:ids))
         AND other.asset_name IN (SELECT asset_name FROM tokens WHERE id IN (SELECT value FROM json_each(:ids)))`,
      { policyId, ids: JSON.stringify(tokenIds) },
    )
    .map((row) => row.asset_name)
