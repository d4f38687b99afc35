import type { SalesDay, SalesAnalytics } from '#contract/sales/calls.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { startOfSlot } from '#values/networks/eras.ts'
import { totalPrice } from '#contract/sales/total-price.ts'
import type { Network } from '#values/networks/networks.ts'

/** More pages would take too long, and newer sales matter more. */
export const maxSales = 5_000

/** The time of the last counted payment; for other services, of the sale's last change. */
const soldAt = (
  { payments, updated_at: updatedAt, created_at: createdAt }: Sale,
  chain: Network | undefined,
): Date => {
  const slots = (payments ?? []).filter(({ use }) => use === 'counted').map(({ slot }) => slot)
  const last = slots.length === 0 ? undefined : Math.max(...slots)
  const paidAt =
    last === undefined || chain === undefined ? undefined : startOfSlot(chain, BigInt(last))
  return paidAt ?? new Date(updatedAt ?? createdAt ?? 0)
}

/** `2026-11-22` in this computer's time zone. */
const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

type Sums = Omit<SalesDay, 'day'>

const sumsOf = (sales: readonly Sale[]): Sums => {
  const sum = (amount: (sale: Sale) => number | null | undefined): string =>
    String(sales.reduce((total, sale) => total + BigInt(amount(sale) ?? 0), 0n))
  return {
    sales: sales.length,
    tokens: sales.reduce((total, { tokens }) => total + tokens.length, 0),
    revenue: String(
      sales.reduce((total, { price, tokens }) => total + totalPrice(price, tokens.length), 0n),
    ),
    income: sum(({ income }) => income),
    txFee: sum(({ tx_fee: fee }) => fee),
    nftFee: sum(({ nft_fee: fee }) => fee),
  }
}

/**
 * The confirmed sales, by the day of their payment.
 * @param isCut some older ones are left out
 */
export const analyticsOf = (
  sales: readonly Sale[],
  chain: Network | undefined,
  isCut: boolean,
): SalesAnalytics => {
  const completed = sales.filter(({ status }) => status === 'COMPLETED')
  const days = Map.groupBy(completed, (sale) => dayOf(soldAt(sale, chain)))
  return {
    days: [...days]
      .map(([day, sold]) => ({ day, ...sumsOf(sold) }))
      .toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    totals: sumsOf(completed),
    isCut,
  }
}
