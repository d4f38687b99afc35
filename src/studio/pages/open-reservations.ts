import { keepNewest } from '#values/work/keep-newest.ts'
import { type ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { timeOf } from '#cardano/slots.ts'
import type { Studio } from '../options.ts'
import { isPriceReached } from '../sales/reserve/cancel.ts'
import { findSale, type SaleRow, saleTokens } from '../store/sales.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { errorBy, readDetails } from '#values/errors/error-rules.ts'
import { saleErrors } from '#contract/sales/errors.ts'

/** What one visitor holds without having paid: nobody else can buy it meanwhile. */
export const mostOpen = 5

/** Addresses that are remembered; about 500 bytes each. */
const mostVisitors = 20_000

/** What a visitor's address has reserved, and how many reservations are being made for it. */
type Reserved = { ids: readonly string[]; underWay: number }

const all = new WeakMap<Studio, Map<string, Reserved>>()

/**
 * Reserves for a visitor who has fewer than {@link mostOpen} open reservations. In memory alone: a restart
 * forgets who reserved what.
 * @param visitor the address; undefined where it is not known, which is not counted
 * @throws ColdpressError `rate_limited` that {@link openUntilOf} reads; of `make`
 */
export const reserveFor = async (
  studio: Studio,
  visitor: string | undefined,
  make: () => Promise<SaleRow>,
): Promise<SaleRow> => {
  if (visitor === undefined) return make()
  const reserved = reservedOf(studio, visitor)
  const open = reserved.ids.flatMap((id) => openSale(studio, id) ?? [])
  reserved.ids = open.map(({ id }) => id)
  if (open.length + reserved.underWay >= mostOpen) throw tooMany(studio, open)
  reserved.underWay += 1
  try {
    const sale = await make()
    reserved.ids = [...reserved.ids, sale.id]
    return sale
  } finally {
    reserved.underWay -= 1
  }
}

const reservedOf = (studio: Studio, visitor: string): Reserved => {
  const visitors = all.get(studio) ?? new Map<string, Reserved>()
  all.set(studio, visitors)
  const reserved = visitors.get(visitor) ?? { ids: [], underWay: 0 }
  keepNewest(visitors, visitor, reserved, mostVisitors)
  return reserved
}

/** Until when a sale holds its tokens for who reserved them; undefined once its price is paid. */
export const reservationEnd = (studio: Studio, saleId: string): Date | undefined => {
  const sale = openSale(studio, saleId)
  return sale && endOf(studio, sale)
}

/** One that ends later and whose price nobody has paid. */
const openSale = (studio: Studio, id: string): SaleRow | undefined => {
  const { database } = studio
  const sale = findSale(database, id)
  if (sale === undefined || !saleStatus[sale.status].acceptsPayment) return undefined
  const tokens = saleTokens(database, id)
  if (!tokens.some(({ is_held: isHeld }) => isHeld) || endOf(studio, sale) <= studio.now())
    return undefined
  return isPriceReached(database, sale) ? undefined : sale
}

const endOf = ({ network }: Studio, { reserved_until: end }: SaleRow): Date => timeOf(network, end)

const tooMany = (studio: Studio, open: readonly SaleRow[]): ColdpressError => {
  const [first] = open.map((sale) => endOf(studio, sale)).toSorted((a, b) => Number(a) - Number(b))
  return errorBy(
    saleErrors,
    'open_reservations',
    first === undefined ? {} : { until: first.toISOString() },
    `${mostOpen} reservations of this visitor are not paid yet.`,
  )
}

/** When the first of a visitor's open reservations ends; undefined for any other error. */
export const openUntilOf = (error: unknown): Date | 'soon' | undefined => {
  if (!isColdpressError(error)) return undefined
  const details = readDetails(saleErrors, 'open_reservations', error.details)
  return details && (details.until === undefined ? 'soon' : new Date(details.until))
}
