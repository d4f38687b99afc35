import { isThere } from '#contract/sales/payment-due.ts'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { saleStatus, saleStatuses, stateWords } from '#contract/sales/sale-status.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import { refText } from '#cardano/utxo.ts'
import type { Database } from '#platform/db/database.ts'
import { maxParallelCalls } from '#chain/submission/at-once.ts'
import { chainAnswer } from '../../mints/chain.ts'
import type { Studio } from '../../options.ts'
import { saleTokens } from '../../store/sales.ts'
import { isLeft, type PaymentRow, paymentsOf } from '../payments.ts'

const row = z.object({ id: shortText, status: z.enum(saleStatuses), payment_address: shortText })

const salesOf = (database: Database, collectionId: string): z.output<typeof row>[] =>
  database.all(row, 'SELECT id, status, payment_address FROM sales WHERE collection_id = :id', {
    id: collectionId,
  })

/** @throws ColdpressError `conflict` while a sale of the collection is under way, or to be resolved */
export const requireNoOpenSale = (
  { database }: Pick<Studio, 'database'>,
  collectionId: string,
): void => {
  const open = salesOf(database, collectionId).find(
    (sale) => !saleStatus[sale.status].isOver && !isOnlyLeft(database, sale),
  )
  if (open === undefined) return
  throw new ColdpressError(
    'conflict',
    `the collection has a sale in ${stateWords(open.status)} (${open.id}), so it cannot be deleted. Cancel or resolve the sale, or wait.`,
  )
}

/** A failed sale whose tokens are free, and whose money cannot bear its own way back, as a refund found. */
const isOnlyLeft = (database: Database, { id, status }: z.output<typeof row>): boolean =>
  saleStatus[status].price === 'unused' &&
  !saleTokens(database, id).some(({ is_held: held }) => held) &&
  paymentsOf(database, id).filter(isThere).every(isLeft)

/**
 * Late payments can only be refunded through their sale, so it must not be deleted. Known payments
 * decide without the chain; otherwise every address is queried, a few at a time.
 * @throws ColdpressError `conflict` while there is any at a sale's address; of the gateway
 */
export const requireNoSaleMoney = async (
  { database, chain, network }: Pick<Studio, 'database' | 'chain' | 'network'>,
  collectionId: string,
): Promise<void> => {
  if (chain === undefined) return
  const sales = salesOf(database, collectionId)
  const owing = sales.find(({ id }) => paymentsOf(database, id).some(isOwed))
  if (owing !== undefined) throw moneyAt(owing)
  await inParallel(sales, maxParallelCalls(network), async (sale) => {
    const left = new Set(
      paymentsOf(database, sale.id)
        .filter(isLeft)
        .map(({ tx_id: txId, output_index: index }) => refText({ txId, index })),
    )
    const utxos = await chainAnswer(chain.gateway.utxosAt(sale.payment_address))
    if (utxos.some((utxo) => !left.has(refText(utxo)))) throw moneyAt(sale)
  })
}

/**
 * A counted payment of a finished sale was spent by its transaction. What cannot bear its own way back keeps
 * nobody's collection.
 */
const isOwed = (payment: PaymentRow): boolean =>
  (payment.use === 'surplus' || payment.use === 'unconfirmed') && !isLeft(payment)

const moneyAt = ({ id, payment_address: address }: z.output<typeof row>): ColdpressError =>
  new ColdpressError(
    'conflict',
    `sales: there is money at the address of sale ${id}, ${address}. Refund it, then delete the collection.`,
  )
