import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import {
  blockfrostMetadata,
  blockfrostSubmitted,
  blockfrostTransaction,
  blockfrostTransactionCbor,
  blockfrostTransactionUtxos,
} from '#contract/gateways/blockfrost.ts'
import { sumOf } from '#cardano/value.ts'
import type { Chain } from '../chain/chain.ts'
import { mintsIn } from '../chain/find-assets.ts'
import { inputsOf, outputsOf } from '../chain/find-outputs.ts'
import { type TransactionRow, transactionWithId } from '../chain/find-transactions.ts'
import { type DevnetApp, notFound } from './app-type.ts'
import { amountsOf, outputView } from './amounts.ts'
import { secondsOf } from './slots.ts'
import { contentPolicy, transactionPage, unknownPage } from '../page/transaction-page.ts'

const transactionParams = z.object({
  hash: shortText.regex(/^[0-9a-f]{64}$/u, 'Invalid or malformed transaction hash.'),
})

export const addTransactionRoutes = (app: DevnetApp, chain: Chain): void => {
  const { database } = chain
  const known = (hash: string): TransactionRow => {
    const transaction = transactionWithId(database, hash)
    if (transaction === undefined) throw notFound()
    return transaction
  }
  const schema = <T extends z.ZodType>(response: T) => ({
    schema: { params: transactionParams, response: { 200: response } },
  })
  app.get('/txs/:hash', schema(blockfrostTransaction), async ({ params }) =>
    transactionView(chain, known(params.hash)),
  )
  app.get('/txs/:hash/utxos', schema(blockfrostTransactionUtxos), async ({ params }) =>
    utxosView(chain, known(params.hash)),
  )
  app.get('/txs/:hash/metadata', schema(blockfrostMetadata), async ({ params }) =>
    known(params.hash).metadata.map(({ label, json }) => ({ label, json_metadata: json })),
  )
  app.get('/txs/:hash/cbor', schema(blockfrostTransactionCbor), async ({ params }) => ({
    cbor: bytesToHex(known(params.hash).cbor),
  }))
  app.post(
    '/tx/submit',
    { schema: { body: z.instanceof(Uint8Array), response: { 200: blockfrostSubmitted } } },
    async ({ body }, reply) => {
      // Fastify sends a string without quotes; Blockfrost quotes the id.
      const id = JSON.stringify(chain.submit(body))
      return reply.type('application/json; charset=utf-8').send(id)
    },
  )
}

/** Counts of things that the devnet does not have are 0. */
const transactionView = ({ database }: Chain, transaction: TransactionRow) => {
  const outputs = outputsOf(database, transaction.id)
  const inputs = inputsOf(database, transaction.id)
  const { invalid_before: start, invalid_hereafter: end } = transaction
  return {
    hash: transaction.id,
    block: transaction.block_hash,
    block_height: transaction.height,
    block_time: secondsOf(transaction.slot),
    slot: transaction.slot,
    index: transaction.position,
    output_amount: amountsOf(sumOf(outputs)),
    fees: String(transaction.fee),
    deposit: '0',
    size: transaction.cbor.length,
    invalid_before: start === null ? null : String(start),
    invalid_hereafter: end === null ? null : String(end),
    utxo_count: inputs.length + outputs.length,
    withdrawal_count: 0,
    mir_cert_count: 0,
    delegation_count: 0,
    stake_cert_count: 0,
    pool_update_count: 0,
    pool_retire_count: 0,
    asset_mint_or_burn_count: mintsIn(database, transaction.id).length,
    redeemer_count: 0,
    valid_contract: true,
    treasury_donation: '0',
  }
}

const utxosView = ({ database }: Chain, { id }: TransactionRow) => ({
  hash: id,
  inputs: inputsOf(database, id).map((input) => ({
    ...outputView(input),
    tx_hash: input.tx_id,
    collateral: false,
    reference: input.is_reference,
  })),
  outputs: outputsOf(database, id).map((output) => ({
    ...outputView(output),
    collateral: false,
    consumed_by_tx: output.consumed_by,
  })),
})

/**
 * The devnet's explorer: one transaction as a page for a browser, which sends no token. It shows
 * test data only, and only to this machine.
 */
export const addTransactionPage = (app: DevnetApp, { database }: Chain): void => {
  app.get(
    '/devnet/tx/:hash',
    { config: { public: true }, attachValidation: true, schema: { params: transactionParams } },
    async ({ params: { hash }, validationError }, reply) => {
      void reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', contentPolicy)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
      const transaction =
        validationError === undefined ? transactionWithId(database, hash) : undefined
      if (transaction === undefined) return reply.code(404).send(unknownPage)
      return reply.send(
        transactionPage({
          transaction,
          inputs: inputsOf(database, hash),
          outputs: outputsOf(database, hash),
          mints: mintsIn(database, hash),
        }),
      )
    },
  )
}
