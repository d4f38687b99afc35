import {
  blockfrostMetrics,
  type DevnetFundRequest,
  devnetFunded,
  devnetWallet,
} from '#contract/gateways/blockfrost.ts'
import { TxId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import { refText } from '#cardano/utxo.ts'
import { checkHeaderSecret, readBaseUrl } from '#platform/http/base-url.ts'
import type { WhyDown } from '#platform/http/exchange.ts'
import type { sendRequest } from '#platform/http/outgoing/send.ts'
import { pathSegment } from '#platform/http/path-segment.ts'
import { defaultRetry, type RetryPolicy } from '#platform/http/retry.ts'
import type { Secret } from '#platform/secret/secret.ts'
import * as answers from './answers.ts'
import { fetchIfFound, fetchAll, fetchRequired, order } from './calls.ts'
import { createCallStops } from '../call-stops.ts'
import type { DatedParameters, Gateway } from '../gateway.ts'
import type { GatewayMeter } from '../gateway-usage.ts'
import { submit } from './submit.ts'
import type { Service } from './transport.ts'

export type GatewayOptions = {
  /** `https://…`, or `http://` on this machine, up to and with `/api/v0` where there is such a path. */
  readonly baseUrl: string
  readonly network: Network
  /** Read at each request, never kept as text; the client does not wipe it. */
  readonly projectId?: Secret
  readonly fetch?: typeof sendRequest
  /** For one attempt. Default 30 000. */
  readonly timeoutMs?: number
  /** Clock and sleep are here too. */
  readonly retry?: Partial<RetryPolicy>
  /** Ends every call of this client. */
  readonly signal?: AbortSignal
  readonly meter?: GatewayMeter
  /** Of the devnet, where another process of the app has it. */
  readonly whyDown?: WhyDown | undefined
}

/** @throws ColdpressError `invalid` when the address or the project ID cannot be used */
export const createGateway = (options: GatewayOptions): Gateway => {
  if (options.projectId !== undefined) checkHeaderSecret(options.projectId, 'project ID')
  const retry = { ...defaultRetry, ...options.retry }
  const service: Service = {
    baseUrl: readBaseUrl(options.baseUrl, 'project ID'),
    projectId: options.projectId,
    timeoutMs: options.timeoutMs ?? 30_000,
    retry,
    stops: createCallStops(() => retry.now(), options.meter),
    meter: options.meter,
    signal: options.signal,
    whyDown: options.whyDown,
    fetch: options.fetch,
  }
  return {
    network: options.network,
    usedUpUntil: service.stops.usedUpUntil,
    bannedUntil: service.stops.bannedUntil,
    busyUntil: service.stops.busyUntil,
    budget: () => service.meter?.budget?.(),
    callsToday: (signal) => callsToday(service, signal),
    ...chainReads(service, options.network),
    ...addressReads(service),
    ...assetReads(service),
    submit: (signed, signal) => submit(service, signed, signal),
    ...(options.network === 'devnet' ? testWallet(service) : {}),
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
    parameters: cachedParameters(service),
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

const cacheMs = 10 * 60 * 1000

/** Parameters change at the end of an epoch, which lasts a day or more. */
const cachedParameters = (service: Service): Gateway['parameters'] => {
  let cached: DatedParameters | undefined
  return async ({ fresh = false, signal } = {}) => {
    const now = service.retry.now()
    const ageMs = cached === undefined ? Infinity : now.getTime() - cached.fetchedAt.getTime()
    if (cached !== undefined && !fresh && ageMs < cacheMs) return cached
    const read = { operation: 'parameters', path: '/epochs/latest/parameters', signal }
    cached = { ...(await fetchRequired(service, read, answers.parameters)), fetchedAt: now }
    return cached
  }
}

const addressReads = (service: Service): Pick<Gateway, 'utxosAt' | 'usesOf'> => {
  const at = (address: string, rest: string) =>
    `/addresses/${pathSegment(address, 'address')}${rest}`
  return {
    utxosAt: (address, signal) => {
      const read = { operation: "address's funds", path: at(address, '/utxos'), signal }
      return fetchAll(service, read, answers.utxoAt(address), refText)
    },
    usesOf: (address, { from } = {}) => {
      const startAt = from?.index === undefined ? `${from?.height}` : `${from.height}:${from.index}`
      const query = { order: 'asc', ...(from === undefined ? {} : { from: startAt }) }
      const read = { operation: "address's history", path: at(address, '/transactions'), query }
      return fetchAll(service, read, answers.addressUse, ({ txId }) => txId)
    },
  }
}

const assetReads = (service: Service): Pick<Gateway, 'asset' | 'holdersOf' | 'assetsOf'> => ({
  asset: (unit, signal) => {
    const path = `/assets/${pathSegment(unit, 'asset')}`
    return fetchIfFound(service, { operation: 'asset', path, signal }, answers.asset)
  },
  holdersOf: (unit) => {
    const path = `/assets/${pathSegment(unit, 'asset')}/addresses`
    const read = { operation: "asset's addresses", path }
    return fetchAll(service, read, answers.assetHolder, ({ address }) => address)
  },
  assetsOf: (policyId, signal) => {
    const path = `/assets/policy/${pathSegment(policyId, 'policy ID')}`
    const read = { operation: "policy's assets", path, signal }
    return fetchAll(service, read, answers.policyAsset, ({ unit }) => unit)
  },
})

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
