import { readAda } from '#values/amounts/ada-amount.ts'
import type { FieldError } from '#contract/collections/calls.ts'
import type { SaleForm, SalesRounds } from '#contract/sales/calls.ts'
import { limits } from '#values/bounds/limits.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { text } from '#renderer/text/en.ts'
import { atOwnPaths, type DraftForm, type ErrorsByPath } from '../use-draft-form.ts'

/** A payment link as it stands in the form; a number field gives numbers. */
export type SaleDraft = {
  which: 'picked' | 'random'
  quantity: string | number
  /** Of one token, in ADA. */
  price: string
  minutes: string | number
  /** Empty: what suits the network. */
  confirmations: string | number
  /** Where keys elsewhere sign. Empty: as stated before. */
  deliveryHours: string | number
  /** It may lead to the first mint on mainnet without a rehearsal. */
  skipsRehearsal: boolean
  /** Images may exist on this computer only. */
  acceptsLocalImages: boolean
  acceptsUnfetchedImages: boolean
}

export type SaleDraftForm = DraftForm<SaleDraft>

export const saleDraftKey = ({ accountId, collectionId }: CollectionRef): string =>
  `sale ${accountId} ${collectionId}`

const longestMinutes = 24 * 60
const maxConfirmations = 100
const defaultMinutes = 30

/** @param reservationTime the collection's, in seconds */
export const emptyDraft = (reservationTime: number | null | undefined): SaleDraft => ({
  which: 'picked',
  quantity: '1',
  price: '',
  minutes:
    typeof reservationTime === 'number'
      ? Math.min(longestMinutes, Math.max(1, Math.round(reservationTime / 60)))
      : defaultMinutes,
  confirmations: '',
  deliveryHours: '',
  skipsRehearsal: false,
  acceptsLocalImages: false,
  acceptsUnfetchedImages: false,
})

const wholeIn = (typed: string | number, least: number, most: number): number | undefined => {
  const value = /^\d{1,6}$/u.test(String(typed).trim()) ? Number(typed) : Number.NaN
  return value >= least && value <= most ? value : undefined
}

const longestHours = 30 * 24

/** Seconds; undefined for what cannot be sent. */
const deliveryOf = (
  { deliveryHours: typed }: SaleDraft,
  rounds: Stated | undefined,
): number | null | undefined => {
  if (rounds === undefined || rounds.keysElsewhere.length === 0) return null
  if (String(typed).trim() === '') return rounds.deliversWithin === null ? undefined : null
  const hours = wholeIn(typed, 1, longestHours)
  return hours === undefined ? undefined : hours * 3_600
}

type Stated = Pick<SalesRounds, 'keysElsewhere' | 'deliversWithin'>

/**
 * The form as the call takes it; what cannot be sent is undefined.
 * @param rounds says whether keys elsewhere sign
 */
export const formOf = (
  draft: SaleDraft,
  picked: readonly string[],
  rounds: Stated | undefined,
): { readonly [K in keyof SaleForm]: SaleForm[K] | undefined } => {
  const minutes = wholeIn(draft.minutes, 1, longestMinutes)
  return {
    tokens:
      draft.which === 'random'
        ? wholeIn(draft.quantity, 1, limits.tokensPerSale)
        : picked.length > 0 && picked.length <= limits.tokensPerSale
          ? [...picked]
          : undefined,
    price: readAda(draft.price).lovelace?.toString(),
    reservationTime: minutes === undefined ? undefined : minutes * 60,
    confirmations:
      String(draft.confirmations).trim() === ''
        ? null
        : wholeIn(draft.confirmations, 0, maxConfirmations),
    deliversWithin: deliveryOf(draft, rounds),
  }
}

/** What is wrong with the form, in the form's own words. */
export const errorsOf = (
  { which, price }: SaleDraft,
  found: readonly FieldError[],
): ErrorsByPath => {
  const { errors } = text.sales.form
  const quantity = { field: 'quantity', message: errors.quantity(limits.tokensPerSale) }
  const priceError = readAda(price).error
  const known: Readonly<Record<string, FieldError>> = {
    tokens:
      which === 'random'
        ? quantity
        : { field: 'which', message: errors.tokens(limits.tokensPerSale) },
    ...(priceError === undefined ? {} : { price: { field: 'price', message: priceError } }),
    reservationTime: { field: 'minutes', message: errors.minutes },
    confirmations: { field: 'confirmations', message: errors.confirmations },
    deliversWithin: { field: 'deliveryHours', message: errors.deliveryHours },
  }
  return atOwnPaths(found.map((error) => known[error.field] ?? error))
}

/** The form's field that shows the error of a field of the service's request; undefined: none. */
export const fieldNamed = (name: string): keyof SaleDraft | undefined =>
  fields.get(name.replace(/[.[].*$/su, ''))

const fields: ReadonlyMap<string, keyof SaleDraft> = new Map([
  ['price', 'price'],
  ['reservation_time', 'minutes'],
  ['confirmations', 'confirmations'],
  ['delivers_within', 'deliveryHours'],
  ['quantity', 'quantity'],
  ['tokens', 'which'],
])
