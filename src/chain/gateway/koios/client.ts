import type { z } from 'zod'
import { listOf } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { numberText } from '#values/text/format.ts'
import {
  koiosAddressTransaction,
  koiosBodyLimits,
  koiosGenesis,
  koiosStatus,
} from '#contract/gateways/koios.ts'
import { PolicyId, TxId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import { refText } from '#cardano/utxo.ts'
import { nameHexOf, policyOf } from '#cardano/value.ts'
import { fetchAll, fetchRequired, type Paging, type Read, sendSigned } from '../calls/calls.ts'
import { createService, type Service, type ServiceOptions } from '../calls/exchange.ts'
import type { ServerApi } from '../calls/server-api.ts'
import { callStates } from '../call-stops.ts'
import type { Gateway } from '../gateway.ts'
import { cachedParameters } from '../parameters.ts'
import { type Submitting, submitSigned } from '../submit.ts'
import * as answers from './answers.ts'

const koiosApi: ServerApi = {
  secret: { name: 'token', header: 'authorization', prefix: 'Bearer ' },
  checkAddress:
    'Check that the base URL is that of a Koios API, such as https://api.koios.rest/api/v1.',
  // What does not exist is an empty list; 404 is a path that is not there.
  hasNotFound: false,
}

export type KoiosOptions = ServiceOptions & { readonly network: Network }

/** koios.rest limits the bytes of a body; an instance of one's own need not. */
export const isKoiosRest = (baseUrl: string): boolean =>
  new URL(baseUrl).host.endsWith('koios.rest')

/** @throws ColdpressError `invalid` when the address or the token cannot be used */
export const createKoios = ({ network, ...options }: KoiosOptions): Gateway => {
  const service = createService(koiosApi, options)
  const send: Submitting['send'] = async (signed, signal) => {
    requireFit(service, signed)
    return sendSigned(service, { path: '/submittx', signed, signal })
  }
  const isKnown: Gateway['isKnown'] = async (txId, signal) => {
    const read = hashesRead('transaction', '/tx_status', [txId], signal)
    const rows = await fetchRows(service, read, koiosStatus)
    return rows.some((row) => row.num_confirmations !== null)
  }
  return {
    network,
    ...callStates(service),
    ...chainReads(service),
    ...transactionReads(service),
    ...addressReads(service),
    ...assetReads(service),
    isKnown,
    submit: (signed, signal) => submitSigned({ send, isKnown }, signed, signal),
  }
}

/** @throws ColdpressError `too_large` before anything is sent */
const requireFit = ({ baseUrl, secret }: Service, signed: Uint8Array): void => {
  if (!isKoiosRest(baseUrl)) return
  const most = secret === undefined ? koiosBodyLimits.public : koiosBodyLimits.registered
  if (signed.length <= most) return
  throw new ColdpressError(
    'too_large',
    `The transaction has ${numberText(signed.length)} bytes, and Koios takes ${numberText(most)} at most ${secret === undefined ? `without a token (${numberText(koiosBodyLimits.registered)} with one)` : 'with a token'}. Nothing was sent. Set up another gateway for this network, such as Blockfrost, or a Koios of your own, and send it again.`,
    { details: { operation: 'submission', bytes: signed.length, most, mayHaveArrived: false } },
  )
}

const fetchRows = <T>(service: Service, read: Read, row: z.ZodType<T>): Promise<readonly T[]> =>
  fetchRequired(service, read, listOf(row))

const fetchRow = async <T>(
  service: Service,
  read: Read,
  row: z.ZodType<T>,
): Promise<T | undefined> => (await fetchRows(service, read, row))[0]

/** @throws ColdpressError `service_error` where the list is empty */
const requireRow = async <T>(service: Service, read: Read, row: z.ZodType<T>): Promise<T> => {
  const found = await fetchRow(service, read, row)
  if (found !== undefined) return found
  throw new ColdpressError(
    'service_error',
    `The gateway does not know the ${read.operation}, which every gateway has. ${koiosApi.checkAddress}`,
    { details: { operation: read.operation } },
  )
}

const hashesRead = (
  operation: string,
  path: string,
  hashes: readonly string[],
  signal?: AbortSignal,
): Read => ({ operation, path, asked: { _tx_hashes: hashes }, signal })

/** The most rows that Koios gives at once. Without an order pages may repeat or leave out rows. */
const pagingBy = (order: string): Paging => ({
  size: 1_000,
  query: (page) => ({ limit: '1000', offset: String((page - 1) * 1_000), order }),
})

const genesisRead = (signal?: AbortSignal): Read => ({
  operation: 'network',
  path: '/genesis',
  signal,
})

const chainReads = (
  service: Service,
): Pick<Gateway, 'networkMagic' | 'securityParam' | 'tip' | 'parameters' | 'block'> => {
  const tip = (signal?: AbortSignal) =>
    requireRow(service, { operation: 'tip', path: '/tip', signal }, answers.tip)
  let securityParam: number | undefined
  return {
    networkMagic: async (signal) =>
      (await requireRow(service, genesisRead(signal), koiosGenesis)).networkmagic,
    securityParam: async (signal) => {
      securityParam ??= (await requireRow(service, genesisRead(signal), koiosGenesis)).securityparam
      return securityParam
    },
    tip: async (signal) => (await tip(signal)).block,
    parameters: cachedParameters(service.retry.now, async (signal) => {
      const { epoch } = await tip(signal)
      const query = { _epoch_no: String(epoch) }
      const read = { operation: 'parameters', path: '/epoch_params', query, signal }
      return requireRow(service, read, answers.parameters)
    }),
    block: async (hashOrHeight) => {
      const read: Read =
        typeof hashOrHeight === 'string'
          ? { operation: 'block', path: '/block_info', asked: { _block_hashes: [hashOrHeight] } }
          : { operation: 'block', path: '/blocks', query: { block_height: `eq.${hashOrHeight}` } }
      const found = await fetchRow(service, read, answers.block)
      if (found === undefined) return undefined
      const { confirmations = Math.max(0, (await tip()).block.height - found.height) } = found
      return { ...found, confirmations }
    },
  }
}

const transactionReads = (
  service: Service,
): Pick<Gateway, 'transaction' | 'outputsOf' | 'transactionCbor' | 'metadata'> => ({
  transaction: async (txId) => {
    const read = hashesRead('transaction', '/tx_info', [txId])
    const found = await fetchRow(service, read, answers.transaction)
    if (found === undefined) return undefined
    const { blockIndex: _blockIndex, ...transaction } = found
    return transaction
  },
  outputsOf: (txId) => {
    const asked = { _tx_hashes: [txId], _inputs: true, _assets: true, _scripts: true }
    const read = { operation: "transaction's outputs", path: '/tx_info', asked }
    return fetchRow(service, read, answers.transactionOutputs)
  },
  transactionCbor: (txId, signal) => {
    const read = hashesRead("transaction's bytes", '/tx_cbor', [txId], signal)
    return fetchRow(service, read, answers.cbor)
  },
  metadata: (txId) => {
    const read = hashesRead("transaction's metadata", '/tx_metadata', [txId])
    return fetchRow(service, read, answers.metadata)
  },
})

/** A body of 1,024 bytes has room for so many hashes. */
const hashesAtOnce = 14

const addressReads = (service: Service): Pick<Gateway, 'utxosAt' | 'usesOf'> => ({
  utxosAt: async (address, signal) => {
    const read = {
      operation: "address's funds",
      path: '/address_utxos',
      asked: { _addresses: [address], _extended: true },
      paging: pagingBy('block_height.asc,tx_hash.asc,tx_index.asc'),
      signal,
    }
    return unspent(await fetchAll(service, read, answers.utxo, refText))
  },
  usesOf: async (address, { from } = {}) => {
    const read = {
      operation: "address's history",
      path: '/address_txs',
      asked: {
        _addresses: [address],
        ...(from === undefined ? {} : { _after_block_height: from.height }),
      },
      paging: pagingBy('block_height.asc,tx_hash.asc'),
    }
    const rows = await fetchAll(service, read, koiosAddressTransaction, (row) => row.tx_hash)
    const indexes = await blockIndexes(
      service,
      rows.map((row) => TxId(row.tx_hash)),
    )
    return rows
      .map((row) => ({
        txId: TxId(row.tx_hash),
        height: row.block_height,
        index: indexes.get(TxId(row.tx_hash)) ?? 0,
      }))
      .filter(
        ({ height, index }) =>
          from === undefined ||
          height > from.height ||
          (height === from.height && index >= (from.index ?? 0)),
      )
      .toSorted((a, b) => a.height - b.height || a.index - b.index)
  },
})

const unspent = <T extends { readonly isSpent: boolean }>(utxos: readonly T[]) =>
  utxos.filter(({ isSpent }) => !isSpent).map(({ isSpent: _isSpent, ...utxo }) => utxo)

/** Where each transaction stands in its block, which a list of transactions does not say. */
const blockIndexes = async (
  service: Service,
  txIds: readonly TxId[],
): Promise<ReadonlyMap<TxId, number>> => {
  const indexes = new Map<TxId, number>()
  for (let start = 0; start < txIds.length; start += hashesAtOnce) {
    const some = txIds.slice(start, start + hashesAtOnce)
    const read = hashesRead("address's history", '/tx_info', some)
    for (const { txId, blockIndex } of await fetchRows(service, read, answers.transaction))
      indexes.set(txId, blockIndex)
  }
  return indexes
}

const assetReads = (service: Service): Pick<Gateway, 'asset' | 'holdersOf' | 'assetsOf'> => ({
  asset: (unit, signal) => {
    const query = { _asset_policy: policyOf(unit), _asset_name: nameHexOf(unit) }
    const read = { operation: 'asset', path: '/asset_history', query, signal }
    return fetchRow(service, read, answers.assetOf(unit))
  },
  holdersOf: async (unit) => {
    const read = {
      operation: "asset's addresses",
      path: '/asset_utxos',
      asked: { _asset_list: [[policyOf(unit), nameHexOf(unit)]], _extended: true },
      paging: pagingBy('block_height.asc,tx_hash.asc,tx_index.asc'),
    }
    const held = new Map<string, bigint>()
    for (const { address, value } of unspent(await fetchAll(service, read, answers.utxo, refText)))
      held.set(address, (held.get(address) ?? 0n) + (value.assets.get(unit) ?? 0n))
    return [...held].map(([address, quantity]) => ({ address, quantity }))
  },
  assetsOf: (policyId, signal) => {
    const read = {
      operation: "policy's assets",
      path: '/policy_asset_list',
      query: { _asset_policy: policyId },
      paging: pagingBy('asset_name.asc'),
      signal,
    }
    return fetchAll(service, read, answers.policyAssetOf(PolicyId(policyId)), ({ unit }) => unit)
  },
})
