import { setTimeout as sleep } from 'node:timers/promises'
import type { Sale } from '#shared/wire/sale.ts'
import type { MintingClient } from '../api/client.ts'

const over: ReadonlySet<string> = new Set(['EXPIRED', 'CANCELLED', 'COMPLETED', 'REFUNDED'])

/** Nothing more happens to it, but for a payment that comes too late. */
export const isSaleOver = ({ status }: Sale): boolean => over.has(status)

const onItsWay: ReadonlySet<string> = new Set([
  'RESERVED',
  'PROCESSING',
  'SUBMITTING',
  'MINTING',
  'REFUNDING',
])

/** Somebody has to say what becomes of it. A status that is not known asks for somebody, too. */
export const needsDecision = (sale: Sale): boolean =>
  !isSaleOver(sale) && !onItsWay.has(sale.status)

export type FollowSaleOptions = {
  readonly until: (sale: Sale) => boolean | Promise<boolean>
  readonly signal?: AbortSignal | undefined
  /** At each look. */
  readonly onPoll?: (sale: Sale) => void
  /** Between two looks; default 500. */
  readonly pauseMs?: number
}

/**
 * Watches a sale until it is where it should be. It only watches: the studio brings it on, also
 * when nobody looks.
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
