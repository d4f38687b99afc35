import { setTimeout as sleep } from 'node:timers/promises'
import type { Sale } from '#shared/wire/sale.ts'
import type { MintingClient } from '../api/client.ts'

const over: ReadonlySet<string> = new Set(['EXPIRED', 'CANCELLED', 'COMPLETED', 'REFUNDED'])

/** Final, apart from late payments. */
export const isSaleOver = ({ status }: Sale): boolean => over.has(status)

const onItsWay: ReadonlySet<string> = new Set([
  'RESERVED',
  'PROCESSING',
  'SUBMITTING',
  'MINTING',
  'REFUNDING',
])

/** Whether the owner must decide; also true for unknown statuses. */
export const needsDecision = (sale: Sale): boolean =>
  !isSaleOver(sale) && !onItsWay.has(sale.status)

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
  id: string,
  { until, signal, onPoll, pauseMs = 500 }: FollowSaleOptions,
): Promise<Sale> => {
  for (;;) {
    const sale = await client.getSale(id, { signal })
    onPoll?.(sale)
    if (await until(sale)) return sale
    await sleep(pauseMs, undefined, { signal })
  }
}
