import { z } from 'zod'
import { documentText, listOf, longText, shortText } from '../bounded.ts'
import { limits } from '../limits.ts'
import { hexOf } from './fields.ts'
import { scriptJson } from './script.ts'

/** Minting for own use: the creator pays, and says who receives which token. All of it is Coldpress's own. */

const tokenIds = listOf(shortText).min(1, 'no token, at least one required')

/** A week: as long as anybody carries a transaction from machine to machine. */
const longestSeconds = 7 * 24 * 60 * 60

export const mintRequest = z.object({
  /** Ids, or every token of the collection that nobody has or is getting. */
  tokens: z.union([z.literal('all'), tokenIds]),
  /** One address for all, or who receives which of `tokens`, each named once. */
  to: z.union([
    shortText.min(1, 'empty, an address is required'),
    listOf(z.object({ address: shortText, tokens: tokenIds })).min(1, 'nobody, at least one'),
  ]),
  /** `own` (default): the collection's payment key in the vault; or an address whose owner signs elsewhere. */
  funding: z.union([z.literal('own'), z.object({ address: shortText })]).optional(),
  /** Key hashes that will sign for the policy; by default as few as suffice, those in the vault first. */
  signers: listOf(hexOf(28)).min(1, 'nobody, at least one').optional(),
  /** How long there is to sign and send, at most until the policy locks; two hours by default. */
  valid_for_seconds: z
    .int()
    .min(60, 'below 60')
    .max(longestSeconds, `above ${longestSeconds}, a week`)
    .optional(),
  /** Only builds it: nothing is signed before it is released, and cancelling it leaves no trace on chain. */
  hold: z.boolean().optional(),
})
export type MintRequest = z.output<typeof mintRequest>

const lovelace = z.int().nonnegative()
const address = shortText
const txId = shortText

const output = z.object({
  address,
  lovelace,
  assets: listOf(z.object({ unit: shortText, quantity: shortText })),
})
const input = output.extend({ tx_id: txId, index: z.int() })

/**
 * - `awaiting_witnesses`: not everybody has signed; `missing` says who.
 * - `ready`, `sent`: complete, and on its way.
 * - `in_block`: on chain, with fewer blocks on it than are wanted.
 * - `confirmed`: done. `rejected`: the ledger rejected it. `missing`: its time is over.
 */
const mintTransactionStatuses = [
  'awaiting_witnesses',
  'ready',
  'sent',
  'in_block',
  'confirmed',
  'rejected',
  'missing',
] as const

const mintTransaction = z.object({
  tx_id: txId,
  /** The whole transaction in hex, with the witnesses that are there. */
  cbor: documentText,
  fee: lovelace,
  /** Bytes, once everybody has signed. */
  size: z.int(),
  inputs: listOf(input),
  outputs: listOf(output),
  valid_until: shortText,
  valid_until_slot: z.int(),
  status: z.enum(mintTransactionStatuses),
  confirmations: z.int(),
  block_height: z.int().nullable(),
  required_signers: listOf(shortText),
  signed_by: listOf(shortText),
  missing: listOf(shortText),
  /** Why it does not go on; null when it does. */
  message: longText.nullable(),
})

/**
 * - `awaiting_witnesses`: parked until everybody has signed.
 * - `submitting`: on its way to a block. `minting`: on chain, gathering confirmations.
 * - `completed`; `failed`: some of it can never be on chain, and those tokens are free again.
 */
export const mintStatuses = [
  'awaiting_witnesses',
  'submitting',
  'minting',
  'completed',
  'failed',
  'cancelled',
] as const
export type MintStatus = (typeof mintStatuses)[number]

/** What fee and least amounts were reckoned with, for who judges the transactions without a network. */
export const mintParameters = z.object({
  min_fee_a: z.int(),
  min_fee_b: z.int(),
  coins_per_utxo_size: z.int(),
  max_tx_size: z.int(),
  max_val_size: z.int(),
  key_deposit: z.int(),
  pool_deposit: z.int(),
  epoch: z.int(),
  fetched_at: shortText,
})

/** A withdrawal mints nothing: it sends what is at the collection's payment address elsewhere. */
export const mintKinds = ['tokens', 'royalty', 'withdrawal', 'sale', 'refund'] as const
export type MintKind = (typeof mintKinds)[number]

/**
 * - `vault_locked`: somebody has to unlock it. `keychain_unreachable`: it does not answer at the moment.
 * - `key_missing`: the vault does not have the key any more. `failed`: `message` says why.
 */
export const signingReasons = [
  'vault_locked',
  'keychain_unreachable',
  'key_missing',
  'failed',
] as const
export type SigningReason = (typeof signingReasons)[number]

/** Why a signature is missing that the studio's own vault is to give, and since when. */
export const signingBlock = z.object({
  reason: z.enum(signingReasons),
  since: shortText,
  message: longText,
})
export type SigningBlock = z.output<typeof signingBlock>

export const mint = z.object({
  id: shortText,
  collection_id: shortText,
  kind: z.enum(mintKinds),
  status: z.enum(mintStatuses),
  /** Built and shown, and not to be signed before somebody releases it. */
  held: z.boolean().optional(),
  message: longText.nullable(),
  /** Those of `missing` that the studio's own vault is to sign with. */
  missing_here: listOf(shortText).optional(),
  /** Null while nothing waits for the studio's own vault. */
  signing_blocked: signingBlock.nullish(),
  funding_address: address,
  policy_id: shortText,
  script: scriptJson,
  parameters: mintParameters,
  tokens: listOf(z.object({ id: shortText, asset_name: shortText, address, tx_id: txId })),
  transactions: listOf(mintTransaction),
  created_at: shortText,
  updated_at: shortText,
})
export type Mint = z.output<typeof mint>
export type MintTransaction = z.output<typeof mintTransaction>

/**
 * The bodies, in hex, of the transactions that made a mint's inputs: each proves by its Blake2b-256,
 * which is the transaction's id, what its outputs hold. One that the chain does not have is left out.
 */
export const mintParents = z.object({
  parents: listOf(longText.max(2 * 8 * limits.transactionBytes)).max(limits.mintParents),
})

/** A witness as CBOR in hex, or as the file that cardano-cli writes. */
export const witnessesRequest = z.object({
  /** May be empty: the vault is asked again. */
  witnesses: listOf(
    z.union([
      longText,
      z.object({ type: shortText, description: longText.optional(), cborHex: documentText }),
    ]),
  ),
})
export type WitnessesRequest = z.output<typeof witnessesRequest>

/** What mints of a collection are paid from. `lovelace` is null when the studio has no gateway. */
export const funding = z.object({
  address,
  lovelace: lovelace.nullable(),
  /** Part of it is promised to transactions on their way. */
  reserved_lovelace: lovelace.nullable(),
})
export type FundingView = z.output<typeof funding>

/**
 * - `unpaid`: `amount` lovelace are to be paid to `address`, none where it is null; what is there
 *   already is `paid`.
 * - `awaiting_witnesses`, `minting`: paid; the mint `mint_id` says more.
 * - `minted`: the collection is open. `failed`: it can be tried again, once `amount` is null. `impossible`: never.
 */
const royaltyStatuses = [
  'unpaid',
  'awaiting_witnesses',
  'minting',
  'minted',
  'failed',
  'impossible',
] as const

export const royaltyView = z.object({
  status: z.enum(royaltyStatuses),
  /** Whether somebody has confirmed rate and address in words. Before that nothing is to be paid. */
  confirmed: z.boolean(),
  message: longText.nullable(),
  address: address.nullable(),
  amount: lovelace.nullable(),
  paid: lovelace.nullable(),
  payment_link: shortText,
  mint_id: shortText.nullable(),
  tx_id: txId.nullable(),
  confirmations: z.int(),
})
export type RoyaltyView = z.output<typeof royaltyView>

/** The royalty as it was shown to whoever confirms it. */
export const royaltyConfirmation = z.object({ rate: shortText, address: shortText })
export type RoyaltyConfirmation = z.output<typeof royaltyConfirmation>

export const withdrawRequest = z.object({
  /** Who receives all that is free at the collection's payment address. */
  to: shortText.min(1, 'empty, an address is required'),
  /** Only builds it, as for a mint. */
  hold: z.boolean().optional(),
})
export type WithdrawRequest = z.output<typeof withdrawRequest>
