import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'
import { sumOf } from '#cardano/value.ts'
import type { Chain } from '../chain/chain.ts'
import { mintsIn } from '../chain/find-assets.ts'
import { inputsOf, outputsOf } from '../chain/find-outputs.ts'
import {
  findTransactionsWithLabel,
  type TransactionRow,
  transactionWithId,
  type UseRow,
} from '../chain/find-transactions.ts'
import { writeMetadataCbor } from '#cardano/metadata-json.ts'
import { readLedgerParts } from '../ledger/read-transaction.ts'
import { amountsOf, outputView } from './amounts.ts'
import { found, listParameters, route, type DevnetRoute } from './route.ts'
import { secondsOf } from './slots.ts'
import { contentPolicy, transactionPage, unknownPage } from '../page/transaction-page.ts'

const transactionParameters = {
  hash: shortText.regex(/^[0-9a-f]{64}$/u, 'Invalid or malformed transaction hash.'),
}

const labelList = {
  label: shortText
    .regex(/^\d{1,20}$/u, 'Missing, out of range or malformed label.')
    .transform((text) => String(BigInt(text))),
  ...listParameters,
}

export const transactionRoutes = (chain: Chain): readonly DevnetRoute[] => {
  const { database } = chain
  const transactionRoute = (suffix: string, view: (transaction: TransactionRow) => unknown) =>
    route(`/txs/{hash}${suffix}`, transactionParameters, ({ hash }) =>
      view(found(transactionWithId(database, hash))),
    )
  return [
    transactionRoute('', (transaction) => transactionView(chain, transaction)),
    transactionRoute('/utxos', (transaction) => utxosView(chain, transaction)),
    transactionRoute('/metadata', ({ metadata }) =>
      metadata.map(({ label, json }) => ({ label, json_metadata: json })),
    ),
    transactionRoute('/metadata/cbor', ({ cbor: transaction }) =>
      writeMetadataCbor(readLedgerParts(transaction).auxiliary, transaction).map(
        ({ label, cbor }) => ({
          label,
          cbor_metadata: `\\x${cbor}`,
          metadata: cbor,
        }),
      ),
    ),
    transactionRoute('/cbor', ({ cbor }) => ({ cbor: bytesToHex(cbor) })),
    // The ledger accepts no redeemer.
    transactionRoute('/redeemers', () => []),
    route('/metadata/txs/labels/{label}', labelList, ({ label, ...page }) => {
      const transactions = findTransactionsWithLabel(database, label, page)
      found(transactions[0])
      return transactions.map(({ tx_id: id, metadata }) => ({
        tx_hash: id,
        json_metadata: metadata.find((entry) => entry.label === label)?.json ?? null,
      }))
    }),
  ]
}

/** A transaction in a list, with its place on the chain. */
export const transactionRefView = (use: UseRow) => ({
  tx_hash: use.tx_id,
  tx_index: use.position,
  block_height: use.height,
  block_time: secondsOf(use.slot),
})

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
export const addTransactionPage = (app: TypedApp, { database }: Chain): void => {
  app.get(
    '/devnet/tx/:hash',
    {
      config: { isPublic: true },
      attachValidation: true,
      schema: { params: z.object(transactionParameters) },
    },
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
