import type { PeriodKind, SalesPeriod } from '#contract/sales/analytics.ts'
import { dateText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'

/** A period's name under its bar: `22 Nov`, `Nov 2026`. */
export const shortPeriod = (kind: PeriodKind, { from }: Pick<SalesPeriod, 'from'>): string =>
  dateText(from, kind === 'month' ? 'utcMonth' : 'utcDay')

/** With its year, and what is meant by it: `22 Nov 2026`, `Week from 16 Nov 2026`. */
export const longPeriod = (kind: PeriodKind, { from }: Pick<SalesPeriod, 'from'>): string => {
  if (kind === 'month') return dateText(from, 'utcMonth')
  const first = dateText(from, 'utcDate')
  return kind === 'week' ? text.sales.analytics.week(first) : first
}
