import type { KupoMatch } from '#contract/gateways/kupo.ts'
import { ogmiosUtxos } from '#contract/gateways/ogmios.ts'
import type { TxId } from '#cardano/ids.ts'
import type { Service } from '../calls/exchange.ts'
import type { KnownBlock } from './block-heights.ts'
import type { ChainView, Servers } from './chain-view.ts'
import { fetchMatches, fetchPatternsFor } from './kupo-calls.ts'
import { askOgmios } from './ogmios-calls.ts'
import { missingPattern } from './patterns.ts'

export type FoundTransaction = {
  readonly txId: TxId
  readonly block: KnownBlock
  /** Its outputs that Kupo indexes. */
  readonly matches: readonly KupoMatch[]
}

/** Whether Kupo indexes everything. */
export const isFullIndex = async (kupo: Service, signal?: AbortSignal): Promise<boolean> =>
  (await fetchPatternsFor(kupo, '*', signal)).length > 0

/** Slots in which Kupo keeps what was spent, whatever its options: 36 hours. */
const spentSlots = 129_600

/**
 * A transaction in a block, by an output that it made or by one that it spent.
 * @throws ColdpressError `not_implemented` where the ledger has it and Kupo's patterns leave it out
 */
export const findTransaction = async (
  servers: Servers,
  view: ChainView,
  txId: TxId,
  signal?: AbortSignal,
): Promise<FoundTransaction | undefined> => {
  const { kupo } = servers
  const tip = await view.tip(signal)
  const pattern = `*@${txId}`
  const matches = await fetchMatches(kupo, { operation: 'transaction', pattern, signal })
  const made = matches[0]?.created_at
  const found = made ?? (await placeOfSpending(servers, txId, tip, signal))
  if (found === undefined) return undefined
  const point = { slot: found.slot_no, hash: found.header_hash }
  const block = await view.at(point, undefined, signal)
  return block && { txId, block, matches }
}

/** Where a transaction is that made no output which Kupo indexes. */
const placeOfSpending = async (
  { ogmios, kupo }: Servers,
  txId: TxId,
  tip: KnownBlock,
  signal: AbortSignal | undefined,
) => {
  // Every transaction makes outputs, and a full index has them all.
  if (await isFullIndex(kupo, signal)) return undefined
  const query = { spent_after: String(Math.max(1, tip.slot - spentSlots)) }
  const spent = await fetchMatches(kupo, { operation: 'transaction', pattern: '*', query, signal })
  const place = spent.find((match) => match.spent_at?.transaction_id === txId)?.spent_at
  if (place !== undefined && place !== null) return place
  const params = { outputReferences: [{ transaction: { id: txId }, index: 0 }] }
  const ask = { operation: 'transaction', method: 'queryLedgerState/utxo', params, signal }
  if ((await askOgmios(ogmios, ask, ogmiosUtxos)).length === 0) return undefined
  throw missingPattern(`transaction ${txId}, which is on chain`, '*')
}
