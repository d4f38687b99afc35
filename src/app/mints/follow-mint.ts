import { setTimeout as sleep } from 'node:timers/promises'
import type { Mint, MintTransaction } from '#contract/mints/mint.ts'
import type { MintingClient } from '../api/client.ts'
import { confirmationsWanted } from '#chain/submission/submission.ts'
import { networkOfMint } from './mint-network.ts'

/**
 * How far a mint is. Each of its transactions has `wanted` + 1 steps: into a block, and the blocks
 * on that. `rate` is steps per second since the first one was seen; `secondsLeft` is null until then.
 */
export type MintProgress = {
  readonly mint: Mint
  readonly wanted: number
  readonly done: number
  readonly total: number
  readonly rate: number
  readonly secondsLeft: number | null
}

export type FollowOptions = {
  /** `sent`: until the gateway has every transaction. */
  readonly until: 'sent' | 'completed'
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: MintProgress) => void
  /** Whether a mint that waits for signatures is watched on. Default: it is not. */
  readonly isPatient?: (mint: Mint) => boolean
  /** Between two looks; default 500. */
  readonly pauseMs?: number
}

/**
 * Polls a mint until it reaches its goal, is over, or waits for signatures from elsewhere. Read
 * only: the studio advances the mint.
 * @returns the mint as last seen
 * @throws the signal's reason, and as the client
 */
export const followMint = async (
  client: Pick<MintingClient, 'getMint'>,
  { id, collection_id: collectionId }: Pick<Mint, 'id' | 'collection_id'>,
  { until, signal, onProgress, isPatient = () => false, pauseMs = 500 }: FollowOptions,
): Promise<Mint> => {
  let meter: Meter | undefined
  for (;;) {
    const mint = await client.getMint(collectionId, id, { signal })
    meter ??= createMeter(mint)
    onProgress?.(meter(mint))
    const isWaited = mint.status === 'awaiting_witnesses' && isPatient(mint)
    if ((isOver(mint) && !isWaited) || (until === 'sent' && isMintSent(mint))) return mint
    await sleep(pauseMs, undefined, { signal })
  }
}

/** The mint does not change any more without its user. */
const isOver = ({ status }: Mint): boolean =>
  status === 'awaiting_witnesses' ||
  status === 'completed' ||
  status === 'failed' ||
  status === 'cancelled'

/** Whether the gateway accepted all its transactions. */
export const isMintSent = ({ transactions }: Mint): boolean =>
  transactions.every(
    ({ status }) => status === 'sent' || status === 'in_block' || status === 'confirmed',
  )

type Meter = (mint: Mint) => MintProgress

const createMeter = (first: Mint): Meter => {
  const wanted = confirmationsWanted(networkOfMint(first))
  const steps = ({ status, confirmations }: MintTransaction): number => {
    if (status === 'confirmed') return wanted + 1
    return status === 'in_block' ? 1 + Math.min(confirmations, wanted) : 0
  }
  const stepsOf = ({ transactions }: Mint): number =>
    transactions.reduce((sum, transaction) => sum + steps(transaction), 0)
  const start = { at: performance.now(), done: stepsOf(first) }
  return (mint) => {
    const done = stepsOf(mint)
    const total = mint.transactions.length * (wanted + 1)
    const seconds = (performance.now() - start.at) / 1000
    const rate = seconds > 0 ? Math.max(0, done - start.done) / seconds : 0
    const secondsLeft = done === total ? 0 : rate > 0 ? (total - done) / rate : null
    return { mint, wanted, done, total, rate, secondsLeft }
  }
}
