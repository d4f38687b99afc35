import { TxId } from '#cardano/ids.ts'
import { parentBodies } from '#chain/gateway/parent-bodies.ts'
import type { Studio } from '../options.ts'
import { chainAnswer, requireChain } from './chain.ts'
import { mintTransactions, type MintRow } from './store.ts'

/**
 * The transactions that created a mint's inputs, for offline signers.
 * @throws ColdpressError as `Gateway.transactionCbor`
 */
export const parentsOfMint = async (
  studio: Studio,
  { id }: MintRow,
): Promise<readonly Uint8Array[]> => {
  const transactions = mintTransactions(studio.database, id)
  const own = new Set<TxId>(transactions.map(({ tx_id: txId }) => txId))
  const wanted = transactions.flatMap(({ inputs }) => inputs.map(({ tx_id: txId }) => TxId(txId)))
  return chainAnswer(
    parentBodies(
      requireChain(studio).gateway,
      wanted.filter((txId) => !own.has(txId)),
    ),
  )
}
