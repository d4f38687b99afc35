import { totalPrice } from '#contract/sales/total-price.ts'
import { slowdownOf } from '#chain/gateway/call-pace.ts'
import type { AddressUse, Block } from '#chain/gateway/gateway.ts'
import { chainAnswer, requireChain } from '../../mints/chain.ts'
import type { Studio } from '../../options.ts'
import { changeSale, recordEvent } from '../change-sale.ts'
import { evaluateSale, type Verdict } from './evaluate-sale.ts'
import { isInTime, reservationTime } from './in-time.ts'
import { tooManyForBuyer } from './buyer-limit.ts'
import { type Lack, leftByRefund } from '../refund/left-by-refund.ts'
import { pollsPerBlock, nextPoll } from './next-poll.ts'
import {
  findSale,
  freeSaleTokens,
  holdSaleTokens,
  type SaleRow,
  saleTokens,
  setWatched,
} from '../../store/sales.ts'
import {
  isUnread,
  type NewPayment,
  type PaymentRow,
  paymentsOf,
  setLacks,
  setPaymentUse,
  setSpend,
  type Spend,
  upsertPayment,
} from '../payments.ts'
import { contradictionAbout, type SaleTransaction, transactionAt } from './payments-in.ts'
import { noteRead } from './read-sales.ts'
import {
  evaluateOfSeveral,
  isPaidBySeveral,
  revertPayments,
  submissionsOf,
} from './revert-payments.ts'
import {
  followSpends,
  type FoundSpend,
  isSpendComing,
  isSpendToFollow,
  revertSpends,
  spendOf,
  spendsIn,
} from './spends.ts'

/** No rollback reaches this many blocks; later blocks are read again. */
export const settledBlocks = ({ network }: Pick<Studio, 'network'>): number =>
  network === 'devnet' ? 12 : 2160

/**
 * Reads the payments at a sale's address, and what spent them, and applies the consequences in one database
 * transaction.
 * @param pass.tip read before; a payment that is missing now was not in a block up to it
 * @throws ColdpressError of the gateway, also where its answers contradict each other (a lagging gateway);
 * nothing has changed then
 */
export const pollSale = async (studio: Studio, sale: SaleRow, pass: PollPass): Promise<void> => {
  const before = paymentsOf(studio.database, sale.id)
  const { tip } = pass
  const found = await readAddress(studio, sale, { before, tip })
  const lacks = await leftByRefund(studio, sale, { ...found, before, tip })
  const gone = await goneFrom(studio, sale, { before, uses: found.uses })
  const now = findSale(studio.database, sale.id)
  if (now === undefined) return
  const payments = paymentsOf(studio.database, sale.id)
  const news = [found.payments, found.spends, gone.payments, gone.spends, lacks]
  const isQuiet =
    news.every(({ length }) => length === 0) &&
    verdictOn(studio, now, { payments, tip }) === undefined &&
    !isPaidBySeveral(studio, now, payments) &&
    !isSpendToFollow(studio, now, { payments, tip })
  if (isQuiet) scheduleNextPoll(studio, now, { ...pass, payments, kept: [], unpaidBy: null })
  else
    await studio.database.transactTogether(() =>
      receivePayments(studio, sale.id, { ...pass, fresh: { ...found, lacks }, gone }),
    )
  noteRead(studio, sale.id)
}

type Found = {
  readonly payments: readonly NewPayment[]
  readonly spends: readonly FoundSpend[]
}

/** What is new at the address. Payments of earlier versions are read again wherever they are. */
const readAddress = async (
  studio: Studio,
  sale: SaleRow,
  { before, tip }: { readonly before: readonly PaymentRow[]; readonly tip: Block },
): Promise<Found & { readonly uses: readonly AddressUse[] }> => {
  const unread = before.filter(isUnread).map(({ height }) => height)
  const from = { height: Math.min(sale.cursor_height, ...unread), index: 0 }
  const uses = await chainAnswer(
    requireChain(studio).gateway.usesOf(sale.payment_address, { from }),
  )
  const known = new Set(
    before.flatMap((payment) => [
      ...(isUnread(payment) || payment.is_lost || isAboutToCount(sale, payment, tip)
        ? []
        : [`${payment.tx_id} ${payment.height}`]),
      // A delivery is read again until it has completed the sale.
      ...(payment.spent_in === null ||
      (payment.spent_for === 'delivery' && sale.status !== 'COMPLETED')
        ? []
        : [`${payment.spent_in} ${payment.spent_height}`]),
    ]),
  )
  // The sale's own transactions spend payments; they are not payments.
  const own = new Set<string>(submissionsOf(studio, sale).map(({ txId }) => txId))
  const transactions: SaleTransaction[] = []
  for (const use of uses)
    if (!own.has(use.txId) && !known.has(`${use.txId} ${use.height}`))
      transactions.push(await transactionAt(studio, sale, use))
  const payments = transactions.flatMap((transaction) => transaction.payments)
  const spends = spendsIn(studio, sale, { transactions, payments: [...before, ...payments] })
  return { uses, payments, spends }
}

type Gone = { readonly payments: readonly PaymentRow[]; readonly spends: readonly PaymentRow[] }

/** Payments, and what spent them, that a rollback took off the chain. */
const goneFrom = async (
  studio: Studio,
  sale: SaleRow,
  of: { readonly before: readonly PaymentRow[]; readonly uses: readonly AddressUse[] },
): Promise<Gone> => {
  const there = new Set<string>(of.uses.map(({ txId }) => txId))
  const payments: PaymentRow[] = []
  const spends: PaymentRow[] = []
  for (const payment of of.before) {
    const { tx_id: txId, block, height } = payment
    if (height >= sale.cursor_height && !there.has(txId))
      if (await isGone(studio, { txId, block, height })) payments.push(payment)
    const spend = spendOf(payment)
    if (spend !== undefined && spend.height >= sale.cursor_height && !there.has(spend.txId))
      if (await isGone(studio, spend)) spends.push(payment)
  }
  return { payments, spends }
}

const verdictOn = (
  { database }: Studio,
  sale: SaleRow,
  { payments, tip }: { readonly payments: readonly PaymentRow[]; readonly tip: Block },
): Verdict | undefined => {
  // Who paid decides; it is read with the next answer of the gateway.
  if (payments.some(isUnread)) return undefined
  const tokens = saleTokens(database, sale.id)
  const expected = totalPrice(sale.price, tokens.length)
  const isHeld = tokens.some(({ is_held: held }) => held)
  const time = reservationTime(database, sale)
  const refuseBuyer = (payment: PaymentRow) => tooManyForBuyer(database, sale, payment)
  return evaluateSale({ ...sale, ...time, expected, isHeld, refuseBuyer }, payments, tip)
}

/** What all polls of a pass share. */
export type PollPass = {
  readonly tip: Block
  /** How many sales are polled at all. */
  readonly watched: number
}

type Left = PollPass & {
  /** Of the sale, as they are now. */
  readonly payments: readonly PaymentRow[]
  /** Payments lost in a rollback; polled until they reappear or expire. */
  readonly kept: readonly PaymentRow[]
  readonly unpaidBy: number | null
}

/** Most polls find nothing, and a lost update only means another poll: no sync needed. */
const scheduleNextPoll = (
  studio: Studio,
  sale: SaleRow,
  { tip, watched, payments, kept, unpaidBy }: Left,
): void => {
  const { database, network } = studio
  const settled = settledBlocks(studio)
  const settledHeight = tip.height + 1 - Math.max(settled, sale.confirmations)
  const cursorHeight = Math.min(settledHeight, ...kept.map(({ height }) => height))
  const isComing = payments.some(({ use }) => use === 'unconfirmed')
  const nowMs = studio.now().getTime()
  const slowdown = slowdownOf(requireChain(studio).gateway)
  const isMoving =
    isComing || kept.length > 0 || unpaidBy !== null || isSpendComing(sale, { payments, tip })
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
 * Whether the chain dropped a transaction. Only another block at the same height proves it; a gateway that
 * does not list the transaction may lag.
 * @throws ColdpressError when neither can be shown
 */
const isGone = async (
  studio: Studio,
  { txId, block, height }: Pick<Spend, 'txId' | 'block' | 'height'>,
): Promise<boolean> => {
  const { gateway } = requireChain(studio)
  const found = await chainAnswer(gateway.transaction(txId))
  if (found?.block === block) return false
  const there = await chainAnswer(gateway.block(height))
  const isReplaced = there !== undefined && there.hash !== block
  if (found === undefined && isReplaced) return true
  throw contradictionAbout(txId)
}

type Seen = PollPass & {
  readonly fresh: Found & { readonly lacks: readonly Lack[] }
  readonly gone: Gone
}

const receivePayments = (studio: Studio, saleId: string, { fresh, gone, ...pass }: Seen): void => {
  const { tip } = pass
  const { database } = studio
  const before = findSale(database, saleId)
  if (before === undefined) return
  for (const payment of fresh.payments) upsertPayment(database, payment)
  for (const { payment, spend } of fresh.spends) setSpend(database, payment, spend)
  for (const { payment, lacks } of fresh.lacks) setLacks(database, payment, lacks)
  // First what spent a payment: a rollback may have taken both, and the payment's row goes.
  const unspent = revertSpends(studio, before, asTheyAre(studio, gone.spends))
  const { sale: left, kept } = revertPayments(studio, unspent, asTheyAre(studio, gone.payments))
  const ofOne = evaluateOfSeveral(studio, left)
  let sale = reopenSale(studio, followSpends(studio, ofOne, { tip, found: fresh.spends }))
  let payments = paymentsOf(database, saleId)
  let unpaidBy: number | null = null
  // An expired reservation may have been paid late in the same poll.
  for (;;) {
    const verdict = verdictOn(studio, sale, { payments, tip })
    if (verdict === undefined) break
    if (verdict.frees === true && !wasUnpaidBefore(sale, tip)) {
      unpaidBy = sale.unpaid_by ?? tip.height
      break
    }
    sale = applyVerdict(studio, sale, verdict)
    payments = paymentsOf(database, saleId)
  }
  scheduleNextPoll(studio, sale, { ...pass, payments, kept, unpaidBy })
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
const reopenSale = (studio: Studio, sale: SaleRow): SaleRow => {
  const { database } = studio
  const isOver = sale.status === 'EXPIRED' || sale.status === 'UNRESOLVED_UNDERPAID'
  const time = reservationTime(database, sale)
  const isNewInTime = (payment: PaymentRow): boolean =>
    payment.use === 'unconfirmed' && isInTime(time, payment)
  if (!isOver || !paymentsOf(database, sale.id).some(isNewInTime)) return sale
  const isHeld = holdSaleTokens(database, sale.id, studio.now().toISOString())
  return isHeld && sale.status === 'EXPIRED'
    ? changeSale(studio, sale, { status: 'RESERVED' })
    : sale
}

const applyVerdict = (studio: Studio, before: SaleRow, verdict: Verdict): SaleRow => {
  const { database } = studio
  for (const { payment, use } of verdict.uses) setPaymentUse(database, payment, use)
  const sale = changeSale(studio, before, {
    status: verdict.status,
    ...(verdict.buyer === undefined ? {} : { buyer_address: verdict.buyer }),
    ...(verdict.error === undefined ? {} : { error: verdict.error && [...verdict.error] }),
  })
  if (verdict.frees === true) freeSaleTokens(database, sale.id, sale.updated_at)
  for (const event of verdict.reports) recordEvent(studio, sale, event)
  return sale
}
