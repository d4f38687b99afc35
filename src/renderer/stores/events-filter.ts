import type { EventsFilter } from '#contract/events/calls.ts'
import { saleFailureKinds } from '#contract/sales/sale-status.ts'

export const periods = ['all', 'today', 'week', 'month', 'own'] as const
export type Period = (typeof periods)[number]

/** The filter as the user set it; null: all. */
export type EventsForm = {
  /** A kind, or all that report an error. */
  readonly kind: { readonly kind: string } | 'errors' | null
  readonly collection: { readonly accountId: string; readonly collectionId: string } | null
  readonly network: string | null
  readonly sale: { readonly accountId: string; readonly saleId: string } | null
  readonly period: Period
  /** First and last day of the period `own`: `2026-11-22`, empty for no bound. */
  readonly from: string
  readonly to: string
  readonly search: string
}

export const openForm: EventsForm = {
  kind: null,
  collection: null,
  network: null,
  sale: null,
  period: 'all',
  from: '',
  to: '',
  search: '',
}

/** The filter of the call. Days are in the user's own time zone. */
export const filterOf = (form: EventsForm, now: Date): EventsFilter => {
  const { kind, collection, network, sale, search } = form
  return {
    kinds: kind === null ? null : kind === 'errors' ? [...saleFailureKinds] : [kind.kind],
    accountId: sale?.accountId ?? collection?.accountId ?? null,
    collectionId: collection?.collectionId ?? null,
    saleId: sale?.saleId ?? null,
    network,
    ...rangeOf(form, now),
    search,
  }
}

const daysBack = { today: 0, week: 6, month: 29 } as const

const rangeOf = (
  { period, from, to }: EventsForm,
  now: Date,
): Pick<EventsFilter, 'from' | 'to'> => {
  if (period === 'all') return { from: null, to: null }
  if (period === 'own') return { from: dayOf(from, 0), to: lastOf(to) }
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBack[period])
  return { from: first.toISOString(), to: null }
}

/** The start of a day plus a number of days; null for an invalid day. */
const dayOf = (text: string, later: number): string | null => {
  const [year, month, day] = text.split('-').map(Number)
  if (year === undefined || month === undefined || day === undefined) return null
  const date = new Date(year, month - 1, day + later)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

const lastOf = (text: string): string | null => {
  const next = dayOf(text, 1)
  return next === null ? null : new Date(Date.parse(next) - 1).toISOString()
}

export const isOpenForm = (form: EventsForm): boolean =>
  form.kind === null &&
  form.collection === null &&
  form.network === null &&
  form.sale === null &&
  form.period === 'all' &&
  form.search.trim() === ''
