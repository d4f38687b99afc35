import { hexToBytes } from '@noble/hashes/utils.js'
import type { z } from 'zod'
import {
  koiosAssetHistory,
  koiosBlock,
  koiosCbor,
  koiosMetadata,
  koiosParameters,
  koiosPolicyAsset,
  koiosTip,
  koiosTransaction,
  koiosUtxo,
} from '#contract/gateways/koios.ts'
import { assetMetadataIn, type LabelledMetadata } from '#cardano/asset-metadata.ts'
import { PolicyId, TxId } from '#cardano/ids.ts'
import type { Utxo } from '#cardano/utxo.ts'
import { type Unit, unitOf, type Value } from '#cardano/value.ts'
import type { Block, ChainAsset, ChainTransaction } from '../gateway.ts'
import { believedParameters, perByteOf } from '../parameters.ts'

/** Schemas that parse Koios's rows into Coldpress's types in one step. */

export const tip = koiosTip.transform((row) => ({
  epoch: row.epoch_no,
  block: {
    hash: row.hash,
    height: row.block_height ?? row.block_no ?? 0,
    slot: BigInt(row.abs_slot),
    time: new Date(row.block_time * 1000),
    confirmations: 0,
  } satisfies Block,
}))

/** A block, whose confirmations some calls leave out. */
export const block = koiosBlock.transform((row) => ({
  hash: row.hash,
  height: row.block_height,
  slot: BigInt(row.abs_slot),
  time: new Date(row.block_time * 1000),
  confirmations: row.num_confirmations ?? undefined,
}))

export const parameters = koiosParameters.transform((row, context) => ({
  epoch: row.epoch_no,
  parameters: believedParameters(
    {
      minFeeA: BigInt(row.min_fee_a),
      minFeeB: BigInt(row.min_fee_b),
      coinsPerUtxoByte: BigInt(row.coins_per_utxo_size),
      maxTxBytes: row.max_tx_size,
      maxValueBytes: Number(row.max_val_size),
      keyDeposit: BigInt(row.key_deposit),
      poolDeposit: BigInt(row.pool_deposit),
      referenceScripts: perByteOf(row.min_fee_ref_script_cost_per_byte),
    },
    context,
  ),
}))

type AssetList = z.output<typeof koiosUtxo>['asset_list']

const valueOf = (row: { readonly value: string; readonly asset_list?: AssetList }): Value => {
  const assets = new Map<Unit, bigint>()
  for (const { policy_id: policyId, asset_name: name, quantity } of row.asset_list ?? []) {
    const unit = unitOf(PolicyId(policyId), name ?? '')
    assets.set(unit, (assets.get(unit) ?? 0n) + BigInt(quantity))
  }
  return { lovelace: BigInt(row.value), assets }
}

type Carried = {
  readonly datum_hash?: string | null | undefined
  readonly inline_datum?: unknown
  readonly reference_script?: unknown
}

/** An output's properties beside its value. */
const marksOf = (row: Carried): Pick<Utxo, 'isSpecial' | 'hasReferenceScript'> => {
  const isThere = (part: unknown): boolean => part !== null && part !== undefined
  const hasReferenceScript = isThere(row.reference_script)
  return hasReferenceScript || isThere(row.datum_hash) || isThere(row.inline_datum)
    ? { isSpecial: true, hasReferenceScript }
    : {}
}

export const utxo = koiosUtxo.transform((row): Utxo & { readonly isSpent: boolean } => ({
  txId: TxId(row.tx_hash),
  index: row.tx_index,
  address: row.address,
  value: valueOf(row),
  isSpent: row.is_spent === true,
  ...marksOf(row),
}))

type Output = NonNullable<z.output<typeof koiosTransaction>['outputs']>[number]

const outputOf = (row: Output): Utxo => ({
  txId: TxId(row.tx_hash),
  index: row.tx_index,
  address: row.payment_addr.bech32,
  value: valueOf(row),
  ...marksOf(row),
})

export const transaction = koiosTransaction.transform(
  (row): ChainTransaction & { readonly blockIndex: number } => ({
    txId: TxId(row.tx_hash),
    block: row.block_hash,
    height: row.block_height,
    slot: BigInt(row.absolute_slot),
    blockIndex: row.tx_block_index,
  }),
)

/** Collateral and reference inputs stand in lists of their own. */
export const transactionOutputs = koiosTransaction.transform((row) => ({
  inputs: (row.inputs ?? []).map(outputOf),
  outputs: (row.outputs ?? []).map(outputOf).toSorted((a, b) => a.index - b.index),
}))

export const cbor = koiosCbor.transform((row) =>
  row.cbor === null ? undefined : hexToBytes(row.cbor),
)

export const metadata = koiosMetadata.transform((row) =>
  Object.entries(row.metadata ?? {}).map(([label, json]) => ({ label, json })),
)

/** One mint or burn, with the metadata of all its rows. */
type Minted = { readonly quantity: bigint; readonly metadata: LabelledMetadata[number][] }

export const assetOf = (unit: Unit) =>
  koiosAssetHistory.transform((row): ChainAsset | undefined => {
    const mints = new Map<TxId, Minted>()
    for (const { tx_hash: txId, quantity, metadata: labels } of row.minting_txs) {
      const known = mints.get(TxId(txId)) ?? { quantity: BigInt(quantity), metadata: [] }
      for (const { key, json } of labels ?? []) known.metadata.push({ label: key, json })
      mints.set(TxId(txId), known)
    }
    const firstMintedIn = [...mints.keys()].at(-1)
    if (firstMintedIn === undefined) return undefined
    const newest = [...mints.values()].find(({ quantity }) => quantity > 0n)
    return {
      unit,
      quantity: [...mints.values()].reduce((sum, { quantity }) => sum + quantity, 0n),
      firstMintedIn,
      mintOrBurnCount: mints.size,
      metadata: assetMetadataIn(newest?.metadata ?? [], unit)?.metadata ?? null,
    }
  })

export const policyAssetOf = (policyId: PolicyId) =>
  koiosPolicyAsset.transform((row) => ({
    unit: unitOf(policyId, row.asset_name ?? ''),
    quantity: BigInt(row.total_supply),
  }))
