import type { TxId } from '#cardano/ids.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { chainAnswer, requireChain } from '../../mints/chain.ts'
import type { Studio } from '../../options.ts'
import { latestTip } from '../tip.ts'

type Answer = readonly [
  transaction: Awaited<ReturnType<Gateway['transaction']>>,
  outputs: Awaited<ReturnType<Gateway['outputsOf']>>,
]

type Answers = Map<TxId, Promise<Answer>>
const known = new WeakMap<Studio, { readonly tip: string; readonly answers: Answers }>()

/**
 * Where a transaction with payments is on chain, and what it pays. Asked once for each block: one transaction
 * may pay many sales, and each payment is read again before it is spent.
 * @throws ColdpressError of the gateway
 */
export const paymentTransaction = (studio: Studio, txId: TxId): Promise<Answer> => {
  const answers = answersAtTip(studio)
  const answer = answers.get(txId) ?? askGateway(studio, txId, () => answers.delete(txId))
  answers.set(txId, answer)
  return answer
}

const answersAtTip = (studio: Studio): Answers => {
  const tip = latestTip(studio)?.hash ?? ''
  const before = known.get(studio)
  if (before?.tip === tip) return before.answers
  const answers: Answers = new Map()
  known.set(studio, { tip, answers })
  return answers
}

/** @param forget called where the gateway may answer otherwise a moment later */
const askGateway = async (studio: Studio, txId: TxId, forget: () => void): Promise<Answer> => {
  const { gateway } = requireChain(studio)
  let isWhole = false
  try {
    const answer: Answer = await chainAnswer(
      Promise.all([gateway.transaction(txId), gateway.outputsOf(txId)]),
    )
    isWhole = answer.every((part) => part !== undefined)
    return answer
  } finally {
    if (!isWhole) forget()
  }
}
