import { isDeepStrictEqual } from 'node:util'
import type { Collection } from '#contract/collections/collection.ts'
import type { Token } from '#contract/tokens/token.ts'
import { PolicyId } from '#cardano/ids.ts'
import { nameHexOf, type Unit, unitOf } from '#cardano/value.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { type OnChain, metadataOnChain, tokenOnChain } from '../mints/metadata-on-chain.ts'

/**
 * - `same`: minted once, and its metadata on chain is what the service says.
 * - `not_minted`, `burned`: not on chain, as the service says.
 * - `minting`: a transaction is under way, so nothing is judged.
 * - `differs`: `problem` says in what.
 */
export type VerifiedToken = {
  readonly id: string
  readonly assetName: string
  readonly status: string
  readonly state: 'same' | 'not_minted' | 'burned' | 'minting' | 'differs'
  /** A sentence; present where it differs. */
  readonly problem?: string
}

export type VerifiedCollection = {
  readonly tokens: readonly VerifiedToken[]
  /** Whether the royalty token exists once; null where the service names no transaction of one. */
  readonly isRoyaltyThere: boolean | null
  /** Names, in hex, of tokens of the policy that the collection does not have. */
  readonly others: readonly string[]
}

export const isSameOnChain = ({ tokens, isRoyaltyThere }: VerifiedCollection): boolean =>
  isRoyaltyThere !== false && tokens.every(({ state }) => state !== 'differs')

type ChainReads = Pick<Gateway, 'assetsOf' | 'asset' | 'metadata'>

/**
 * Compares each token with the chain: whether it exists, once, and what its metadata says there. Reads
 * two things for each transaction that minted, whoever sent it.
 * @throws as the gateway; `not_implemented` by one that cannot list a policy's tokens
 */
export const verifyCollection = async (
  gateway: ChainReads,
  { policy: { policy_id: policyId }, royalty }: Collection,
  tokens: readonly Token[],
  {
    signal,
    onProgress,
  }: { readonly signal?: AbortSignal; readonly onProgress?: (done: number) => void },
): Promise<VerifiedCollection> => {
  const policy = PolicyId(policyId)
  const listed = await gateway.assetsOf(policyId, signal)
  const quantities = new Map(listed.map(({ unit, quantity }) => [unit, quantity]))
  const royaltyUnit = unitOf(policy, '')
  const known = new Set<Unit>([royaltyUnit])
  const readContent = createContentReader(gateway, policyId, signal)
  const verified: VerifiedToken[] = []
  for (const token of tokens) {
    signal?.throwIfAborted()
    const unit = unitOf(policy, Buffer.from(token.asset_name).toString('hex'))
    known.add(unit)
    const quantity = quantities.get(unit) ?? 0n
    const judged = judgeQuantity(token.status, quantity) ?? {
      ...(await judgeContent(token, policyId, () => readContent(unit, token.asset_name))),
    }
    verified.push({ id: token.id, assetName: token.asset_name, status: token.status, ...judged })
    onProgress?.(verified.length)
  }
  const others = listed.filter(({ unit, quantity }) => quantity > 0n && !known.has(unit))
  return {
    tokens: verified,
    isRoyaltyThere: royalty?.tx_id === undefined ? null : quantities.get(royaltyUnit) === 1n,
    others: others.map(({ unit }) => nameHexOf(unit)),
  }
}

type Judged = Pick<VerifiedToken, 'state' | 'problem'>

const differs = (problem: string): Judged => ({ state: 'differs', problem })

/** What the number of a token alone decides; undefined where its metadata has to be read. */
const judgeQuantity = (status: string, quantity: bigint): Judged | undefined => {
  if (quantity > 1n) return differs(`It exists ${quantity} times on chain.`)
  if (status === 'MINTING') return { state: 'minting' }
  const isThere = quantity === 1n
  if (status === 'COMPLETED')
    return isThere
      ? undefined
      : differs('It is minted, and the chain does not hold it: it may be burned.')
  if (isThere) return differs(`It is on chain, and the service says ${status}.`)
  return { state: status === 'BURNED' ? 'burned' : 'not_minted' }
}

const judgeContent = async (
  token: Token,
  policyId: string,
  readContent: () => Promise<unknown>,
): Promise<Judged> => {
  const stated = tokenOnChain(token.metadata, policyId, token.asset_name)
  if (stated === undefined) return differs('The service does not say what metadata it has.')
  const there = await readContent()
  if (there === undefined || there === null) return differs('The chain has no metadata of it.')
  return isDeepStrictEqual(there, stated)
    ? { state: 'same' }
    : differs('Its metadata on chain is not what the service says.')
}

/** Reads a transaction once for all the tokens that it minted. */
const createContentReader = (gateway: ChainReads, policyId: string, signal?: AbortSignal) => {
  const read: OnChain[] = []
  return async (unit: Unit, assetName: string): Promise<unknown> => {
    for (const metadata of read) {
      const found = tokenOnChain(metadata, policyId, assetName)
      if (found !== undefined) return found
    }
    const asset = await gateway.asset(unit, signal)
    // a gateway that does not know the first mint has read the metadata itself
    if (asset?.firstMintedIn === undefined) return asset?.metadata
    const metadata = await metadataOnChain(gateway, [asset.firstMintedIn])
    read.push(metadata)
    return tokenOnChain(metadata, policyId, assetName)
  }
}
