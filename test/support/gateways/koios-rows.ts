import { bytesToHex } from '@noble/hashes/utils.js'
import { fingerprintOf } from '#cardano/fingerprint.ts'
import { PolicyId } from '#cardano/ids.ts'
import { scriptFromCbor, scriptToJson } from '#cardano/scripts.ts'
import { nameHexOf, policyOf, type Unit } from '#cardano/value.ts'
import { addressParts } from '#devnet/chain/address-parts.ts'
import { blockAt, type BlockRow } from '#devnet/chain/blocks.ts'
import { inputsOf } from '#devnet/chain/find-outputs.ts'
import { scriptWithHash } from '#devnet/chain/find-scripts.ts'
import { transactionWithId } from '#devnet/chain/find-transactions.ts'
import { protocolParameters } from '#devnet/protocol-parameters.ts'
import { epochOf, epochSlots, secondsOf } from '#devnet/routes/slots.ts'
import type { Database } from '#platform/db/database.ts'
import { allOutputs, type ChainOutputRow } from './chain.ts'

/*
 * The rows of Koios 1.4.2 with every column that its queries return, and no other. Source:
 * https://github.com/cardano-community/koios-artifacts/tree/6e54441/files/grest/rpc, one file a function.
 * A devnet has no pools: what its blocks say of theirs is made up.
 */

export type KoiosRow = Readonly<Record<string, unknown>>

const era = 'Conway'

/** `01_blockchain/tip.sql`; `block_no` is the deprecated name of the height. */
export const tipRow = ({ hash, height, slot }: BlockRow): KoiosRow => ({
  hash,
  epoch_no: epochOf(slot),
  era,
  abs_slot: slot,
  epoch_slot: slot % epochSlots,
  block_height: height,
  block_no: height,
  block_time: secondsOf(slot),
})

/** `01_blockchain/genesis.sql`: all text but the start. */
export const genesisRow = (magic: number): KoiosRow => ({
  networkmagic: String(magic),
  networkid: 'Testnet',
  activeslotcoeff: '0.05',
  updatequorum: '5',
  maxlovelacesupply: '45000000000000000',
  epochlength: String(epochSlots),
  systemstart: secondsOf(0),
  slotsperkesperiod: '129600',
  slotlength: '1',
  maxkesrevolutions: '62',
  securityparam: '12',
  alonzogenesis: '{}',
})

/** `epoch/epoch_params.sql`, which names some parameters otherwise than Blockfrost. */
export const parametersRow = (epoch: number, blockHash: string): KoiosRow => {
  const {
    epoch: _epoch,
    max_block_header_size,
    e_max,
    n_opt,
    a0,
    rho,
    tau,
    decentralisation_param,
    protocol_major_ver,
    protocol_minor_ver,
    min_utxo,
    coins_per_utxo_word: _word,
    pvt_p_p_security_group: _group,
    cost_models_raw: cost_models,
    ...same
  } = protocolParameters
  return {
    ...same,
    epoch_no: epoch,
    era,
    max_bh_size: max_block_header_size,
    max_epoch: e_max,
    optimal_pool_count: n_opt,
    influence: a0,
    monetary_expand_rate: rho,
    treasury_growth_rate: tau,
    decentralisation: decentralisation_param,
    protocol_major: protocol_major_ver,
    protocol_minor: protocol_minor_ver,
    min_utxo_value: min_utxo,
    block_hash: blockHash,
    cost_models,
    max_tx_ex_mem: Number(same.max_tx_ex_mem),
    max_tx_ex_steps: Number(same.max_tx_ex_steps),
    max_block_ex_mem: Number(same.max_block_ex_mem),
    max_block_ex_steps: Number(same.max_block_ex_steps),
    max_val_size: Number(same.max_val_size),
    committee_min_size: Number(same.committee_min_size),
    committee_max_term_length: Number(same.committee_max_term_length),
    gov_action_lifetime: Number(same.gov_action_lifetime),
    drep_activity: Number(same.drep_activity),
  }
}

/** `blocks/blocks.sql`. */
export const blockRow = (block: BlockRow): KoiosRow => ({
  hash: block.hash,
  epoch_no: epochOf(block.slot),
  abs_slot: block.slot,
  epoch_slot: block.slot % epochSlots,
  block_height: block.height,
  block_size: block.size,
  block_time: secondsOf(block.slot),
  tx_count: block.tx_count,
  vrf_key: 'vrf_vk1ny8dyz3pa9u7v7h8l5evsmxxjq07dk6j5uda60lxe3zsya5ea20s2c6jph',
  pool: null,
  proto_major: 11,
  proto_minor: 0,
  op_cert_counter: 0,
  parent_hash: block.previous_hash,
})

/** `blocks/block_info.sql`. */
export const blockInfoRow = (database: Database, block: BlockRow): KoiosRow => ({
  ...blockRow(block),
  era,
  op_cert: '00'.repeat(32),
  total_output: null,
  total_fees: null,
  num_confirmations: block.tip_height - block.height,
  child_hash: blockAt(database, block.height + 1)?.hash ?? null,
})

export const fingerprintIn = (unit: Unit): string =>
  fingerprintOf(PolicyId(policyOf(unit)), nameHexOf(unit))

const assetRows = ({ assets }: Pick<ChainOutputRow, 'assets'>): readonly KoiosRow[] =>
  [...assets].map(([unit, quantity]) => ({
    policy_id: policyOf(unit),
    asset_name: nameHexOf(unit),
    fingerprint: fingerprintIn(unit),
    decimals: 0,
    quantity: String(quantity),
  }))

/** @param value of a datum; nothing here decodes one */
const datumRow = (bytes: string | null, value: object = {}): KoiosRow | null =>
  bytes === null ? null : { bytes, value }

const scriptRow = (database: Database, hash: string | null): KoiosRow | null => {
  const script = hash === null ? undefined : scriptWithHash(database, hash)
  if (script === undefined) return null
  const bytes = bytesToHex(script.cbor)
  const isNative = script.language === 'timelock'
  return {
    hash,
    bytes: isNative ? null : bytes,
    value: isNative ? scriptToJson(scriptFromCbor(bytes)) : null,
    type: script.language,
    size: isNative ? null : script.cbor.length,
  }
}

/** `address/address_utxos.sql` and `assets/asset_utxos.sql`. */
export const utxoRow = (
  database: Database,
  row: ChainOutputRow,
  isExtended: boolean,
): KoiosRow => ({
  tx_hash: row.tx_id,
  tx_index: row.output_index,
  address: row.address,
  value: String(row.lovelace),
  stake_address: addressParts(row.address).stakeAddress,
  payment_cred: addressParts(row.address).payment,
  epoch_no: epochOf(row.slot),
  block_height: row.height,
  block_time: secondsOf(row.slot),
  datum_hash: row.data_hash,
  inline_datum: isExtended ? datumRow(row.inline_datum) : null,
  reference_script: isExtended ? scriptRow(database, row.script_hash) : null,
  asset_list: isExtended ? assetRows(row) : null,
  is_spent: false,
})

/** What a transaction is asked for: the rest of its lists is empty. */
type KoiosFlags = Readonly<Record<'inputs' | 'assets' | 'scripts', boolean>>

/** `transactions/tx_info.sql`. Without `_assets` the outputs look as if they held no tokens. */
export const transactionRows = (
  database: Database,
  id: string,
  flags: KoiosFlags,
): readonly KoiosRow[] => {
  const found = transactionWithId(database, id)
  if (found === undefined) return []
  const outputs = allOutputs(database).filter((row) => row.tx_id === id)
  const output = (row: ReturnType<typeof inputsOf>[number] | ChainOutputRow): KoiosRow => ({
    payment_addr: { bech32: row.address, cred: addressParts(row.address).payment },
    stake_addr: addressParts(row.address).stakeAddress,
    tx_hash: row.tx_id,
    tx_index: row.output_index,
    value: String(row.lovelace),
    datum_hash: row.data_hash,
    inline_datum: flags.scripts ? datumRow(row.inline_datum) : null,
    reference_script: flags.scripts ? scriptRow(database, row.script_hash) : null,
    asset_list: flags.assets ? assetRows(row) : [],
  })
  const inputs = flags.inputs ? inputsOf(database, id) : []
  return [
    {
      tx_hash: id,
      block_hash: found.block_hash,
      block_height: found.height,
      epoch_no: epochOf(found.slot),
      epoch_slot: found.slot % epochSlots,
      absolute_slot: found.slot,
      tx_timestamp: secondsOf(found.slot),
      tx_block_index: found.position,
      tx_size: found.cbor.length,
      total_output: String(outputs.reduce((sum, { lovelace }) => sum + lovelace, 0n)),
      fee: String(found.fee),
      treasury_donation: '0',
      deposit: '0',
      invalid_before: null,
      invalid_after: null,
      valid_contract: true,
      collateral_inputs: [],
      collateral_output: null,
      reference_inputs: inputs.filter((input) => input.is_reference).map(output),
      inputs: inputs.filter((input) => !input.is_reference).map(output),
      outputs: outputs.map(output),
      withdrawals: [],
      assets_minted: [],
      metadata: null,
      certificates: [],
      native_scripts: [],
      plutus_contracts: [],
      voting_procedures: [],
      proposal_procedures: [],
    },
  ]
}

/** `transactions/tx_cbor.sql`. */
export const cborRows = (database: Database, id: string): readonly KoiosRow[] => {
  const found = transactionWithId(database, id)
  if (found === undefined) return []
  return [
    {
      tx_hash: id,
      block_hash: found.block_hash,
      block_height: found.height,
      epoch_no: epochOf(found.slot),
      absolute_slot: found.slot,
      tx_timestamp: secondsOf(found.slot),
      cbor: bytesToHex(found.cbor),
      valid_contract: true,
    },
  ]
}
