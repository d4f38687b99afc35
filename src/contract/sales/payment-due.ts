import { statusOf } from './sale-status.ts'
import { paymentFor } from './min-payment.ts'
import { payerTotals } from './payer-totals.ts'
import { salePriceOf } from './total-price.ts'
import type { Sale } from './sale.ts'

/** What a sale's payers have paid and what is asked of whom, the same for the studio and its clients. */

type Payment = NonNullable<Sale['payments']>[number]

/** What one payer has paid of a sale's price. */
export type PaidPart = {
  /**
   * The payment key hash, or the address where a service names no key. Null for a payment that stands
   * alone: no other completes it.
   */
  readonly payer: string | null
  /** Of the payer's first payment; the tokens go there if this payer buys. */
  readonly address: string
  /** Lovelace that counts, confirmed or not. */
  readonly paid: bigint
  readonly payments: readonly [Payment, ...Payment[]]
}

/** What of a sale says who has paid what of its price. */
export type PaidSale = Pick<Sale, 'payments' | 'price' | 'tokens' | 'supply'>

/** What each payer has paid in time and not got back, the one nearest to the price first; of equal ones the first. */
export const paidParts = ({ payments = [] }: Pick<PaidSale, 'payments'>): readonly PaidPart[] =>
  payerTotals(payments.filter(isPart), { payerOf, worthOf }).map(
    ({ payer, worth, payments: its }) => ({
      payer: typeof payer === 'string' ? payer : null,
      address: its[0].address,
      paid: worth,
      payments: its,
    }),
  )

const worthOf = ({ counts, lovelace }: Payment): bigint => BigInt(counts ?? lovelace)

const isPart = (payment: Payment): boolean =>
  isThere(payment) && payment.is_late !== true && payment.counts !== 0

const payerOf = (payment: Payment): string | Payment =>
  payment.payer === undefined ? payment.address : (payment.payer ?? payment)

const goneUses: ReadonlySet<string> = new Set(['refunded', 'spent', 'lost'])

/** Whether a payment still lies at the sale: not given back, nor spent, nor lost in a rollback. */
export const isThere = ({ use }: { readonly use: string }): boolean => !goneUses.has(use)

/**
 * The amount to pay now, in lovelace: the whole price, whoever has paid a part of it, and 0 when
 * nothing is due. Nobody is asked for the rest of what another has paid.
 * @param payer the payment key hash of who is asked, where it is known: it owes only its own rest
 */
export const paymentDue = (sale: Sale, payer?: string): bigint => {
  const { status } = sale
  const total = salePriceOf(sale)
  const parts = paidParts(sale)
  if (!statusOf(status).acceptsPayment || parts.some(({ paid }) => paid >= total)) return 0n
  const own = payer === undefined ? undefined : parts.find((part) => part.payer === payer)
  return paymentFor(total - (own?.paid ?? 0n))
}
