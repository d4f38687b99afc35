import { isThere } from '#contract/sales/payment-due.ts'
import { totalPrice } from '#contract/sales/total-price.ts'
import { refText } from '#cardano/utxo.ts'
import { type Unit, unitOf } from '#cardano/value.ts'
import type { Block } from '#chain/gateway/gateway.ts'
import { findPaymentKey } from '../../mints/payment-key-store.ts'
import { withdrawMint } from '../../mints/withdraw-mint.ts'
import type { Studio } from '../../options.ts'
import { existingCollection } from '../../store/collections.ts'
import {
  completeSaleTokens,
  freeSaleTokens,
  reopenSaleTokens,
  type SaleRow,
  saleMints,
  priceOfSale,
  saleTokens,
} from '../../store/sales.ts'
import { changeSale, recordEvent } from '../change-sale.ts'
import { causeOf, reachingPayments, spentElsewhereError } from './evaluate-sale.ts'
import { isReachable } from '../payer.ts'
import {
  isLeft,
  type PaymentRef,
  refOf,
  type PaymentRow,
  paymentsOf,
  setCountedAsSurplus,
  setSpend,
  type Spend,
  type SpendPurpose,
  worthOfAll,
} from '../payments.ts'
import type { SaleTransaction } from './payments-in.ts'
import { evaluateAgain } from './revert-payments.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { isSaleError } from '#contract/sales/explain-sale-error.ts'

/**
 * Payments of a sale that a transaction spent which this studio does not know: an older copy of its database
 * was put back, or somebody used the wallet's phrase. The sale ends as that transaction ended it.
 */

export type FoundSpend = {
  readonly payment: PaymentRef
  readonly spend: Spend
  /** Of a delivery: who got the tokens, and where the payments went. */
  readonly delivery: Delivery | undefined
}

type Delivery = Pick<SaleRow, 'buyer_address' | 'tx_fee' | 'nft_fee' | 'income' | 'returned'>

/** What spends a payment, where that is known and not of this studio. */
export const spendOf = ({
  spent_in: txId,
  spent_block: block,
  spent_height: height,
}: PaymentRow): Omit<Spend, 'purpose'> | undefined =>
  txId === null || block === null || height === null ? undefined : { txId, block, height }

/** The payments that these transactions spend, and for what. */
export const spendsIn = (
  studio: Studio,
  sale: SaleRow,
  of: {
    readonly transactions: readonly SaleTransaction[]
    readonly payments: readonly Spent[]
  },
): readonly FoundSpend[] => {
  const payments = new Map(of.payments.map((payment) => [refOf(payment), payment]))
  return of.transactions.flatMap((transaction) => {
    const spent = transaction.inputs.flatMap((input) => payments.get(refText(input)) ?? [])
    if (spent.length === 0) return []
    const { txId, block, height } = transaction.transaction
    const delivery = deliveryIn(studio, sale, transaction)
    const purpose =
      delivery === undefined ? purposeOf(studio, sale, transaction, spent) : 'delivery'
    return spent.map((payment) => ({
      payment,
      spend: { txId, block, height, purpose },
      delivery,
    }))
  })
}

type Spent = PaymentRef & Pick<PaymentRow, 'from_address'>

/** A refund pays the payers, and the address that may have paid its fee, and nobody else. */
const purposeOf = (
  { database }: Studio,
  { collection_id: collectionId }: SaleRow,
  { outputs }: SaleTransaction,
  spent: readonly Spent[],
): SpendPurpose => {
  const payers = new Set<string | undefined>(spent.map(({ from_address: address }) => address))
  payers.add(findPaymentKey(database, collectionId)?.address)
  return outputs.every(({ address }) => payers.has(address)) ? 'refund' : 'elsewhere'
}

/**
 * All tokens of the sale are in its outputs. A stranger cannot pretend that, whoever may mint under
 * the policy: it spends a payment, which takes a key of the sale's wallet.
 */
const deliveryIn = (
  studio: Studio,
  sale: SaleRow,
  { inputs, outputs }: SaleTransaction,
): Delivery | undefined => {
  const units = unitsOf(studio, sale)
  const delivered = units.map((unit) => outputs.find(({ value }) => value.assets.has(unit)))
  const buyer = delivered[0]?.address
  if (buyer === undefined || delivered.includes(undefined)) return undefined
  const paid = inputs.reduce((sum, { value }) => sum + value.lovelace, 0n)
  const withTokens = outputs.reduce(
    (sum, { address, value }) => (address === buyer ? sum + value.lovelace : sum),
    0n,
  )
  const returned = paid - totalPrice(sale.price, units.length)
  // A delivery has no deposit and no withdrawal: what it spends and does not pay is its fee.
  const txFee = outputs.reduce((left, { value }) => left - value.lovelace, paid)
  const income = paid - withTokens - txFee
  const nftFee = withTokens - returned
  // Another transaction of the same keys may have been built in another way.
  const isAsBuilt = [returned, income, nftFee].every((amount) => amount >= 0n)
  return {
    buyer_address: buyer,
    ...(isAsBuilt
      ? { tx_fee: txFee, nft_fee: nftFee, income, returned }
      : { tx_fee: txFee, nft_fee: null, income: null, returned: null }),
  }
}

const unitsOf = (studio: Studio, { id, collection_id }: SaleRow): readonly Unit[] => {
  const { policy_id: policyId } = existingCollection(studio, collection_id)
  return saleTokens(studio.database, id).map(({ asset_name: name }) =>
    unitOf(policyId, Buffer.from(name).toString('hex')),
  )
}

type Outcome = 'refunded' | 'broken'

/** The payments of a sale as they are, and the newest block. */
type Seen = { readonly payments: readonly PaymentRow[]; readonly tip: Block }

/**
 * How a sale ends by what spent its payments, once so many blocks stand on it as on a payment. A refund
 * leaves what lacks its own way back, or has no receiver; what could still buy goes on.
 */
const outcomeOf = (studio: Studio, sale: SaleRow, { payments, tip }: Seen): Outcome | undefined => {
  const { database } = studio
  const spent = payments.filter((payment) => isConfirmed(sale, payment, tip))
  if (spent.length === 0) return undefined
  const expected = priceOfSale(database, sale)
  const others = payments.filter(({ use }) => use !== 'refunded' && use !== 'spent')
  const areLeft =
    others.every(
      (payment) => isThere(payment) && (isLeft(payment) || !isReachable(studio, payment)),
    ) && reachingPayments(others, expected) === undefined
  const isRefund = spent.some(({ spent_for: purpose }) => purpose === 'refund')
  const { isDecided, price } = saleStatus[sale.status]
  if (areLeft && isRefund && !isDecided) return 'refunded'
  if (price !== 'counted') return undefined
  const counted = payments.filter(({ use }) => use === 'counted')
  return worthOfAll(counted) < expected ? 'broken' : undefined
}

const isConfirmed = (
  { confirmations }: SaleRow,
  { spent_height: height }: PaymentRow,
  tip: Block,
): boolean => height !== null && tip.height - height >= confirmations

/** Whether {@link followSpends} would change the sale. */
export const isSpendToFollow = (studio: Studio, sale: SaleRow, seen: Seen): boolean =>
  outcomeOf(studio, sale, seen) !== undefined

/** Whether a transaction that spent a payment has too few blocks on it yet. */
export const isSpendComing = (sale: SaleRow, { payments, tip }: Seen): boolean =>
  payments.some((payment) => payment.spent_height !== null && !isConfirmed(sale, payment, tip))

/**
 * Ends a sale as what spent its payments ended it. Call it in the database transaction that stores that.
 * @param found the spends that were read now, with what a delivery delivered
 */
export const followSpends = (
  studio: Studio,
  sale: SaleRow,
  { tip, found }: { readonly tip: Block; readonly found: readonly FoundSpend[] },
): SaleRow => {
  const delivered = found.find(
    ({ delivery, spend }) =>
      delivery !== undefined && tip.height - spend.height >= sale.confirmations,
  )
  if (delivered?.delivery !== undefined && sale.status !== 'COMPLETED')
    return completeSale(studio, sale, delivered.spend, delivered.delivery)
  const payments = paymentsOf(studio.database, sale.id)
  const outcome = outcomeOf(studio, sale, { payments, tip })
  if (outcome === undefined) return sale
  withdrawMints(studio, sale)
  freeSaleTokens(studio.database, sale.id, studio.now().toISOString())
  const change = { ...withoutMint, status_before: null }
  setCountedAsSurplus(studio, sale)
  // A refund of before, which failed, is not what refunded it.
  if (outcome === 'refunded') {
    const after = changeSale(studio, sale, {
      ...change,
      status: 'REFUNDED',
      refund_id: null,
      refund_to: null,
      error: null,
    })
    recordEvent(studio, after, { kind: 'REFUNDED', cause: after.id })
    return after
  }
  return failAsSpent(studio, sale, change)
}

/** Amounts and transaction of a sale whose mint never was. */
export const withoutMint = {
  tx_id: null,
  tx_fee: null,
  nft_fee: null,
  income: null,
  returned: null,
} as const

const completeSale = (
  studio: Studio,
  before: SaleRow,
  { txId }: Spend,
  delivery: Delivery,
): SaleRow => {
  const { database } = studio
  withdrawMints(studio, before)
  completeSaleTokens(database, before.id, studio.now().toISOString())
  const sale = changeSale(studio, before, {
    ...delivery,
    status: 'COMPLETED',
    status_before: null,
    delivery_address: null,
    mint_id: null,
    tx_id: txId,
    error: null,
  })
  recordEvent(studio, sale, { kind: 'MINTING', cause: txId })
  recordEvent(studio, sale, { kind: 'COMPLETED', cause: txId })
  return sale
}

/** What is left of the payments goes back. */
const failAsSpent = (
  studio: Studio,
  before: SaleRow,
  change: Parameters<typeof changeSale>[2],
): SaleRow => {
  const { database } = studio
  const payments = paymentsOf(database, before.id)
  const spent = payments.filter((payment) => payment.spent_in !== null)
  const error = [spentElsewhereError(spent)]
  const sale = changeSale(studio, before, {
    ...change,
    status: 'RESERVED_FAILED',
    mint_id: null,
    error,
  })
  const transactions = new Set(spent.flatMap(({ spent_in: txId }) => txId ?? []))
  const cause = causeOf(error, [...transactions])
  recordEvent(studio, sale, { kind: 'RESERVED_FAILED', cause, error })
  return sale
}

const withdrawMints = (studio: Studio, { id }: SaleRow): void => {
  for (const { mint_id: mintId } of saleMints(studio.database, id)) withdrawMint(studio, mintId)
}

/** A rollback took back what had spent these payments: the sale is evaluated again. */
export const revertSpends = (
  studio: Studio,
  sale: SaleRow,
  gone: readonly PaymentRow[],
): SaleRow => {
  if (gone.length === 0) return sale
  for (const payment of gone) setSpend(studio.database, payment, null)
  const isByIt =
    (sale.status === 'COMPLETED' && sale.mint_id === null) ||
    (sale.status === 'REFUNDED' && sale.refund_id === null) ||
    isSaleError(sale.error?.[0], 'SpentElsewhereError')
  if (!isByIt) return sale
  if (sale.status === 'COMPLETED')
    reopenSaleTokens(studio.database, sale.id, studio.now().toISOString())
  return evaluateAgain(studio, sale, new Set())
}
