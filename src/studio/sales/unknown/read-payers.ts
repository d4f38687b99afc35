import { ColdpressError } from '#values/errors/errors.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import type { TxId } from '#cardano/ids.ts'
import type { Utxo } from '#cardano/utxo.ts'
import { maxParallelCalls } from '#chain/submission/at-once.ts'
import { chainAnswer, requireChain } from '../../mints/chain.ts'
import type { Studio } from '../../options.ts'
import { payerFrom } from '../payer.ts'

type Payer = ReturnType<typeof payerFrom>

/** Strangers can pay any number of times: so many transactions are remembered. */
const mostKnown = 10_000

const known = new WeakMap<Studio, Map<TxId, Payer>>()

/** Who paid, by the transactions that were read before. What a transaction spends never changes. */
export const knownPayers = (studio: Studio): Map<TxId, Payer> => {
  const payers = known.get(studio) ?? new Map<TxId, Payer>()
  known.set(studio, payers)
  if (payers.size >= mostKnown) payers.clear()
  return payers
}

/**
 * Outputs with who paid each: every transaction is read once, and a few at a time.
 * @param payers those that need not be read; it gets the others
 * @throws ColdpressError of the gateway; `service_error` where it does not know a transaction whose output
 * it has listed, which would make nobody of its payer
 */
export const readPayers = async (
  studio: Studio,
  utxos: readonly Utxo[],
  payers = new Map<TxId, Payer>(),
): Promise<readonly { readonly utxo: Utxo; readonly payer: Payer }[]> => {
  const read = new Map<TxId, Payer>()
  const txIds = new Set(utxos.map(({ txId }) => txId))
  await inParallel([...txIds], maxParallelCalls(studio.network), async (txId) => {
    const payer = payers.get(txId) ?? (await fetchPayer(studio, txId))
    payers.set(txId, payer)
    read.set(txId, payer)
  })
  return utxos.flatMap((utxo) => {
    const payer = read.get(utxo.txId)
    return payer === undefined ? [] : [{ utxo, payer }]
  })
}

const fetchPayer = async (studio: Studio, txId: TxId): Promise<Payer> => {
  const found = await chainAnswer(requireChain(studio).gateway.outputsOf(txId))
  if (found === undefined) throw unlistedTransaction(txId)
  return payerFrom(found.inputs)
}

const unlistedTransaction = (txId: TxId): ColdpressError =>
  new ColdpressError(
    'service_error',
    `The gateway lists an output of the transaction ${txId} but does not know the transaction, as one does that is behind the chain. Nothing was done with what lies there; it is asked again soon.`,
  )
