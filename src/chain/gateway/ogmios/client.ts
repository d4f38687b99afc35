import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { ogmiosEpoch, ogmiosGenesis, ogmiosSubmitted } from '#contract/gateways/ogmios.ts'
import { assetMetadataIn } from '#cardano/asset-metadata.ts'
import { readCborItem } from '#cardano/cbor-items.ts'
import { PolicyId, TxId } from '#cardano/ids.ts'
import { writeMetadataJson } from '#cardano/metadata-json.ts'
import type { Network } from '#cardano/network.ts'
import { timeOf } from '#cardano/slots.ts'
import { nameHexOf, policyOf, type Unit } from '#cardano/value.ts'
import { createService, type ServiceOptions } from '../calls/exchange.ts'
import { callStates } from '../call-stops.ts'
import { gatewayLacks, type AddressUse, type ChainAsset, type Gateway } from '../gateway.ts'
import { cachedParameters } from '../parameters.ts'
import { type Submitting, submitSigned } from '../submit.ts'
import { outputOfMatch, parameters, utxos, valueOfMatch } from './answers.ts'
import { type ChainView, createChainView, type Servers } from './chain-view.ts'
import { fetchMatches, fetchMetadataCbor, fetchPatternsFor, kupoApi } from './kupo-calls.ts'
import { askOgmios, ogmiosApi, submitToOgmios } from './ogmios-calls.ts'
import { missingPattern, policyPattern } from './patterns.ts'
import { findTransaction, type FoundTransaction, isFullIndex } from './find-transaction.ts'

export type OgmiosOptions = Omit<ServiceOptions, 'baseUrl' | 'secret'> & {
  readonly network: Network
  /** `https://…`, or `http://` on this machine. */
  readonly ogmiosUrl: string
  readonly kupoUrl: string
}

/**
 * A node of one's own: Ogmios answers from the ledger and submits, Kupo has the history of what it
 * indexes. Each connection is one HTTP call.
 * @throws ColdpressError `invalid` when an address cannot be used
 */
export const createOgmios = ({
  network,
  ogmiosUrl,
  kupoUrl,
  ...options
}: OgmiosOptions): Gateway => {
  const servers: Servers = {
    ogmios: createService(ogmiosApi, { ...options, baseUrl: ogmiosUrl }),
    kupo: createService(kupoApi, { ...options, baseUrl: kupoUrl }),
  }
  const view = createChainView(servers)
  const send: Submitting['send'] = async (signed, signal) =>
    (await submitToOgmios(servers.ogmios, bytesToHex(signed), signal, ogmiosSubmitted)).transaction
      .id
  const isKnown: Gateway['isKnown'] = async (txId, signal) =>
    (await findTransaction(servers, view, txId, signal)) !== undefined
  return {
    network,
    lacks: ['bytes', 'mint_counts'],
    ...callStates(servers.ogmios),
    ...chainReads(servers, view, network),
    ...transactionReads(servers, view),
    ...addressReads(servers, view),
    ...assetReads(servers, view),
    isKnown,
    submit: (signed, signal) => submitSigned({ send, isKnown }, signed, signal),
  }
}

const chainReads = (
  { ogmios }: Servers,
  view: ChainView,
  network: Network,
): Pick<Gateway, 'networkMagic' | 'securityParam' | 'tip' | 'parameters' | 'block'> => {
  const genesis = (signal?: AbortSignal) => {
    const method = 'queryNetwork/genesisConfiguration'
    const ask = { operation: 'network', method, params: { era: 'shelley' }, signal }
    return askOgmios(ogmios, ask, ogmiosGenesis)
  }
  const dated = <B extends { readonly slot: number }>(block: B) => ({
    ...block,
    slot: BigInt(block.slot),
    time: timeOf(network, BigInt(block.slot)),
  })
  let securityParam: number | undefined
  return {
    networkMagic: async (signal) => (await genesis(signal)).networkMagic,
    securityParam: async (signal) => {
      securityParam ??= (await genesis(signal)).securityParameter
      return securityParam
    },
    tip: async (signal) => dated({ ...(await view.tip(signal)), confirmations: 0 }),
    parameters: cachedParameters(ogmios.retry.now, async (signal) => {
      const about = { operation: 'parameters', signal }
      const method = 'queryLedgerState/protocolParameters'
      return {
        parameters: await askOgmios(ogmios, { ...about, method }, parameters),
        epoch: await askOgmios(ogmios, { ...about, method: 'queryLedgerState/epoch' }, ogmiosEpoch),
      }
    }),
    block: async (hashOrHeight) => {
      const found = await (typeof hashOrHeight === 'string'
        ? view.withHash(hashOrHeight)
        : view.atHeight(hashOrHeight))
      return found && dated(found)
    },
  }
}

const transactionReads = (
  servers: Servers,
  view: ChainView,
): Pick<Gateway, 'transaction' | 'outputsOf' | 'transactionCbor' | 'metadata'> => ({
  transaction: async (txId) => {
    const found = await findTransaction(servers, view, txId)
    if (found === undefined) return undefined
    const { block } = found
    return { txId, block: block.hash, height: block.height, slot: BigInt(block.slot) }
  },
  outputsOf: async (txId) => {
    const found = await findTransaction(servers, view, txId)
    return found && outputsOf(servers, found)
  },
  transactionCbor: async () => {
    throw lacksBytes()
  },
  metadata: async (txId) => {
    const found = await findTransaction(servers, view, txId)
    if (found === undefined) return undefined
    return metadataIn(await fetchMetadataCbor(servers.kupo, txId, found.block.slot))
  },
})

/** @throws ColdpressError `not_implemented` where Kupo indexes only some outputs */
const outputsOf = async (
  { kupo }: Servers,
  { txId, block, matches }: FoundTransaction,
): Promise<NonNullable<Awaited<ReturnType<Gateway['outputsOf']>>>> => {
  if (!(await isFullIndex(kupo))) throw missingPattern(`all that transaction ${txId} spends`, '*')
  const { slot } = block
  const spent = await fetchMatches(kupo, {
    operation: "transaction's inputs",
    pattern: '*',
    query: { spent_after: String(slot), spent_before: String(slot + 1) },
  })
  return {
    inputs: spent.filter((match) => match.spent_at?.transaction_id === txId).map(outputOfMatch),
    outputs: matches.map(outputOfMatch).toSorted((a, b) => a.index - b.index),
  }
}

const lacksBytes = (): ColdpressError =>
  gatewayLacks(
    'bytes',
    'Ogmios and Kupo do not give the bytes of a transaction that is on chain. Use Blockfrost or Koios for this.',
  )

/** @throws ColdpressError `service_error` for what is no metadata */
const metadataIn = (cborHex: string | undefined) => {
  if (cborHex === undefined) return []
  try {
    return writeMetadataJson(readCborItem(hexToBytes(cborHex)))
  } catch (error) {
    throw new ColdpressError(
      'service_error',
      `The metadata of a transaction cannot be read from the gateway. ${kupoApi.checkAddress}`,
      { cause: error, details: { operation: "transaction's metadata" } },
    )
  }
}

const addressReads = (
  { ogmios, kupo }: Servers,
  view: ChainView,
): Pick<Gateway, 'utxosAt' | 'usesOf'> => ({
  utxosAt: (address, signal) => {
    // The ledger has every address, also those that Kupo does not index.
    const method = 'queryLedgerState/utxo'
    const ask = { operation: "address's funds", method, params: { addresses: [address] }, signal }
    return askOgmios(ogmios, ask, utxos)
  },
  usesOf: async (address, { from } = {}) => {
    if ((await fetchPatternsFor(kupo, address)).length === 0)
      throw missingPattern(`the address ${address}`, address)
    const matches = await fetchMatches(kupo, { operation: "address's history", pattern: address })
    const uses: AddressUse[] = []
    // Newest first: what is below the wanted height is not counted.
    for (const { txId, index, point } of usesIn(matches)) {
      const block = await view.at(point, from?.height)
      // A block that is gone since the matches were read took its transactions with it.
      if (block !== undefined) uses.push({ txId, height: block.height, index })
    }
    return uses
      .filter(
        ({ height, index }) =>
          from === undefined ||
          height > from.height ||
          (height === from.height && index >= (from.index ?? 0)),
      )
      .toReversed()
  },
})

/** Kupo states no index of a transaction that only spends. It is behind all others of its block. */
const lastIndex = 65_535

type Use = {
  readonly txId: TxId
  readonly index: number
  readonly point: { readonly slot: number; readonly hash: string }
}

/** The transactions that made or spent outputs, newest first. */
const usesIn = (matches: Awaited<ReturnType<typeof fetchMatches>>): readonly Use[] => {
  const uses = new Map<string, Use>()
  for (const { spent_at: spent } of matches)
    if (spent?.transaction_id !== null && spent?.transaction_id !== undefined)
      uses.set(spent.transaction_id, {
        txId: TxId(spent.transaction_id),
        index: lastIndex,
        point: { slot: spent.slot_no, hash: spent.header_hash },
      })
  for (const { transaction_id: txId, transaction_index: index, created_at: made } of matches)
    uses.set(txId, {
      txId: TxId(txId),
      index,
      point: { slot: made.slot_no, hash: made.header_hash },
    })
  return [...uses.values()].toSorted((a, b) => b.point.slot - a.point.slot || b.index - a.index)
}

const assetReads = (
  { kupo }: Servers,
  view: ChainView,
): Pick<Gateway, 'asset' | 'holdersOf' | 'assetsOf'> => {
  /** @throws ColdpressError `not_implemented` for a policy that Kupo does not index */
  const matchesOf = async (
    policyId: PolicyId,
    pattern: string,
    only: Pick<Parameters<typeof fetchMatches>[1], 'query' | 'isUnspent'> = {},
    signal?: AbortSignal,
  ) => {
    const wanted = policyPattern(policyId)
    if ((await fetchPatternsFor(kupo, wanted, signal)).length === 0)
      throw missingPattern(`the policy ${policyId}`, wanted)
    await view.tip(signal)
    return fetchMatches(kupo, { operation: "policy's assets", pattern, ...only, signal })
  }
  return {
    asset: async (unit, signal) => {
      const policyId = policyOf(unit)
      const matches = await matchesOf(policyId, assetPattern(unit), newestFirst, signal)
      return matches.length === 0 ? undefined : assetIn(kupo, unit, matches)
    },
    holdersOf: async (unit) => {
      const held = new Map<string, bigint>()
      for (const match of await matchesOf(policyOf(unit), assetPattern(unit), { isUnspent: true }))
        held.set(
          match.address,
          (held.get(match.address) ?? 0n) + (valueOfMatch(match).assets.get(unit) ?? 0n),
        )
      return [...held].map(([address, quantity]) => ({ address, quantity }))
    },
    assetsOf: async (policyId, signal) => {
      const policy = PolicyId(policyId)
      const quantities = new Map<Unit, bigint>()
      for (const match of await matchesOf(policy, policyPattern(policy), {}, signal))
        for (const [unit, quantity] of valueOfMatch(match).assets)
          if (policyOf(unit) === policy)
            quantities.set(unit, (quantities.get(unit) ?? 0n) + (isSpent(match) ? 0n : quantity))
      return [...quantities].map(([unit, quantity]) => ({ unit, quantity }))
    },
  }
}

const newestFirst = { query: { order: 'most_recent_first' } } as const

const isSpent = ({ spent_at: spent }: { readonly spent_at?: unknown }): boolean =>
  spent !== null && spent !== undefined

/** Kupo leaves out the dot where a name is empty, and matches all names of the policy then. */
const assetPattern = (unit: Unit): string =>
  nameHexOf(unit) === '' ? policyPattern(policyOf(unit)) : `${policyOf(unit)}.${nameHexOf(unit)}`

const assetIn = async (
  kupo: Servers['kupo'],
  unit: Unit,
  matches: Awaited<ReturnType<typeof fetchMatches>>,
): Promise<ChainAsset | undefined> => {
  const own = matches.filter((match) => valueOfMatch(match).assets.has(unit))
  const oldest = own.at(-1)
  if (oldest === undefined) return undefined
  const { transaction_id: txId, created_at: made } = oldest
  const labels = metadataIn(await fetchMetadataCbor(kupo, txId, made.slot_no))
  return {
    unit,
    quantity: own
      .filter((match) => !isSpent(match))
      .reduce((sum, match) => sum + (valueOfMatch(match).assets.get(unit) ?? 0n), 0n),
    firstMintedIn: undefined,
    mintOrBurnCount: undefined,
    metadata: assetMetadataIn(labels, unit)?.metadata ?? null,
  }
}
