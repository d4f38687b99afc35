import { hexToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { messageOf } from '#values/errors/errors.ts'
import {
  blockfrostAddressTransaction,
  blockfrostAmount,
  blockfrostAsset,
  blockfrostAssetHolder,
  blockfrostBlock,
  blockfrostGenesis,
  blockfrostMetadata,
  blockfrostParameters,
  blockfrostPolicyAsset,
  blockfrostTransaction,
  blockfrostTransactionCbor,
  blockfrostTransactionUtxos,
  blockfrostUtxo,
} from '#contract/gateways/blockfrost.ts'
import { TxId } from '#cardano/ids.ts'
import type { ProtocolParameters } from '#cardano/parameters.ts'
import type { Utxo } from '#cardano/utxo.ts'
import { Unit, type Value } from '#cardano/value.ts'
import type {
  AddressUse,
  AssetHolder,
  Block,
  ChainAsset,
  ChainOutput,
  ChainTransaction,
} from '../gateway.ts'
import { believedParameters, perByteOf } from '../parameters.ts'

/** Schemas that parse the gateway's responses into Coldpress's types in one step. */

const unit = shortText.transform((text, context) => {
  try {
    return Unit(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: messageOf(error) })
    return z.NEVER
  }
})

/** One unit may stand in the list twice: what it holds is the sum. */
const value = listOf(
  z.union([
    blockfrostAmount.extend({ unit: z.literal('lovelace') }),
    blockfrostAmount.extend({ unit }),
  ]),
).transform((amounts): Value => {
  const assets = new Map<Unit, bigint>()
  let lovelace = 0n
  for (const amount of amounts) {
    const quantity = BigInt(amount.quantity)
    if (amount.unit === 'lovelace') lovelace += quantity
    else assets.set(amount.unit, (assets.get(amount.unit) ?? 0n) + quantity)
  }
  return { lovelace, assets }
})

export const block = blockfrostBlock.transform((wire): Block => ({
  hash: wire.hash,
  height: wire.height,
  slot: BigInt(wire.slot),
  time: new Date(wire.time * 1000),
  confirmations: wire.confirmations,
}))

export const genesis = blockfrostGenesis

export const parameters = blockfrostParameters.transform(
  (wire, context): { readonly epoch: number; readonly parameters: ProtocolParameters } => ({
    epoch: wire.epoch,
    parameters: believedParameters(
      {
        minFeeA: BigInt(wire.min_fee_a),
        minFeeB: BigInt(wire.min_fee_b),
        coinsPerUtxoByte: BigInt(wire.coins_per_utxo_size),
        maxTxBytes: wire.max_tx_size,
        maxValueBytes: Number(wire.max_val_size),
        keyDeposit: BigInt(wire.key_deposit),
        poolDeposit: BigInt(wire.pool_deposit),
        referenceScripts: perByteOf(wire.min_fee_ref_script_cost_per_byte),
      },
      context,
    ),
  }),
)

/** Blockfrost says `null` for none; others leave it out. */
const isThere = (text: string | null | undefined): boolean => text !== null && text !== undefined

type Carried = Readonly<
  Partial<Record<'data_hash' | 'inline_datum' | 'reference_script_hash', string | null | undefined>>
>

/** An output's properties beside its value. */
const marksOf = (wire: Carried): Pick<Utxo, 'isSpecial' | 'hasReferenceScript'> => {
  const hasReferenceScript = isThere(wire.reference_script_hash)
  return hasReferenceScript || isThere(wire.data_hash) || isThere(wire.inline_datum)
    ? { isSpecial: true, hasReferenceScript }
    : {}
}

/** @param asked the address, where the gateway does not repeat it */
export const utxoAt = (asked: string) =>
  blockfrostUtxo.extend({ amount: value }).transform((wire): Utxo => ({
    txId: TxId(wire.tx_hash),
    index: wire.output_index,
    address: wire.address ?? asked,
    value: wire.amount,
    ...marksOf(wire),
  }))

export const addressUse = blockfrostAddressTransaction.transform((wire): AddressUse => ({
  txId: TxId(wire.tx_hash),
  height: wire.block_height,
  index: wire.tx_index,
}))

export const transactionAnswer = blockfrostTransaction.transform((wire): ChainTransaction => ({
  txId: TxId(wire.hash),
  block: wire.block,
  height: wire.block_height,
  slot: BigInt(wire.slot),
}))

export const transactionCbor = blockfrostTransactionCbor.transform(({ cbor }) => hexToBytes(cbor))

const { inputs, outputs } = blockfrostTransactionUtxos.shape

/** Reference and collateral inputs are not spent, so they are left out. */
export const chainOutputsOf = (txId: TxId) =>
  z
    .object({
      inputs: listOf(inputs.element.extend({ amount: value })),
      outputs: listOf(outputs.element.extend({ amount: value })),
    })
    .transform((wire) => ({
      inputs: wire.inputs
        .filter(({ collateral, reference }) => collateral !== true && reference !== true)
        .map((input): ChainOutput => ({
          txId: TxId(input.tx_hash),
          index: input.output_index,
          address: input.address,
          value: input.amount,
        })),
      outputs: wire.outputs
        .filter(({ collateral }) => collateral !== true)
        .map((output): ChainOutput => ({
          txId,
          index: output.output_index,
          address: output.address,
          value: output.amount,
          ...marksOf(output),
        })),
    }))

export const metadata = blockfrostMetadata.transform((wire) =>
  wire.map(({ label, json_metadata }) => ({ label, json: json_metadata })),
)

export const asset = blockfrostAsset.extend({ asset: unit }).transform((wire): ChainAsset => ({
  unit: wire.asset,
  quantity: BigInt(wire.quantity),
  firstMintedIn: TxId(wire.initial_mint_tx_hash),
  mintOrBurnCount: wire.mint_or_burn_count,
  metadata: wire.onchain_metadata ?? null,
}))

export const assetHolder = blockfrostAssetHolder.transform((wire): AssetHolder => ({
  address: wire.address,
  quantity: BigInt(wire.quantity),
}))

export const policyAsset = blockfrostPolicyAsset
  .extend({ asset: unit })
  .transform((wire) => ({ unit: wire.asset, quantity: BigInt(wire.quantity) }))
