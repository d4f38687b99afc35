import type { PeriodKind, SalesPeriod, SalesSums } from '#contract/sales/analytics.ts'

/** More bars than this cannot be distinguished in a small window. */
const maxBars = 62

const dayMs = 86_400_000
/** A day as a number: days are counted, so no time zone can move them. */
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)

/** The Monday of a day's week: 1970-01-01 was a Thursday. */
const mondayOf = (day: string): string => {
  const number = numberOf(day)
  return dayOf(number - ((((number + 3) % 7) + 7) % 7))
}

const firstOf: Readonly<Record<PeriodKind, (day: string) => string>> = {
  day: (day) => day,
  week: mondayOf,
  month: (day) => `${day.slice(0, 7)}-01`,
}

const after: Readonly<Record<PeriodKind, (from: string) => string>> = {
  day: (from) => dayOf(numberOf(from) + 1),
  week: (from) => dayOf(numberOf(from) + 7),
  // Any day of the next month: the 28th is in every one.
  month: (from) => `${dayOf(numberOf(`${from.slice(0, 7)}-28`) + 4).slice(0, 7)}-01`,
}

const kindFor = (first: string, last: string): PeriodKind => {
  const days = numberOf(last) - numberOf(first) + 1
  if (days <= maxBars) return 'day'
  return days <= maxBars * 7 ? 'week' : 'month'
}

/**
 * Periods without gaps from the first day to the last: a day on which nothing was sold is as long as
 * any other. Long stretches are taken together by weeks, from Monday, or months.
 * @param days in order
 */
export const periodsOf = (
  days: readonly SalesPeriod[],
): { readonly kind: PeriodKind; readonly periods: SalesPeriod[] } => {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { kind: 'day', periods: [] }
  const kind = kindFor(first.from, last.from)
  const known = Map.groupBy(days, ({ from }) => firstOf[kind](from))
  const periods: SalesPeriod[] = []
  for (let from = firstOf[kind](first.from); from <= last.from; from = after[kind](from))
    periods.push({ from, ...addSums(known.get(from) ?? []) })
  return { kind, periods }
}

const addSums = (days: readonly SalesPeriod[]): SalesSums => {
  const count = (name: 'reserved' | 'paid' | 'delivered'): number =>
    days.reduce((total, day) => total + day[name], 0)
  const sum = (name: Exclude<keyof SalesSums, 'reserved' | 'paid' | 'delivered'>): string =>
    String(days.reduce((total, day) => total + BigInt(day[name]), 0n))
  return {
    reserved: count('reserved'),
    paid: count('paid'),
    delivered: count('delivered'),
    revenue: sum('revenue'),
    undelivered: sum('undelivered'),
    income: sum('income'),
    nftFee: sum('nftFee'),
    txFee: sum('txFee'),
  }
}
