import type { Finality } from '#contract/mints/finality.ts'
import type { SigningBlock } from '#contract/mints/mint.ts'
import type { SaleError, WholeSale } from '#contract/sales/sale.ts'
import { answerTerms } from '#contract/sales/sale-terms.ts'
import { totalPrice } from '#contract/sales/total-price.ts'
import { timeOf } from '#cardano/slots.ts'
import { signingBlockOf } from '../../mints/signing-block.ts'
import { finalityOfMint } from '../../mints/finality.ts'
import { findMint } from '../../mints/store.ts'
import type { Studio } from '../../options.ts'
import { roundOfMint } from '../../store/sale-rounds.ts'
import { findTokens } from '../../store/tokens.ts'
import { awaitingField } from '../../seals/awaiting.ts'
import { tokenStatement } from '../../seals/statements.ts'
import { saleStatement } from '../statements.ts'
import { deliverBy } from '../deliver/delivery-time.ts'
import {
  mostNamed,
  noReceiverError,
  refundLeftError,
  secondPaymentError,
  spentElsewhereError,
} from '../watch/evaluate-sale.ts'
import { tooManyForBuyer } from '../watch/buyer-limit.ts'
import { isInTime, reservationTime, type ReservationTime } from '../watch/in-time.ts'
import { isReachable } from '../payer.ts'
import { lostPayments, resolutionsOf } from '../deliver/resolutions.ts'
import { heldMints, type SaleRow, type SaleTokenRow, saleTokens } from '../../store/sales.ts'
import { isLeft, type PaymentRow, paymentsOf, worthOf } from '../payments.ts'
import { latestTip } from '../tip.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { hasSaleError, saleErrorOf } from '#contract/sales/explain-sale-error.ts'

/** The sale's payment page. */
const saleLink = (linkBase: string, saleId: string): string => `${linkBase}/pay/sale/${saleId}`

/** A sale of this studio, whose statuses are all known. */
export type OwnSale = WholeSale & Pick<SaleRow, 'status'>

/**
 * A sale as the HTTP interface returns it.
 * @param linkBase where the pages that links lead to are served
 */
export const saleView = (studio: Studio, row: SaleRow, linkBase: string): OwnSale => {
  const tokens = saleTokens(studio.database, row.id)
  const payments = paymentsOf(studio.database, row.id)
  const time = reservationTime(studio.database, row)
  return {
    id: row.id,
    collection_id: row.collection_id,
    status: row.status,
    type: row.type,
    price: Number(row.price),
    supply: tokens.length,
    payment_address: row.payment_address,
    payment_link: saleLink(linkBase, row.id),
    ...termsAwaiting(studio, row, tokens),
    reservation_time: row.reservation_time,
    ...answerTerms(row),
    reserved_time: leftMs(studio, row),
    service_fee: 0,
    tokens: tokenViews(studio, row, tokens),
    confirmations: row.confirmations,
    payments: payments.map((payment) => paymentView(studio, row, { time, payment })),
    buyer_address: row.delivery_address ?? row.buyer_address,
    error: errorsOf(studio, row, payments),
    resolutions: [...resolutionsOf(studio, row)],
    surplus: Number(surplusOf(row, tokens.length, payments)),
    mint_id: row.mint_id,
    refund_id: row.refund_id,
    signing_blocked: blockOf(studio, row),
    delivery: deliveryView(studio, row),
    held_mint_id: heldMints(studio.database, row.id)[0] ?? null,
    tx_id: row.tx_id,
    tx_fee: numberOrNull(row.tx_fee),
    nft_fee: numberOrNull(row.nft_fee),
    income: numberOrNull(row.income),
    finality: finalityOfSale(studio, row),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Tokens that are sold at their confirmed prices need no confirmation of the sale. */
const termsAwaiting = (
  studio: Studio,
  row: SaleRow,
  tokens: readonly SaleTokenRow[],
): ReturnType<typeof awaitingField> => {
  const { network, database } = studio
  const ofSale = awaitingField(studio, [saleStatement(network, row, tokens)])
  if (ofSale.awaits_confirmation === undefined) return ofSale
  const ids = tokens.map(({ token_id: id }) => id)
  const sold = findTokens(database, row.collection_id, ids)
  return sold.length === ids.length && sold.every(({ price }) => price === row.price)
    ? awaitingField(
        studio,
        sold.map((token) => tokenStatement(network, token)),
      )
    : ofSale
}

const deliveryView = (studio: Studio, row: SaleRow): WholeSale['delivery'] => {
  if (row.delivers_within === null) return null
  const by = deliverBy(studio, row)
  return {
    within: row.delivers_within,
    by: by?.toISOString() ?? null,
    is_late:
      by !== undefined &&
      by.getTime() <= studio.now().getTime() &&
      !saleStatus[row.status].isDelivered,
    round_id:
      (row.mint_id === null ? undefined : roundOfMint(studio.database, row.mint_id)) ?? null,
  }
}

/** Why the sale's transaction, or that of its refund, is not signed. */
const blockOf = (
  { database }: Studio,
  { status, mint_id: mintId, refund_id: refundId }: SaleRow,
): SigningBlock | null => {
  const id = status === 'PROCESSING' ? mintId : refundId
  const mint = id === null ? undefined : findMint(database, id)
  return (mint && signingBlockOf(mint)) ?? null
}

const finalityOfSale = (studio: Studio, row: SaleRow): Finality | null => {
  const ended = { COMPLETED: row.mint_id, REFUNDED: row.refund_id }
  const id = row.status === 'COMPLETED' || row.status === 'REFUNDED' ? ended[row.status] : null
  return id === null ? null : finalityOfMint(studio, id)
}

const numberOrNull = (lovelace: bigint | null): number | null =>
  lovelace === null ? null : Number(lovelace)

const leftMs = ({ network, now }: Studio, row: SaleRow): number =>
  saleStatus[row.status].acceptsPayment
    ? Math.max(0, timeOf(network, row.reserved_until).getTime() - now().getTime())
    : 0

const tokenViews = (
  { database }: Studio,
  { collection_id: collectionId }: SaleRow,
  tokens: readonly SaleTokenRow[],
): WholeSale['tokens'] => {
  const ids = tokens.map((token) => token.token_id)
  const now = new Map(
    findTokens(database, collectionId, ids).map((token) => [token.id, token.status]),
  )
  return tokens.map(({ token_id: id, asset_name, name, image }) => ({
    id,
    asset_name,
    name,
    image,
    // The sale failed and the token was deleted afterwards.
    status: now.get(id) ?? 'DELETED',
  }))
}

const paymentView = (
  studio: Studio,
  row: SaleRow,
  { time, payment }: { readonly time: ReservationTime; readonly payment: PaymentRow },
): NonNullable<WholeSale['payments']>[number] => {
  const height = latestTip(studio)?.height ?? payment.height
  const isLate = !isInTime(time, payment)
  const isRefused =
    payment.use !== 'counted' && tooManyForBuyer(studio.database, row, payment) !== undefined
  return {
    tx_id: payment.tx_id,
    index: payment.output_index,
    address: payment.from_address,
    is_reachable: isReachable(studio, payment),
    payer: payment.payer_key === '' ? null : payment.payer_key,
    lovelace: Number(payment.lovelace),
    counts: isLate || isRefused ? 0 : Number(worthOf(payment)),
    ...(isLate ? { is_late: true } : {}),
    assets: payment.assets,
    slot: Number(payment.slot),
    confirmations: Math.max(0, height - payment.height),
    use: payment.use,
    ...(payment.spent_in === null ? {} : { spent_in: payment.spent_in }),
    ...(payment.lacks === null ? {} : { lacks: Number(payment.lacks) }),
  }
}

/** The sale's own errors, and those of its payments: not refunded, without a receiver, lost, or spent elsewhere. */
const errorsOf = (
  studio: Studio,
  row: SaleRow,
  payments: readonly PaymentRow[],
): WholeSale['error'] => {
  const left = payments.filter(isLeft)
  const owed = payments.filter(({ use, lacks }) => use === 'surplus' && lacks === null)
  const reachable = Map.groupBy(owed, (payment) => isReachable(studio, payment))
  const surplus = reachable.get(true) ?? []
  const waiting = reachable.get(false) ?? []
  const spent = payments.filter(({ use }) => use === 'spent')
  const own = row.error ?? []
  const errors = [
    ...own,
    // Where no payment pays for the tokens, the sale's own errors cover late ones.
    ...surplusErrors(studio, row, surplus),
    ...(waiting.length === 0 ? [] : [noReceiverError(waiting)]),
    ...(left.length === 0 ? [] : [refundLeftError(left)]),
    ...lostPayments(studio, row).map(({ payment, waitsFor }) =>
      saleErrorOf('PaymentLostError', {
        txId: payment.tx_id,
        waitsFor: waitsFor.txId,
        validUntilSlot: waitsFor.validUntil === null ? null : Number(waitsFor.validUntil),
      }),
    ),
    ...(spent.length === 0 || hasSaleError(row, 'SpentElsewhereError')
      ? []
      : [spentElsewhereError(spent)]),
  ]
  return errors.length === 0 ? null : errors
}

const surplusErrors = (
  { database }: Studio,
  row: SaleRow,
  surplus: readonly PaymentRow[],
): readonly SaleError[] => {
  const { stage, price } = saleStatus[row.status]
  if (surplus.length === 0 || price === 'unused') return []
  if (stage !== 'reserved') return [secondPaymentError(surplus)]
  return surplus
    .slice(0, mostNamed)
    .flatMap((payment) => tooManyForBuyer(database, row, payment) ?? [])
}

const sumOf = (payments: readonly PaymentRow[], use: PaymentRow['use']): bigint =>
  payments.reduce((sum, payment) => (payment.use === use ? sum + payment.lovelace : sum), 0n)

/** Until it is accepted, an overpaid sale counts only its price. */
const surplusOf = (row: SaleRow, supply: number, payments: readonly PaymentRow[]): bigint => {
  const [surplus, counted] = [sumOf(payments, 'surplus'), sumOf(payments, 'counted')]
  if (saleStatus[row.status].sellsNothing) return surplus + counted
  const over = counted - totalPrice(row.price, supply)
  return row.status === 'UNRESOLVED_OVERPAID' && over > 0n ? surplus + over : surplus
}
