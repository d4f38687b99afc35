import { z } from 'zod'
import { documentText, jsonValue, listOf, recordOf, shortText } from '#values/bounds/bounded.ts'
import { hexOf } from '../fields.ts'
import { assetNameHex, blockHash, wholeAmount, wholeCount } from './wire-fields.ts'

/**
 * The part of the Koios API that Coldpress uses, without deprecated calls. Source: the specification
 * of version 1.4.2, https://api.koios.rest. Every answer is a list: what does not exist is left out.
 */

/** Koios writes what db-sync has as text, also where it is a number. */
const countText = z.union([wholeCount, shortText.regex(/^\d{1,15}$/u).transform(Number)])

/** GET /genesis. */
export const koiosGenesis = z.object({ networkmagic: countText, securityparam: countText })

/** GET /tip. `block_height` is its name since 1.3, `block_no` the one before. Times in Unix seconds. */
export const koiosTip = z
  .object({
    hash: blockHash,
    epoch_no: wholeCount,
    abs_slot: wholeCount,
    block_height: wholeCount.nullish(),
    block_no: wholeCount.nullish(),
    block_time: wholeCount,
  })
  .refine((tip) => (tip.block_height ?? tip.block_no ?? null) !== null, 'block_height: required')

/** An item of GET /blocks and of POST /block_info; only the latter counts confirmations. */
export const koiosBlock = z.object({
  hash: blockHash,
  abs_slot: wholeCount,
  block_height: wholeCount,
  block_time: wholeCount,
  num_confirmations: wholeCount.nullish(),
})

/** GET /epoch_params?_epoch_no=…. */
export const koiosParameters = z.object({
  epoch_no: wholeCount,
  min_fee_a: wholeAmount,
  min_fee_b: wholeAmount,
  max_tx_size: wholeCount,
  max_val_size: wholeAmount,
  key_deposit: wholeAmount,
  pool_deposit: wholeAmount,
  coins_per_utxo_size: wholeAmount,
  min_fee_ref_script_cost_per_byte: z.number().nonnegative().nullish(),
})

const assetList = listOf(
  z.object({
    policy_id: hexOf(28),
    asset_name: assetNameHex.nullish(),
    quantity: wholeAmount,
  }),
).nullish()

const datumAndScript = {
  datum_hash: shortText.nullish(),
  inline_datum: z.unknown().optional(),
  reference_script: z.unknown().optional(),
}

/** An item of POST /address_utxos and of POST /asset_utxos, with `_extended`. */
export const koiosUtxo = z.object({
  tx_hash: blockHash,
  tx_index: wholeCount,
  address: shortText,
  value: wholeAmount,
  asset_list: assetList,
  is_spent: z.boolean().nullish(),
  ...datumAndScript,
})

/** An item of POST /address_txs. It has no index in the block. */
export const koiosAddressTransaction = z.object({ tx_hash: blockHash, block_height: wholeCount })

const output = z.object({
  tx_hash: blockHash,
  tx_index: wholeCount,
  payment_addr: z.object({ bech32: shortText }),
  value: wholeAmount,
  asset_list: assetList,
  ...datumAndScript,
})

/** An item of POST /tx_info. Without `_inputs` there are no inputs. */
export const koiosTransaction = z.object({
  tx_hash: blockHash,
  block_hash: blockHash,
  block_height: wholeCount,
  absolute_slot: wholeCount,
  tx_block_index: wholeCount,
  inputs: listOf(output).nullish(),
  outputs: listOf(output).nullish(),
})

/** An item of POST /tx_status; null: not in a block. */
export const koiosStatus = z.object({
  tx_hash: blockHash,
  num_confirmations: wholeCount.nullable(),
})

/** An item of POST /tx_cbor. */
export const koiosCbor = z.object({
  tx_hash: blockHash,
  cbor: documentText.regex(/^(?:[0-9a-f]{2})+$/iu).nullable(),
})

/** An item of POST /tx_metadata: the metadata by label; null without any. */
export const koiosMetadata = z.object({
  tx_hash: blockHash,
  metadata: recordOf(jsonValue).nullable(),
})

/**
 * GET /asset_history: what minted and burned an asset, newest first. A transaction with metadata under
 * several labels stands there once for each of them.
 */
export const koiosAssetHistory = z.object({
  minting_txs: listOf(
    z.object({
      tx_hash: blockHash,
      quantity: shortText.regex(/^-?\d{1,30}$/u, 'not a whole amount'),
      metadata: listOf(z.object({ key: shortText, json: jsonValue })).nullish(),
    }),
  ),
})

/** An item of GET /policy_asset_list; a burned asset has a supply of 0. */
export const koiosPolicyAsset = z.object({
  asset_name: assetNameHex.nullish(),
  total_supply: wholeAmount,
})

/**
 * The bytes of a request's body that api.koios.rest takes, without and with a token (section "Limits" of
 * the specification). A transaction is the body of POST /submittx.
 */
export const koiosBodyLimits = { public: 1_024, registered: 5_120 } as const
