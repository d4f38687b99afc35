import { z } from 'zod'
import { shortText } from '#shared/bounded.ts'
import { refText, type OutputRef } from '#core/cardano/utxo.ts'
import { policyOf } from '#core/cardano/value.ts'
import type { Database } from '#core/db/database.ts'
import type { UnspentOutput } from '../ledger/validate.ts'
import type { Transaction, TransactionOutput } from '../ledger/transaction.ts'
import { writeAssets } from './columns.ts'

const cborRow = z.object({ cbor: z.instanceof(Uint8Array) })

/** Those of the named outputs that exist and that no accepted transaction spends. */
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

/** Writes a transaction that the ledger took, without a block as yet. */
export const addAccepted = (database: Database, transaction: Transaction): void => {
  const { id, fee, invalidBefore, invalidHereafter } = transaction
  database.run(
    `INSERT INTO transactions (id, cbor, fee, invalid_before, invalid_hereafter, metadata)
     VALUES (:id, :cbor, :fee, :invalidBefore, :invalidHereafter, :metadata)`,
    {
      id,
      cbor: transaction.cbor,
      fee: String(fee),
      invalidBefore: invalidBefore === undefined ? null : String(invalidBefore),
      invalidHereafter: invalidHereafter === undefined ? null : String(invalidHereafter),
      metadata: JSON.stringify(transaction.metadata),
    },
  )
  addInputs(database, transaction)
  for (const [index, output] of transaction.outputs.entries())
    addOutput(database, { txId: id, index }, output, null)
  database.run(
    `INSERT INTO uses (address, tx_id)
     SELECT address, :id FROM outputs WHERE tx_id = :id OR spent_by = :id GROUP BY address`,
    { id },
  )
  for (const [unit, quantity] of transaction.mint)
    database.run(
      `INSERT INTO asset_mints (tx_id, unit, policy_id, quantity)
       VALUES (:id, :unit, :policyId, :quantity)`,
      { id, unit, policyId: policyOf(unit), quantity: String(quantity) },
    )
}

const addInputs = (database: Database, { id, inputs, references }: Transaction): void => {
  const add = (refs: readonly OutputRef[], isReference: 0 | 1): void => {
    for (const [position, { txId, index }] of refs.entries())
      database.run(
        `INSERT INTO inputs (tx_id, is_reference, position, source_id, source_index)
         VALUES (:id, :isReference, :position, :txId, :index)`,
        { id, isReference, position, txId, index },
      )
  }
  add(inputs, 0)
  add(references, 1)
  for (const { txId, index } of inputs)
    database.run(
      'UPDATE outputs SET spent_by = :id WHERE tx_id = :txId AND output_index = :index',
      { id, txId, index },
    )
}

/** @param createdHeight null while its transaction waits for a block */
export const addOutput = (
  database: Database,
  { txId, index }: OutputRef,
  output: TransactionOutput,
  createdHeight: number | null,
): void => {
  database.run(
    `INSERT INTO outputs (tx_id, output_index, address, lovelace, assets, cbor, data_hash,
                          inline_datum, script_hash, created_height)
     VALUES (:txId, :index, :address, :lovelace, :assets, :cbor, :dataHash,
             :inlineDatum, :scriptHash, :createdHeight)`,
    {
      txId,
      index,
      createdHeight,
      address: output.address,
      lovelace: String(output.value.lovelace),
      assets: writeAssets(output.value.assets),
      cbor: output.cbor,
      dataHash: output.dataHash,
      inlineDatum: output.inlineDatum,
      scriptHash: output.scriptHash,
    },
  )
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
