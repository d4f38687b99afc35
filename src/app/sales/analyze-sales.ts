import {
  type CollectionSums,
  maxAnalyzedSales,
  type SalesAnalytics,
  type SalesPeriod,
  type SalesSums,
  type TokenSales,
} from '#contract/sales/analytics.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { statusOf } from '#contract/sales/sale-status.ts'
import { tokensSold, totalPrice } from '#contract/sales/total-price.ts'
import { tokenName } from '#contract/tokens/token.ts'
import { imageCid } from '#media/content/image-cid.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { startOfSlot } from '#values/networks/eras.ts'
import type { Network } from '#values/networks/networks.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import type { Account } from '../accounts/accounts.ts'
import { chainOf } from '../accounts/chain-of.ts'
import type { MintingClient } from '../api/client.ts'
import { periodsOf } from './sales-periods.ts'

/** The sales of one collection, newest first. */
export type SoldCollection = {
  readonly id: string
  readonly name: string
  /** Undefined: which testnet it is on is not known, and so not the time of a slot. */
  readonly chain: Network | undefined
  readonly sales: readonly Sale[]
}

/** A service's own limit of calls, which the client keeps to, holds besides. */
const atOnce = 4

/**
 * What was reserved, paid and delivered of one collection, or of all of the account, and what it
 * brought. It is all taken from the sales as their service answers them, whichever service that is.
 */
export const readAnalytics = async (
  { client, account }: { readonly client: MintingClient; readonly account: Account },
  collectionId: string | undefined,
  signal?: AbortSignal,
): Promise<SalesAnalytics> => {
  const collections =
    collectionId === undefined
      ? await Array.fromAsync(client.collections({ signal }))
      : [await client.getCollection(collectionId, { signal })]
  const read = new Map<string, readonly Sale[]>()
  await inParallel(collections, atOnce, async ({ id }) => {
    read.set(id, await readNewestSales(client, id, signal))
  })
  return analyzeSales(
    collections.map(({ id, name, network }) => ({
      id,
      name,
      chain: chainOf(account, network),
      sales: read.get(id) ?? [],
    })),
  )
}

/** One more than are analyzed, where there are more. None of a service that does not sell. */
const readNewestSales = async (
  client: Pick<MintingClient, 'sales'>,
  collectionId: string,
  signal: AbortSignal | undefined,
): Promise<readonly Sale[]> => {
  const sales: Sale[] = []
  try {
    for await (const sale of client.sales(collectionId, { size: 100, order: 'desc', signal })) {
      sales.push(sale)
      if (sales.length > maxAnalyzedSales) break
    }
  } catch (error) {
    if (!isColdpressError(error, 'not_found')) throw error
  }
  return sales
}

/** Pure: the same sums by time, token and collection, each made of the same parts. */
export const analyzeSales = (sold: readonly SoldCollection[]): SalesAnalytics => {
  const analyzed = sold.map((collection) => ({
    ...collection,
    sales: collection.sales.slice(0, maxAnalyzedSales),
  }))
  const parts = analyzed.flatMap((collection) =>
    collection.sales.flatMap((sale) => partsOf(sale, collection)),
  )
  const byDay = Map.groupBy(parts, ({ day }) => day)
  const undated = byDay.get(undefined)
  const days = [...byDay]
    .flatMap(([day, ofDay]): SalesPeriod[] =>
      day === undefined ? [] : [{ from: day, ...addUp(ofDay) }],
    )
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const sales = analyzed.flatMap((collection) => collection.sales)
  return {
    ...periodsOf(days),
    undated: undated === undefined ? null : addUp(undated),
    tokens: tokensOf(parts),
    collections: collectionsOf(analyzed, parts),
    totals: addUp(parts),
    unstated: {
      paidAt: analyzed.flatMap(({ chain, sales: ofOne }) =>
        ofOne.filter((sale) => lacksPaymentTime(sale, chain)),
      ).length,
      income: sales.filter(({ status, income }) => isDelivered(status) && !isStated(income)).length,
    },
    isCut: sold.some(({ sales: { length } }) => length > maxAnalyzedSales),
  }
}

type Amounts = Readonly<Record<keyof SalesSums, bigint>>

/** What one token of one sale adds to the sums of a day, of the token and of its collection. */
type Part = {
  readonly day: string | undefined
  readonly collectionId: string
  readonly token: Sale['tokens'][number] | undefined
  readonly amounts: Partial<Amounts>
}

/** With its reservation and, once it is paid, its payment. */
const partsOf = (sale: Sale, { id: collectionId, chain }: SoldCollection): readonly Part[] => {
  const reservedOn = dayOf(timeOf(sale.created_at))
  const paidOn = dayOf(paymentTimeOf(sale, chain) ?? timeOf(sale.updated_at ?? sale.created_at))
  return copiesOf(sale).flatMap(({ token, copies }, index, all): Part[] => {
    const reservation = { day: reservedOn, collectionId, token, amounts: { reserved: copies } }
    if (!isPaid(sale.status)) return [reservation]
    const amounts = paidAmountsOf(sale, copies, (total) => shareOf(total, index, all.length))
    return [reservation, { day: paidOn, collectionId, token, amounts }]
  })
}

type Copies = Pick<Part, 'token'> & { readonly copies: bigint }

/** Its tokens; where the service lists none, their number. */
const copiesOf = (sale: Sale): readonly Copies[] =>
  sale.tokens.length > 0
    ? sale.tokens.map((token) => ({ token, copies: 1n }))
    : [{ token: undefined, copies: BigInt(Math.max(0, tokensSold(sale))) }]

const paidAmountsOf = (
  sale: Sale,
  copies: bigint,
  share: (total: number | null | undefined) => bigint,
): Partial<Amounts> => {
  const revenue = totalPrice(sale.price, Number(copies))
  if (!isDelivered(sale.status)) return { paid: copies, revenue, undelivered: revenue }
  return {
    paid: copies,
    delivered: copies,
    revenue,
    income: share(sale.income),
    nftFee: share(sale.nft_fee),
    txFee: share(sale.tx_fee),
  }
}

/** The part of a sum that one of several equal tokens has; all parts together are the sum. */
const shareOf = (total: number | null | undefined, index: number, parts: number): bigint => {
  const [sum, count] = [BigInt(total ?? 0), BigInt(parts)]
  return sum / count + (BigInt(index) < sum % count ? 1n : 0n)
}

const isPaid = (status: string): boolean => {
  const { price } = statusOf(status)
  return price === 'counted' || price === 'spent'
}

const isDelivered = (status: string): boolean => {
  const { isOver, price } = statusOf(status)
  return isOver && price === 'spent'
}

const isStated = (amount: number | null | undefined): boolean => typeof amount === 'number'

/** The block of the last payment that counts. Undefined where the service, or the network, does not say. */
const paymentTimeOf = ({ payments = [] }: Sale, chain: Network | undefined): Date | undefined => {
  const slots = payments.filter(({ use }) => use === 'counted').map(({ slot }) => slot)
  if (slots.length === 0 || chain === undefined) return undefined
  return startOfSlot(chain, BigInt(Math.max(...slots)))
}

const lacksPaymentTime = (sale: Sale, chain: Network | undefined): boolean =>
  isPaid(sale.status) && paymentTimeOf(sale, chain) === undefined

const timeOf = (text: string | null | undefined): Date | undefined => {
  const time = new Date(text ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** Cardano began in 2017. A service may answer any time, and each month until then would be a period. */
const [firstYear, lastYear] = [2017, 2100]

/** `2026-11-22` in this computer's time zone. */
const dayOf = (at: Date | undefined): string | undefined =>
  at === undefined || at.getFullYear() < firstYear || at.getFullYear() > lastYear
    ? undefined
    : [at.getFullYear(), at.getMonth() + 1, at.getDate()]
        .map((part) => String(part).padStart(2, '0'))
        .join('-')

const addUp = (parts: readonly Part[]): SalesSums => {
  const sum = (name: keyof Amounts): bigint =>
    parts.reduce((total, { amounts }) => total + (amounts[name] ?? 0n), 0n)
  return {
    reserved: Number(sum('reserved')),
    paid: Number(sum('paid')),
    delivered: Number(sum('delivered')),
    revenue: String(sum('revenue')),
    undelivered: String(sum('undelivered')),
    income: String(sum('income')),
    nftFee: String(sum('nftFee')),
    txFee: String(sum('txFee')),
  }
}

const tokensOf = (parts: readonly Part[]): TokenSales[] =>
  [...Map.groupBy(parts, ({ collectionId, token }) => `${collectionId} ${keyOf(token)}`).values()]
    .flatMap((ofToken): TokenSales[] => {
      const [first] = ofToken
      if (first === undefined) return []
      const { collectionId, token } = first
      return [
        {
          collectionId,
          id: token?.id ?? null,
          name: keyOf(token) === '' || token === undefined ? null : tokenName(token),
          assetName: token?.asset_name ?? null,
          cid: token === undefined ? null : (imageCid({ image: token.image ?? null }) ?? null),
          ...addUp(ofToken),
        },
      ]
    })
    .toSorted((a, b) => byAmount(b.income, a.income) || byAmount(b.revenue, a.revenue))

/** A service says as much of a token as it likes. */
const keyOf = (token: Part['token']): string => token?.id ?? token?.asset_name ?? token?.name ?? ''

const byAmount = (a: string, b: string): number => Number(BigInt(a) - BigInt(b))

const collectionsOf = (
  sold: readonly SoldCollection[],
  parts: readonly Part[],
): CollectionSums[] => {
  const byCollection = Map.groupBy(parts, ({ collectionId }) => collectionId)
  return sold.flatMap(({ id, name }) => {
    const ofOne = byCollection.get(id)
    return ofOne === undefined ? [] : [{ collectionId: id, name, ...addUp(ofOne) }]
  })
}
