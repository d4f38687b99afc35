import { setTimeout as sleep } from 'node:timers/promises'
import type { Sale } from '#contract/sales/sale.ts'
import type { MintingClient } from '../api/client.ts'
import { statusOf } from '#contract/sales/sale-status.ts'

/** Final, apart from payments that nobody has seen yet. One that was not paid fails by one that is. */
export const isSaleOver = (sale: Sale): boolean => statusOf(sale.status).isOver && !isPaidLate(sale)

/** A payment that does not count yet will have to be given back. */
const isPaidLate = ({ status, payments = [] }: Sale): boolean =>
  statusOf(status).endedUnpaid && payments.some(({ use }) => use === 'unconfirmed')

/** Whether the owner must decide; also true for unknown statuses. */
export const needsDecision = ({ status }: Sale): boolean => {
  const { stage } = statusOf(status)
  return stage === 'decision' || stage === 'unknown'
}

/** Whether a sale is paid and waits to be built with a signing round, which keys elsewhere sign. */
export const waitsForRound = ({
  status,
  delivery,
  mint_id: mintId,
}: Pick<Sale, 'status' | 'delivery' | 'mint_id'>): boolean =>
  status === 'PROCESSING' &&
  delivery !== null &&
  delivery !== undefined &&
  (mintId === null || mintId === undefined)

export type FollowSaleOptions = {
  readonly until: (sale: Sale) => boolean | Promise<boolean>
  readonly signal?: AbortSignal | undefined
  /** Called at each poll. */
  readonly onPoll?: (sale: Sale) => void
  /** Milliseconds between polls; default 500. */
  readonly pauseMs?: number
}

/**
 * Polls a sale until it reaches its goal. Read only: the studio advances the sale.
 * @throws the signal's reason, and as the client
 */
export const followSale = async (
  client: Pick<MintingClient, 'getSale'>,
  { id, collection_id: collectionId }: Pick<Sale, 'id' | 'collection_id'>,
  { until, signal, onPoll, pauseMs = 500 }: FollowSaleOptions,
): Promise<Sale> => {
  for (;;) {
    const sale = await client.getSale(collectionId, id, { signal })
    onPoll?.(sale)
    if (await until(sale)) return sale
    await sleep(pauseMs, undefined, { signal })
  }
}
