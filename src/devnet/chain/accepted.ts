import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { refText, type OutputRef } from '#cardano/utxo.ts'
import { policyOf } from '#cardano/value.ts'
import type { Database } from '#platform/db/database.ts'
import type { UnspentOutput } from '../ledger/validate.ts'
import type { Transaction, LedgerOutput } from '../ledger/transaction.ts'
import { addressParts } from './address-parts.ts'
import { writeAssets } from './columns.ts'

const cborRow = z.object({ cbor: z.instanceof(Uint8Array) })

/** The named outputs that exist and are not spent by an accepted transaction. */
export const unspentOf = (
  database: Database,
  refs: readonly OutputRef[],
): readonly UnspentOutput[] => {
  const distinct = new Map(refs.map((ref) => [refText(ref), ref]))
  return [...distinct.values()].flatMap((ref) => {
    const found = database.get(
      cborRow,
      `SELECT cbor FROM outputs
       WHERE tx_id = :txId AND output_index = :index AND spent_by IS NULL`,
      { txId: ref.txId, index: ref.index },
    )
    return found === undefined ? [] : [{ ref, cbor: found.cbor }]
  })
}

/** Stores an accepted transaction, without a block yet. */
export const addAccepted = (database: Database, transaction: Transaction): void => {
  const { id, cbor, fee, invalidBefore, invalidHereafter, metadata } = transaction
  database.insert('transactions', {
    id,
    cbor,
    fee,
    invalid_before: invalidBefore,
    invalid_hereafter: invalidHereafter,
    metadata: JSON.stringify(metadata),
  })
  addInputs(database, transaction)
  for (const [index, output] of transaction.outputs.entries())
    addOutput(database, { txId: id, index }, output, null)
  database.run(
    `INSERT INTO uses (address, tx_id)
     SELECT address, :id FROM outputs WHERE tx_id = :id OR spent_by = :id GROUP BY address`,
    { id },
  )
  for (const [unit, quantity] of transaction.mint)
    database.insert('asset_mints', { tx_id: id, unit, policy_id: policyOf(unit), quantity })
  for (const { label } of metadata)
    database.run(
      `INSERT INTO metadata_labels (label, transaction_seq)
       SELECT :label, seq FROM transactions WHERE id = :id`,
      { label, id },
    )
}

const addInputs = (database: Database, { id, inputs, references }: Transaction): void => {
  const add = (refs: readonly OutputRef[], is_reference: boolean): void => {
    for (const [position, { txId, index }] of refs.entries())
      database.insert('inputs', {
        tx_id: id,
        is_reference,
        position,
        source_id: txId,
        source_index: index,
      })
  }
  add(inputs, false)
  add(references, true)
  for (const { txId, index } of inputs)
    database.update('outputs', { spent_by: id }, { tx_id: txId, output_index: index })
}

/** @param createdHeight null while its transaction waits for a block */
export const addOutput = (
  database: Database,
  { txId, index }: OutputRef,
  output: LedgerOutput,
  createdHeight: number | null,
): void => {
  database.insert('outputs', {
    tx_id: txId,
    output_index: index,
    address: output.address,
    lovelace: output.value.lovelace,
    assets: writeAssets(output.value.assets),
    cbor: output.cbor,
    data_hash: output.dataHash,
    inline_datum: output.inlineDatum,
    script_hash: output.scriptHash,
    created_height: createdHeight,
  })
  for (const [unit, quantity] of output.value.assets)
    database.run(
      `INSERT INTO output_assets (output, unit, quantity)
       SELECT seq, :unit, :quantity FROM outputs
       WHERE tx_id = :txId AND output_index = :index`,
      { txId, index, unit, quantity: String(quantity) },
    )
  addAddress(database, output.address)
}

const addAddress = (database: Database, address: string): void => {
  const { payment, isScript, stakeAddress } = addressParts(address)
  database.insert(
    'addresses',
    { address, payment, is_script: isScript, stake_address: stakeAddress },
    'ON CONFLICT DO NOTHING',
  )
}

const addressRow = z.object({ address: shortText })

/** Adds the addresses of a chain that is older than the table of addresses. */
export const addMissingAddresses = (database: Database): void => {
  const missing = database.all(
    addressRow,
    'SELECT DISTINCT address FROM outputs WHERE address NOT IN (SELECT address FROM addresses)',
  )
  for (const { address } of missing) addAddress(database, address)
}

const idRow = z.object({ id: shortText })

/** Takes a transaction away as if it had never been sent, and first all that build on it. */
export const dropTransaction = (database: Database, id: string): void => {
  const dependents = database.all(
    idRow,
    'SELECT DISTINCT tx_id AS id FROM inputs WHERE source_id = :id',
    { id },
  )
  for (const dependent of dependents) dropTransaction(database, dependent.id)
  database.run('DELETE FROM outputs WHERE tx_id = :id', { id })
  database.run('UPDATE outputs SET spent_by = NULL, spent_height = NULL WHERE spent_by = :id', {
    id,
  })
  database.run('DELETE FROM transactions WHERE id = :id', { id })
}

const waitingRow = z.object({ bytes: z.int() })

/** Bytes of all transactions that wait for a block. */
export const waitingBytes = (database: Database): number =>
  database.get(
    waitingRow,
    'SELECT coalesce(sum(length(cbor)), 0) AS bytes FROM transactions WHERE height IS NULL',
  )?.bytes ?? 0
