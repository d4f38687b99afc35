import type { SalesDay } from '#contract/sales/calls.ts'

/** The income of one bar. Amounts are decimal text, in lovelace. */
export type AnalyticsPeriod = Omit<SalesDay, 'day'> & {
  /** Its first day: `2026-11-22`. */
  readonly from: string
}
export type PeriodKind = 'day' | 'week' | 'month'

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
 * Bars without gaps from the first day to the last: a day on which nothing was sold is as wide as
 * any other. Long stretches are taken together by weeks, from Monday, or months.
 * @param days in order
 */
export const periodsOf = (
  days: readonly SalesDay[],
): { readonly kind: PeriodKind; readonly periods: readonly AnalyticsPeriod[] } => {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { kind: 'day', periods: [] }
  const kind = kindFor(first.day, last.day)
  const known = Map.groupBy(days, ({ day }) => firstOf[kind](day))
  const periods: AnalyticsPeriod[] = []
  for (let from = firstOf[kind](first.day); from <= last.day; from = after[kind](from))
    periods.push({ from, ...sumOf(known.get(from) ?? []) })
  return { kind, periods }
}

const sumOf = (days: readonly SalesDay[]): Omit<AnalyticsPeriod, 'from'> => {
  const sum = (amount: (day: SalesDay) => string): string =>
    String(days.reduce((total, day) => total + BigInt(amount(day)), 0n))
  const count = (number: (day: SalesDay) => number): number =>
    days.reduce((total, day) => total + number(day), 0)
  return {
    sales: count(({ sales }) => sales),
    tokens: count(({ tokens }) => tokens),
    revenue: sum(({ revenue }) => revenue),
    income: sum(({ income }) => income),
    txFee: sum(({ txFee }) => txFee),
    nftFee: sum(({ nftFee }) => nftFee),
  }
}
