import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { blockfrostAddressTransaction, blockfrostUtxo } from '#contract/gateways/blockfrost.ts'
import { parseAddress } from '#cardano/addresses.ts'
import type { Chain } from '../chain/chain.ts'
import { isKnownAddress, outputsAt } from '../chain/find-outputs.ts'
import { findTransactionsAt, type BlockPosition } from '../chain/find-transactions.ts'
import { notFound, devnetPageQuery, type DevnetApp } from './app-type.ts'
import { outputView } from './amounts.ts'
import { secondsOf } from './slots.ts'

/** Blockfrost's text; an address of mainnet is as invalid here as a mistyped one. */
const badAddress = 'Invalid address for this network or malformed address format.'

const isOf = (chain: Chain, text: string): boolean => {
  try {
    const { networkId, kind } = parseAddress(text)
    return networkId === chain.networkId && kind !== 'stake'
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return false
    throw error
  }
}

/** `<height>` or `<height>:<index in the block>`. */
const position = (index: number) =>
  shortText
    .regex(/^\d{1,15}(?::\d{1,9})?$/u, 'Missing, out of range or malformed block number.')
    .transform((text): BlockPosition => {
      const [height, ofTransaction] = text.split(':')
      return { height: Number(height), index: Number(ofTransaction ?? index) }
    })

const first: BlockPosition = { height: 0, index: 0 }
const last: BlockPosition = { height: Number.MAX_SAFE_INTEGER, index: Number.MAX_SAFE_INTEGER }

const historyQuery = devnetPageQuery.extend({
  from: position(first.index).default(first),
  to: position(last.index).default(last),
})

export const addAddressRoutes = (app: DevnetApp, chain: Chain): void => {
  const { database } = chain
  const addressParams = z.object({
    address: shortText.refine((text) => isOf(chain, text), badAddress),
  })
  app.get(
    '/addresses/:address/utxos',
    {
      schema: {
        params: addressParams,
        querystring: devnetPageQuery,
        response: { 200: listOf(blockfrostUtxo) },
      },
    },
    async ({ params: { address }, query }) => {
      if (!isKnownAddress(database, address)) throw notFound()
      return outputsAt(database, address, query).map((output) => ({
        ...outputView(output),
        tx_hash: output.tx_id,
        tx_index: output.output_index,
        block: output.block_hash,
      }))
    },
  )
  app.get(
    '/addresses/:address/transactions',
    {
      schema: {
        params: addressParams,
        querystring: historyQuery,
        response: { 200: listOf(blockfrostAddressTransaction) },
      },
    },
    async ({ params: { address }, query }) => {
      if (!isKnownAddress(database, address)) throw notFound()
      return findTransactionsAt(database, address, query).map((use) => ({
        tx_hash: use.tx_id,
        tx_index: use.position,
        block_height: use.height,
        block_time: secondsOf(use.slot),
      }))
    },
  )
}
