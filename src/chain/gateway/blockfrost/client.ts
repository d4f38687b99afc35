import { z } from 'zod'
import {
  blockfrostMetrics,
  type DevnetFundRequest,
  devnetFunded,
  devnetWallet,
} from '#contract/gateways/blockfrost.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { TxId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import { refText } from '#cardano/utxo.ts'
import { pathSegment } from '#platform/http/path-segment.ts'
import {
  fetchAll,
  fetchIfFound,
  fetchRequired,
  order,
  type Paging,
  sendSigned,
} from '../calls/calls.ts'
import { createService, type Service, type ServiceOptions } from '../calls/exchange.ts'
import type { ServerApi } from '../calls/server-api.ts'
import { callStates } from '../call-stops.ts'
import { gatewayLacks, type Gateway } from '../gateway.ts'
import { cachedParameters } from '../parameters.ts'
import { type Submitting, submitSigned } from '../submit.ts'
import * as answers from './answers.ts'

/** Blockfrost's API, of Blockfrost or of another server. */
const blockfrostApi: ServerApi = {
  secret: { name: 'project ID', header: 'project_id' },
  checkAddress:
    'Check that the base URL is that of a Blockfrost API, such as https://cardano-mainnet.blockfrost.io/api/v0.',
  hasNotFound: true,
}

export type BlockfrostOptions = ServiceOptions & { readonly network: Network }

/** @throws ColdpressError `invalid` when the address or the project ID cannot be used */
export const createBlockfrost = ({ network, ...options }: BlockfrostOptions): Gateway => {
  const service = createService(blockfrostApi, options)
  return {
    network,
    ...callStates(service),
    callsToday: (signal) => callsToday(service, signal),
    ...chainReads(service, network),
    ...addressReads(service),
    ...assetReads(service, network),
    ...submission(service),
    ...(network === 'devnet' ? testWallet(service) : {}),
  }
}

const submission = (service: Service): Pick<Gateway, 'isKnown' | 'submit'> => {
  const isAt = async (path: string, signal: AbortSignal | undefined) =>
    (await fetchIfFound(service, { operation: 'transaction', path, signal }, z.unknown())) !==
    undefined
  const submitting: Submitting = {
    send: (signed, signal) => sendSigned(service, { path: '/tx/submit', signed, signal }),
    isKnown: async (txId, signal) =>
      (await isAt(`/txs/${txId}`, signal)) ||
      // Only Blockfrost itself has this one.
      isAt(`/mempool/${txId}`, signal).catch(() => false),
  }
  return {
    isKnown: submitting.isKnown,
    submit: (signed, signal) => submitSigned(submitting, signed, signal),
  }
}

/** Blockfrost's own; other servers of its API rarely have it. */
const callsToday = async (
  service: Service,
  signal: AbortSignal | undefined,
): Promise<number | undefined> => {
  const read = { operation: 'calls of this project', path: '/metrics', signal }
  const days = await fetchIfFound(service, read, blockfrostMetrics)
  const today = Math.floor(service.retry.now().getTime() / 86_400_000)
  return days?.find(({ time }) => Math.floor(time / 86_400) === today)?.calls
}

const chainReads = (
  service: Service,
  network: Network,
): Pick<
  Gateway,
  | 'networkMagic'
  | 'securityParam'
  | 'tip'
  | 'parameters'
  | 'block'
  | 'transaction'
  | 'outputsOf'
  | 'transactionCbor'
  | 'metadata'
> => {
  const tx = (txId: string, rest = '') => `/txs/${pathSegment(txId, 'transaction ID')}${rest}`
  return {
    networkMagic: async (signal) => {
      const read = { operation: 'network', path: '/genesis', signal }
      return (await fetchRequired(service, read, answers.genesis)).network_magic
    },
    securityParam: cachedSecurityParam(service, network),
    tip: (signal) =>
      fetchRequired(service, { operation: 'tip', path: '/blocks/latest', signal }, answers.block),
    parameters: cachedParameters(service.retry.now, (signal) => {
      const read = { operation: 'parameters', path: '/epochs/latest/parameters', signal }
      return fetchRequired(service, read, answers.parameters)
    }),
    block: (hashOrHeight) => {
      const path = `/blocks/${pathSegment(String(hashOrHeight), 'block')}`
      return fetchIfFound(service, { operation: 'block', path }, answers.block)
    },
    transaction: (txId) =>
      fetchIfFound(
        service,
        { operation: 'transaction', path: tx(txId) },
        answers.transactionAnswer,
      ),
    outputsOf: (txId) => {
      const read = { operation: "transaction's outputs", path: tx(txId, '/utxos') }
      return fetchIfFound(service, read, answers.chainOutputsOf(txId))
    },
    transactionCbor: (txId, signal) => {
      const read = { operation: "transaction's bytes", path: tx(txId, '/cbor'), signal }
      return fetchIfFound(service, read, answers.transactionCbor)
    },
    metadata: (txId) => {
      const read = { operation: "transaction's metadata", path: tx(txId, '/metadata') }
      return fetchIfFound(service, read, answers.metadata)
    },
  }
}

/** Of the networks' own genesis files, where a server leaves it out. */
const usualSecurityParam = { mainnet: 2160, preprod: 2160, preview: 432, devnet: 12 } as const

const cachedSecurityParam = (service: Service, network: Network): Gateway['securityParam'] => {
  let cached: number | undefined
  return async (signal) => {
    const read = { operation: 'network', path: '/genesis', signal }
    cached ??=
      (await fetchRequired(service, read, answers.genesis)).security_param ??
      usualSecurityParam[network]
    return cached
  }
}

/** The most that Blockfrost gives at once. */
const paging: Paging = {
  size: 100,
  query: (page) => ({ count: '100', page: String(page) }),
}

const addressReads = (service: Service): Pick<Gateway, 'utxosAt' | 'usesOf'> => {
  const at = (address: string, rest: string) =>
    `/addresses/${pathSegment(address, 'address')}${rest}`
  return {
    utxosAt: (address, signal) => {
      const read = { operation: "address's funds", path: at(address, '/utxos'), paging, signal }
      return fetchAll(service, read, answers.utxoAt(address), refText)
    },
    usesOf: (address, { from } = {}) => {
      const startAt = from?.index === undefined ? `${from?.height}` : `${from.height}:${from.index}`
      const query = { order: 'asc', ...(from === undefined ? {} : { from: startAt }) }
      const read = {
        operation: "address's history",
        path: at(address, '/transactions'),
        query,
        paging,
      }
      return fetchAll(service, read, answers.addressUse, ({ txId }) => txId)
    },
  }
}

/**
 * A server without the list of a policy's tokens, such as Dingo, answers as if the policy had none, and
 * a token might be minted twice. One that has it rejects what is no policy ID.
 * @throws ColdpressError `not_implemented`
 */
const requirePolicyRoute = async (service: Service, signal: AbortSignal | undefined) => {
  const read = { operation: "policy's assets", path: '/assets/policy/none', signal }
  try {
    if ((await fetchIfFound(service, read, z.unknown())) !== undefined) return
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return
    throw error
  }
  throw gatewayLacks(
    'assets',
    'This server of the Blockfrost API does not list the tokens of a policy (/assets/policy), so Coldpress cannot tell which were minted. Use Blockfrost, Dolos or Koios for this.',
  )
}

const assetReads = (
  service: Service,
  network: Network,
): Pick<Gateway, 'asset' | 'holdersOf' | 'assetsOf'> => {
  // The devnet has it.
  let hasPolicyRoute = network === 'devnet'
  return {
    asset: (unit, signal) => {
      const path = `/assets/${pathSegment(unit, 'asset')}`
      return fetchIfFound(service, { operation: 'asset', path, signal }, answers.asset)
    },
    holdersOf: (unit) => {
      const path = `/assets/${pathSegment(unit, 'asset')}/addresses`
      const read = { operation: "asset's addresses", path, paging }
      return fetchAll(service, read, answers.assetHolder, ({ address }) => address)
    },
    assetsOf: async (policyId, signal) => {
      const path = `/assets/policy/${pathSegment(policyId, 'policy ID')}`
      const read = { operation: "policy's assets", path, paging, signal }
      const found = await fetchAll(service, read, answers.policyAsset, ({ unit }) => unit)
      if (found.length === 0 && !hasPolicyRoute) await requirePolicyRoute(service, signal)
      hasPolicyRoute = true
      return found
    },
  }
}

const testWallet = (service: Service): Required<Pick<Gateway, 'fund' | 'testWallet'>> => ({
  fund: async (address, lovelace) => {
    const asked: DevnetFundRequest = { address, lovelace: String(lovelace) }
    const call = { operation: 'payment of the test wallet', path: '/devnet/fund' }
    return TxId((await order(service, call, asked, devnetFunded)).tx_hash)
  },
  testWallet: async (signal) => {
    const read = { operation: 'address of the test wallet', path: '/devnet/wallet', signal }
    return (await fetchRequired(service, read, devnetWallet)).address
  },
})
