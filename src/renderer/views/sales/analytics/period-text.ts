import { text } from '#renderer/text/en.ts'
import type { Period, PeriodKind } from './periods.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dated = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A period's name under its bar: `22 Nov`, `Nov 2026`. */
export const shortPeriod = (kind: PeriodKind, { from }: Pick<Period, 'from'>): string =>
  (kind === 'month' ? month : day).format(new Date(from))

/** With its year, and what is meant by it: `22 Nov 2026`, `Week from 16 Nov 2026`. */
export const longPeriod = (kind: PeriodKind, { from }: Pick<Period, 'from'>): string => {
  if (kind === 'month') return month.format(new Date(from))
  const first = dated.format(new Date(from))
  return kind === 'week' ? text.sales.analytics.week(first) : first
}
