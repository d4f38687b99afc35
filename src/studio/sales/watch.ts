import { totalPrice } from '#shared/total-price.ts'
import { slowdownOf } from '#core/gateway/call-pace.ts'
import type { Block } from '#core/gateway/gateway.ts'
import { chainAnswer, chainOf } from '../mints/chain.ts'
import type { Studio } from '../options.ts'
import { changeSale, recordEvent } from './change-sale.ts'
import { evaluateSale, type Verdict } from './evaluate-sale.ts'
import { pollsPerBlock, nextPoll } from './next-poll.ts'
import {
  findSale,
  freeSaleTokens,
  holdSaleTokens,
  type SaleRow,
  saleTokens,
  setWatched,
} from '../store/sales.ts'
import {
  type NewPayment,
  type PaymentRow,
  paymentsOf,
  upsertPayment,
  setPaymentUse,
} from './payments.ts'
import { contradiction, paymentsIn } from './payments-in.ts'
import { submissionsOf, revertPayments } from './revert-payments.ts'

/** No rollback reaches this many blocks; later blocks are read again. */
export const settledBlocks = ({ network }: Pick<Studio, 'network'>): number =>
  network === 'devnet' ? 12 : 2160

/**
 * Reads the payments at a sale's address and applies the consequences in one database transaction.
 * @param pass.tip read before; a payment that is missing now was not in a block up to it
 * @throws ColdpressError of the gateway, also where its answers contradict each other (a lagging gateway);
 * nothing has changed then
 */
export const pollSale = async (studio: Studio, sale: SaleRow, pass: PollPass): Promise<void> => {
  const { tip } = pass
  const { gateway } = chainOf(studio)
  const before = paymentsOf(studio.database, sale.id)
  const from = { height: sale.cursor_height, index: 0 }
  const uses = await chainAnswer(gateway.usesOf(sale.payment_address, { from }))
  const known = new Set(
    before
      .filter((payment) => !isAboutToCount(sale, payment, tip))
      .map((payment) => `${payment.tx_id} ${payment.height}`),
  )
  // The sale's own transactions spend payments; they are not payments.
  const own = new Set<string>(submissionsOf(studio, sale).map(({ txId }) => txId))
  const fresh: NewPayment[] = []
  for (const use of uses)
    if (!own.has(use.txId) && !known.has(`${use.txId} ${use.height}`))
      fresh.push(...(await paymentsIn(studio, sale, use)))
  const there = new Set<string>(uses.map(({ txId }) => txId))
  const gone: PaymentRow[] = []
  for (const payment of before)
    if (payment.height >= sale.cursor_height && !there.has(payment.tx_id))
      if (await isGone(studio, payment)) gone.push(payment)
  const now = findSale(studio.database, sale.id)
  if (now === undefined) return
  const isQuiet = fresh.length + gone.length === 0 && verdictOn(studio, now, tip) === undefined
  if (isQuiet) scheduleNextPoll(studio, now, { ...pass, kept: [], unpaidBy: null })
  else
    await studio.database.transactTogether(() =>
      receivePayments(studio, sale.id, { ...pass, fresh, gone }),
    )
}

const verdictOn = ({ database }: Studio, sale: SaleRow, tip: Block): Verdict | undefined => {
  const expected = totalPrice(sale.price, saleTokens(database, sale.id).length)
  return evaluateSale({ ...sale, expected }, paymentsOf(database, sale.id), tip)
}

/** What all polls of a pass share. */
export type PollPass = {
  readonly tip: Block
  /** How many sales are polled at all. */
  readonly watched: number
}

type Left = PollPass & {
  /** Payments lost in a rollback; polled until they reappear or expire. */
  readonly kept: readonly PaymentRow[]
  readonly unpaidBy: number | null
}

/** Most polls find nothing, and a lost update only means another poll: no sync needed. */
const scheduleNextPoll = (
  studio: Studio,
  sale: SaleRow,
  { tip, watched, kept, unpaidBy }: Left,
): void => {
  const { database, network } = studio
  const settled = settledBlocks(studio)
  const settledHeight = tip.height + 1 - Math.max(settled, sale.confirmations)
  const cursorHeight = Math.min(settledHeight, ...kept.map(({ height }) => height))
  const isComing = paymentsOf(database, sale.id).some(({ use }) => use === 'unconfirmed')
  const nowMs = studio.now().getTime()
  const slowdown = slowdownOf(chainOf(studio).gateway)
  const isMoving = isComing || kept.length > 0
  const watchAt = nextPoll(network, sale, { isMoving, nowMs, slowdown, watched })
  // Where every address is polled with each block, the order does not matter.
  const isNothingNew =
    sale.watch_at === 0 &&
    watchAt === 0 &&
    sale.unpaid_by === unpaidBy &&
    cursorHeight - sale.cursor_height < settled &&
    pollsPerBlock(network) < 0
  if (isNothingNew) return
  database.transactUnsynced(() =>
    setWatched(database, { id: sale.id, cursorHeight, unpaidBy, nowMs, watchAt }),
  )
}

/** Fetched again: a fork may have moved it to another block of the same height and another slot. */
const isAboutToCount = (
  { confirmations }: SaleRow,
  { use, height }: PaymentRow,
  tip: Block,
): boolean => use === 'unconfirmed' && tip.height - height >= confirmations

/**
 * Whether the chain dropped a payment. Only another block at the same height proves it; a gateway that does
 * not list the payment may lag.
 * @throws ColdpressError when neither can be shown
 */
const isGone = async (studio: Studio, payment: PaymentRow): Promise<boolean> => {
  const { gateway } = chainOf(studio)
  const found = await chainAnswer(gateway.transaction(payment.tx_id))
  if (found?.block === payment.block) return false
  const block = await chainAnswer(gateway.block(payment.height))
  const isReplaced = block !== undefined && block.hash !== payment.block
  if (found === undefined && isReplaced) return true
  throw contradiction(payment.tx_id)
}

type Seen = PollPass & {
  readonly fresh: readonly NewPayment[]
  readonly gone: readonly PaymentRow[]
}

const receivePayments = (studio: Studio, saleId: string, { fresh, gone, ...pass }: Seen): void => {
  const { tip } = pass
  const { database } = studio
  const before = findSale(database, saleId)
  if (before === undefined) return
  for (const payment of fresh) upsertPayment(database, payment)
  const { sale: left, kept } = revertPayments(studio, before, asTheyAre(studio, gone))
  let sale = reopened(studio, left)
  let unpaidBy: number | null = null
  // An expired reservation may have been paid late in the same poll.
  for (;;) {
    const verdict = verdictOn(studio, sale, tip)
    if (verdict === undefined) break
    if (verdict.status === 'EXPIRED' && !wasUnpaidBefore(sale, tip)) {
      unpaidBy = sale.unpaid_by ?? tip.height
      break
    }
    sale = apply(studio, sale, verdict)
  }
  scheduleNextPoll(studio, sale, { ...pass, kept, unpaidBy })
}

/** Their current rows, unless another process has seen them elsewhere since they were found missing. */
const asTheyAre = ({ database }: Studio, gone: readonly PaymentRow[]): readonly PaymentRow[] =>
  gone.flatMap(({ sale_id: saleId, tx_id: txId, output_index: index, block }) =>
    paymentsOf(database, saleId).filter(
      (now) => now.tx_id === txId && now.output_index === index && now.block === block,
    ),
  )

/** Unpaid at two blocks: a single answer may come from a lagging server. */
const wasUnpaidBefore = ({ unpaid_by: height }: SaleRow, tip: Block): boolean =>
  height !== null && tip.height > height

/** Paid in time but seen late: the sale gets its tokens back, unless another sale has them. */
const reopened = (studio: Studio, sale: SaleRow): SaleRow => {
  const { database } = studio
  const isInTime = ({ slot, use }: PaymentRow): boolean =>
    slot < sale.reserved_until && use !== 'refunded'
  if (sale.status !== 'EXPIRED' || !paymentsOf(database, sale.id).some(isInTime)) return sale
  return holdSaleTokens(database, sale.id, studio.now().toISOString())
    ? changeSale(studio, sale, { status: 'RESERVED' })
    : sale
}

const apply = (studio: Studio, before: SaleRow, verdict: Verdict): SaleRow => {
  const { database } = studio
  for (const { payment, use } of verdict.uses) setPaymentUse(database, payment, use)
  const sale = changeSale(studio, before, {
    status: verdict.status,
    ...(verdict.buyer === undefined ? {} : { buyer_address: verdict.buyer }),
    ...(verdict.error === undefined ? {} : { error: verdict.error && [...verdict.error] }),
  })
  if (verdict.status === 'EXPIRED') freeSaleTokens(database, sale.id, sale.updated_at)
  for (const event of verdict.reports) recordEvent(studio, sale, event)
  return sale
}
