import { z } from 'zod'
import { documentText, jsonValue, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { hexOf } from '../fields.ts'
import { blockHash as hash, wholeAmount as amount, wholeCount as count } from './wire-fields.ts'

/**
 * The part of the Blockfrost HTTP API that Coldpress uses. Only used fields are required; other
 * fields pass. Servers of other makers omit or null fields, so every dispensable one is `nullish`.
 */

export const blockfrostAmount = z.object({
  /** `lovelace`, or policy ID and asset name in hex without a separator. */
  unit: shortText,
  quantity: amount,
})
export type BlockfrostAmount = z.output<typeof blockfrostAmount>

/** GET /blocks/latest and /blocks/{hash or height}. `time` in Unix seconds. */
export const blockfrostBlock = z.object({
  time: count,
  height: count,
  hash,
  slot: count,
  epoch: count.nullish(),
  epoch_slot: count.nullish(),
  tx_count: count.nullish(),
  size: count.nullish(),
  previous_block: hash.nullish(),
  next_block: hash.nullish(),
  confirmations: count,
})

/** GET /epochs/latest/parameters. */
export const blockfrostParameters = z.object({
  epoch: count,
  min_fee_a: amount,
  min_fee_b: amount,
  max_tx_size: count,
  max_val_size: amount,
  key_deposit: amount,
  pool_deposit: amount,
  coins_per_utxo_size: amount,
  /** Lovelace for each byte of a reference script; some servers leave it out. */
  min_fee_ref_script_cost_per_byte: z.number().nonnegative().nullish(),
})

/** GET /genesis. `system_start` in Unix seconds, `slot_length` in seconds. */
export const blockfrostGenesis = z.object({
  network_magic: count,
  epoch_length: count.nullish(),
  slot_length: z.number().nonnegative().nullish(),
  system_start: count.nullish(),
  security_param: count.min(1).nullish(),
})

const datumAndScript = {
  data_hash: shortText.nullish(),
  inline_datum: documentText.nullish(),
  reference_script_hash: shortText.nullish(),
}

/** An item of GET /addresses/{address}/utxos. */
export const blockfrostUtxo = z.object({
  /** Some servers omit it. It is the requested address then. */
  address: shortText.nullish(),
  tx_hash: hash,
  output_index: count,
  amount: listOf(blockfrostAmount),
  block: hash.nullish(),
  ...datumAndScript,
})

/** An item of GET /addresses/{address}/transactions. `tx_index` is its index in the block. */
export const blockfrostAddressTransaction = z.object({
  tx_hash: hash,
  tx_index: count,
  block_height: count,
  block_time: count.nullish(),
})

/** GET /txs/{hash}. */
export const blockfrostTransaction = z.object({
  hash,
  block: hash,
  block_height: count,
  block_time: count.nullish(),
  slot: count,
  index: count.nullish(),
  fees: amount,
  size: count,
  invalid_before: amount.nullish(),
  invalid_hereafter: amount.nullish(),
  valid_contract: z.boolean().nullish(),
})

const input = z.object({
  address: shortText,
  amount: listOf(blockfrostAmount),
  tx_hash: hash,
  output_index: count,
  /** Collateral and reference inputs are not spent. */
  collateral: z.boolean().nullish(),
  reference: z.boolean().nullish(),
  ...datumAndScript,
})

const output = z.object({
  address: shortText,
  amount: listOf(blockfrostAmount),
  output_index: count,
  collateral: z.boolean().nullish(),
  consumed_by_tx: hash.nullish(),
  ...datumAndScript,
})

/** GET /txs/{hash}/utxos. */
export const blockfrostTransactionUtxos = z.object({
  hash: hash.nullish(),
  inputs: listOf(input),
  outputs: listOf(output),
})

/** GET /txs/{hash}/metadata: one item for each label. */
export const blockfrostMetadata = listOf(z.object({ label: shortText, json_metadata: jsonValue }))

/** GET /txs/{hash}/cbor: the whole transaction. */
export const blockfrostTransactionCbor = z.object({
  cbor: documentText.regex(/^(?:[0-9a-f]{2})+$/iu),
})

/** GET /assets/{unit}. */
export const blockfrostAsset = z.object({
  asset: shortText,
  policy_id: hexOf(28).nullish(),
  asset_name: shortText.nullish(),
  fingerprint: shortText.nullish(),
  /** The current quantity; 0 when all were burned. */
  quantity: amount,
  initial_mint_tx_hash: hash,
  mint_or_burn_count: count,
  onchain_metadata: jsonValue.nullish(),
  onchain_metadata_standard: shortText.nullish(),
})

/** An item of GET /assets/{unit}/addresses. */
export const blockfrostAssetHolder = z.object({ address: shortText, quantity: amount })

/** An item of GET /assets/policy/{policy ID}. */
export const blockfrostPolicyAsset = z.object({ asset: shortText, quantity: amount })

/** GET /metrics: the calls of a project by day. `time` is the day's start in Unix seconds. */
export const blockfrostMetrics = listOf(z.object({ time: count, calls: count }))

/** POST /tx/submit. */
export const blockfrostSubmitted = hash

/** Body of every error: `error` is the status text, `message` the reason. */
export const blockfrostError = z.object({
  status_code: z.int(),
  error: longText,
  message: longText,
})
export type BlockfrostError = z.output<typeof blockfrostError>

/** POST /devnet/fund, which only the devnet has: its test wallet pays `lovelace` to `address`. */
export const devnetFundRequest = z.object({ address: shortText, lovelace: amount })
export type DevnetFundRequest = z.output<typeof devnetFundRequest>
export const devnetFunded = z.object({ tx_hash: hash })

/** GET /devnet/wallet, which only the devnet has: where its test wallet is paid. */
export const devnetWallet = z.object({ address: shortText })
