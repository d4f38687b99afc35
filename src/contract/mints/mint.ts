import { z } from 'zod'
import { documentText, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { hexOf, payableAddress, warnings } from '../fields.ts'
import { finality } from './finality.ts'
import { scriptJson } from '../policies/script.ts'
import { exampleAddress, exampleIds } from '../examples.ts'
import {
  exampleEstimate,
  exampleMint,
  exampleMintRequest,
  exampleRoyalty,
  exampleWitness,
} from './examples.ts'

/**
 * Minting for own use: the creator pays and names the receivers. Not part of the original
 * interface.
 */

const tokenIds = listOf(shortText).min(1, 'no token, at least one required')

/** A week: enough to carry a transaction between machines. */
const longestSeconds = 7 * 24 * 60 * 60

export const validForSeconds = z
  .int()
  .min(60, 'below 60 seconds')
  .max(longestSeconds, `above ${longestSeconds}, a week`)
  .optional()

export const mintRequest = z
  .object({
    /** Ids, or every token of the collection that is neither minted nor reserved. */
    tokens: z.union([z.literal('all'), tokenIds]),
    /** One address for all, or the receiver of each of `tokens`. */
    to: z.union([
      payableAddress,
      listOf(z.object({ address: payableAddress, tokens: tokenIds })).min(
        1,
        'nobody, at least one',
      ),
    ]),
    /**
     * `own` (default): the collection's payment key in the vault. Or an address whose owner signs
     * elsewhere.
     */
    // One that is empty is an error of the field `funding`, which names what to do.
    funding: z
      .union([
        z.literal('own'),
        z.object({ address: shortText.meta({ ...payableAddress.meta() }) }),
      ])
      .optional(),
    /**
     * Key hashes that will sign for the policy. Default: as few as suffice, those in the vault first.
     */
    signers: listOf(hexOf(28)).min(1, 'nobody, at least one').optional(),
    /** Time to sign and send, at most until the policy locks. Default: two hours. */
    valid_for_seconds: validForSeconds,
    /**
     * The royalty as it was shown to the user and confirmed: its token is minted first, in the same
     * round. Only for a collection whose royalty token is not minted yet.
     */
    royalty: z.object({ rate: shortText, address: shortText }).optional(),
    /**
     * Only builds the mint: nothing is signed before its release, and a cancelled one leaves no trace
     * on chain.
     */
    hold: z.boolean().optional(),
  })
  .meta({ id: 'MintRequest', examples: [exampleMintRequest] })
export type MintRequest = z.output<typeof mintRequest>

/** Destroys minted tokens, for good. The policy signs, and the owners of the addresses. */
export const burnRequest = mintRequest
  .pick({ funding: true, signers: true, valid_for_seconds: true, hold: true })
  .extend({
    tokens: tokenIds,
    /** Where the tokens lie. Default: the collection's payment address. */
    addresses: listOf(payableAddress)
      .min(1, 'none, at least one required')
      .max(limits.addressesPerBurn, `above ${limits.addressesPerBurn} addresses`)
      .optional(),
  })
  .meta({ id: 'BurnRequest', examples: [{ tokens: [exampleIds.token] }] })
export type BurnRequest = z.output<typeof burnRequest>

/** Builds a mint or burn again whose time ended before all of it was on chain. */
export const rebuildRequest = z
  .object({
    /** Default: as before. */
    valid_for_seconds: validForSeconds,
    /** As for a mint. */
    hold: z.boolean().optional(),
  })
  .meta({ id: 'RebuildRequest', examples: [{ valid_for_seconds: 7_200 }] })
export type RebuildRequest = z.output<typeof rebuildRequest>

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
 * - `awaiting_witnesses`: signatures are missing; `missing` lists their keys.
 * - `ready`, `sent`: fully signed; not in a block yet.
 * - `in_block`: on chain, with fewer confirmations than required.
 * - `confirmed`: done. Final, so that no rollback reaches it, once `confirmations` is at `final_after`.
 * - `rejected`: by the ledger. `missing`: its validity ended before it reached
 *   a block.
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
  /** The whole transaction in hex, with the witnesses so far. */
  cbor: documentText,
  fee: lovelace,
  /** Bytes; known once all signatures are there. */
  size: z.int(),
  inputs: listOf(input),
  outputs: listOf(output),
  valid_until: shortText,
  valid_until_slot: z.int(),
  status: z.enum(mintTransactionStatuses),
  confirmations: z.int(),
  /** Blocks on a confirmed one that make it final; null before that is known. */
  final_after: z.int().nullish(),
  block_height: z.int().nullable(),
  required_signers: listOf(shortText),
  signed_by: listOf(shortText),
  missing: listOf(shortText),
  /** Why it is stopped; null while it goes on. */
  message: longText.nullable(),
})

/**
 * - `awaiting_witnesses`: waits for signatures.
 * - `submitting`: not in a block yet. `minting`: on chain, waits for confirmations.
 * - `completed`; `failed`: some of its transactions can never be on chain, and their tokens are
 *   free again.
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

/** What a mint or a burn would ask now. Nothing is stored. Amounts in lovelace. */
export const mintEstimate = z
  .object({
    tokens: z.int(),
    transactions: z.int(),
    /** What the payer is left without: `with_tokens` and `fees`. */
    total: lovelace,
    /**
     * Minimum ADA of the outputs with the tokens; it goes to whoever receives them. Of a burn: what is
     * added to the outputs that go back.
     */
    with_tokens: lovelace,
    fees: lovelace,
    /** The address that pays. */
    address,
    /** What one more payment to `address` must hold, so that the mint can be built; 0 if it can be now. */
    missing: lovelace,
    /** What is at `address` afterwards, of what is there and `missing`. */
    left: lovelace,
  })
  .meta({ id: 'MintEstimate', examples: [exampleEstimate] })
export type MintEstimate = z.output<typeof mintEstimate>

/**
 * The fee and deposit parameters used, for clients that check the transactions without a network.
 */
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

/**
 * A withdrawal mints nothing: it sends the collection's balance to another address. A burn destroys
 * minted tokens; the `address` of each is where it lay.
 */
export const mintKinds = ['tokens', 'royalty', 'withdrawal', 'sale', 'refund', 'burn'] as const
export type MintKind = (typeof mintKinds)[number]

/**
 * - `vault_locked`: the user must unlock it. `keychain_unreachable`: it does not answer at the
 *   moment.
 * - `key_missing`: the vault no longer has the key. `failed`: `message` gives the reason.
 */
export const signingReasons = [
  'vault_locked',
  'keychain_unreachable',
  'key_missing',
  'failed',
] as const
export type SigningReason = (typeof signingReasons)[number]

/** Why a signature of the studio's own vault is missing, and since when. */
export const signingBlock = z.object({
  reason: z.enum(signingReasons),
  since: shortText,
  message: longText,
})
export type SigningBlock = z.output<typeof signingBlock>

export const mint = z
  .object({
    id: shortText,
    collection_id: shortText,
    kind: z.enum(mintKinds),
    /** Its first transaction mints the collection's royalty token, and the others depend on it. */
    with_royalty: z.boolean().optional(),
    /** The mint whose time ended, and in whose place this one was built. */
    replaces: shortText.nullish(),
    /** The mint that was built in the place of this one: signatures over this one are worth nothing. */
    replaced_by: shortText.nullish(),
    status: z.enum(mintStatuses),
    /** Built and shown, but not signed before the user releases it. */
    held: z.boolean().optional(),
    message: longText.nullable(),
    /** Those of `missing` that the studio's own vault will sign with. */
    missing_here: listOf(shortText).optional(),
    /** Null while no signature of the studio's own vault is missing. */
    signing_blocked: signingBlock.nullish(),
    /** The key of the sale's address, where it is in a wallet that is on another computer. */
    payment_key: z.object({ key_hash: shortText, wallet: shortText, index: z.int() }).nullish(),
    funding_address: address,
    policy_id: shortText,
    script: scriptJson,
    parameters: mintParameters,
    tokens: listOf(z.object({ id: shortText, asset_name: shortText, address, tx_id: txId })),
    transactions: listOf(mintTransaction),
    warnings,
    created_at: shortText,
    updated_at: shortText,
  })
  .meta({ id: 'Mint', examples: [exampleMint] })
export type Mint = z.output<typeof mint>
export type MintTransaction = z.output<typeof mintTransaction>

/**
 * The bodies, in hex, of the transactions that made a mint's inputs. The Blake2b-256 hash of a body
 * is the transaction's id and so proves its outputs. Transactions that the chain does not have are
 * left out.
 */
export const mintParents = z
  .object({
    parents: listOf(longText.max(2 * 8 * limits.transactionBytes)).max(limits.mintParents),
  })
  .meta({ id: 'MintParents', examples: [{ parents: ['a400818258208a2f…'] }] })

/** A witness as CBOR in hex, or as a cardano-cli witness file. */
export const witnessesRequest = z
  .object({
    /** May be empty: the studio then asks its vault again. */
    witnesses: listOf(
      z.union([
        longText,
        z.object({ type: shortText, description: longText.optional(), cborHex: documentText }),
      ]),
    ),
  })
  .meta({ id: 'WitnessesRequest', examples: [{ witnesses: [exampleWitness] }] })
export type WitnessesRequest = z.output<typeof witnessesRequest>

/** What a collection's mints are paid from. `lovelace` is null when the studio has no gateway. */
export const funding = z
  .object({
    address,
    lovelace: lovelace.nullable(),
    /** The part reserved for transactions that are not final. */
    reserved_lovelace: lovelace.nullable(),
  })
  .meta({
    id: 'Funding',
    examples: [{ address: exampleAddress, lovelace: 50_000_000, reserved_lovelace: 0 }],
  })
export type FundingView = z.output<typeof funding>

/**
 * - `unpaid`: `amount` lovelace must be paid to `address` (null: no address yet); `paid` has
 *   arrived.
 * - `awaiting_witnesses`, `minting`: paid; see the mint `mint_id`.
 * - `minted`: the collection is open. `failed`: can be tried again once `amount` is null.
 *   `impossible`: final.
 * - `not_read`: without a gateway nobody knows whether the policy has a royalty token already.
 */
const royaltyStatuses = [
  'unpaid',
  'awaiting_witnesses',
  'minting',
  'minted',
  'failed',
  'impossible',
  'not_read',
] as const

/** The royalty as it was shown to the user. */
export const royaltyConfirmation = z.object({ rate: shortText, address: shortText })
export type RoyaltyConfirmation = z.output<typeof royaltyConfirmation>

export const royaltyView = z
  .object({
    status: z.enum(royaltyStatuses),
    /** Whether the user has confirmed rate and address. Before that nothing should be paid. */
    confirmed: z.boolean(),
    message: longText.nullable(),
    /** What the royalty token says on chain; absent before it is minted and was read. */
    on_chain: royaltyConfirmation.optional(),
    address: address.nullable(),
    amount: lovelace.nullable(),
    paid: lovelace.nullable(),
    /** What becomes of `amount` and `paid`; null where nothing is asked for. */
    cost: z
      .object({
        /** Goes to whoever receives the royalty token. */
        with_token: lovelace,
        fee: lovelace,
        /** Stays at `address` and pays for mints. */
        left: lovelace,
      })
      .nullish(),
    payment_link: shortText,
    /** Seconds to sign its transaction once it is paid for; null for the usual time. */
    valid_for_seconds: z.int().nullish(),
    mint_id: shortText.nullable(),
    tx_id: txId.nullable(),
    confirmations: z.int(),
    finality: finality.nullish(),
    warnings,
  })
  .meta({ id: 'Royalty', examples: [exampleRoyalty] })
export type RoyaltyView = z.output<typeof royaltyView>

export const royaltyConfirmationRequest = royaltyConfirmation
  .extend({
    /** Time to sign and send its token once it is paid for. Default: what was chosen before, or two hours. */
    valid_for_seconds: validForSeconds,
  })
  .meta({ id: 'RoyaltyConfirmation', examples: [{ rate: '0.05', address: exampleAddress }] })
export type RoyaltyConfirmationRequest = z.output<typeof royaltyConfirmationRequest>

export const withdrawRequest = z
  .object({
    /** Receiver of everything unreserved at the collection's payment address. */
    to: payableAddress,
    /** Only builds the withdrawal, as for a mint. */
    hold: z.boolean().optional(),
  })
  .meta({ id: 'WithdrawRequest', examples: [{ to: exampleAddress }] })
export type WithdrawRequest = z.output<typeof withdrawRequest>
