import type { ColdpressError } from '#values/errors/errors.ts'
import type { KupoNewPatterns } from '#contract/gateways/kupo.ts'
import type { PolicyId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import { slotAt } from '#cardano/slots.ts'
import type { Service } from '../calls/exchange.ts'
import { gatewayLacks } from '../gateway.ts'
import type { WatchedOnChain } from '../provider.ts'
import { addPatterns, fetchPatternsFor } from './kupo-calls.ts'

/** Of all tokens of a policy. */
export const policyPattern = (policyId: PolicyId): string => `${policyId}.*`

/** What Kupo must index, so that a wallet or a policy of this computer can be read. */
const patternOf = (watched: WatchedOnChain): string =>
  'policyId' in watched ? policyPattern(watched.policyId) : `*/${watched.stakeKeyHash}`

/**
 * The last block before there were tokens, or an early one where the network began with them. Source:
 * "Era boundaries" of Kupo's manual, https://cardanosolutions.github.io/kupo/#section/Era-boundaries.
 */
const beforeTokens: Readonly<Record<PublicNetwork, KupoNewPatterns['rollback_to']>> = {
  mainnet: {
    slot_no: 23_068_793,
    header_hash: '69c44ac1dda2ec74646e4223bc804d9126f719b1c245dadc2ad65e8de1b276d7',
  },
  preprod: {
    slot_no: 950_340,
    header_hash: '74c03af754bcde9cd242c5a168689edcab1756a3f7ae4d5dca1a31d86839c7b1',
  },
  preview: {
    slot_no: 259_180,
    header_hash: '0ad91d3bbe350b1cfa05b13dba5263c47c5eca4f97b3a3105eba96416785a487',
  },
}

type PublicNetwork = Exclude<Network, 'devnet'>

/**
 * Has Kupo index what it leaves out of what is watched, at once: each new pattern rolls its index back.
 * It begins at the time since when all of it can be on chain, or before there were tokens.
 */
export const indexWatched = async (
  kupo: Service,
  network: PublicNetwork,
  watched: readonly WatchedOnChain[],
): Promise<void> => {
  const missing: WatchedOnChain[] = []
  for (const item of watched)
    if ((await fetchPatternsFor(kupo, patternOf(item))).length === 0) missing.push(item)
  if (missing.length === 0) return
  const times = missing.map(({ since }) => since?.getTime() ?? -Infinity)
  const earliest = Math.min(...times)
  const from = Number.isFinite(earliest)
    ? { slot_no: Number(slotAt(network, new Date(earliest))) }
    : beforeTokens[network]
  await addPatterns(kupo, missing.map(patternOf), from)
}

/** What a call needs that Kupo's patterns leave out, and what to do. */
export const missingPattern = (what: string, pattern: string): ColdpressError =>
  gatewayLacks(
    'history',
    `Kupo indexes only its patterns, and none of them has ${what}. Set the gateway up again: that adds the pattern of each wallet and policy of this computer, and Kupo indexes the chain again from there. Or start Kupo with --match "${pattern}".`,
    { pattern },
  )
