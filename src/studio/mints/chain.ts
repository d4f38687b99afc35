import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { Studio, StudioChain } from '../options.ts'
import { TxId } from '#cardano/ids.ts'
import { parentBodies } from '#chain/gateway/parent-bodies.ts'
import { type MintRow, mintTransactions } from './store.ts'

/** @throws ColdpressError `conflict` when the studio was started without a gateway */
export const requireChain = (studio: Studio): StudioChain => {
  if (studio.chain !== undefined) return studio.chain
  throw new ColdpressError(
    'conflict',
    'this studio has no gateway to the chain, so it cannot mint. Set one in the settings, or start it with a devnet.',
  )
}

/**
 * The gateway's answer. Translates its rejection of our project ID, which must not look like a
 * rejected API key of the client.
 */
export const chainAnswer = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (!isColdpressError(error, 'unauthorized') && !isColdpressError(error, 'forbidden'))
      throw error
    throw new ColdpressError('conflict', `gateway: ${error.message}`, { cause: error })
  }
}

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
