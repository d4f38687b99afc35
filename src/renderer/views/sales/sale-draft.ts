import { z } from 'zod'
import { readAda } from '#values/amounts/ada-amount.ts'
import type { FieldError } from '#contract/collections/calls.ts'
import type { SaleRoundsView } from '#contract/sales/calls.ts'
import { type SaleRequest, saleRequest } from '#contract/sales/sale.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { text } from '#renderer/text/en.ts'
import { atOwnPaths, type DraftForm, type ErrorsByPath } from '../use-draft-form.ts'

const [fixed, random] = saleRequest.options
const terms = fixed.omit({ type: true, tokens: true })

/** A payment link as it stands in the form: the request as it is typed; a number field gives numbers. */
export type SaleDraft = { [Field in 'price' | NumberField]: string | number } & {
  type: SaleRequest['type']
  /** The user wrote the price. Otherwise it follows from what the tokens are listed at. */
  isPriceTyped: boolean
  /** It may lead to the first mint on mainnet without a rehearsal. */
  skipsRehearsal: boolean
  /** Images may exist on this computer only. */
  acceptsLocalImages: boolean
  acceptsUnfetchedImages: boolean
}

export type SaleDraftForm = DraftForm<SaleDraft>

export const saleDraftKey = ({ accountId, collectionId }: CollectionRef): string =>
  `sale ${accountId} ${collectionId}`

/** What a term is typed in, where that is not what the request has: minutes and hours, in seconds. */
const units: Partial<Record<string, number>> = { reservation_time: 60, delivers_within: 3_600 }

const numbers = { ...terms.omit({ price: true }).shape, quantity: random.shape.quantity }
type NumberField = keyof typeof numbers
const isNumberField = (field: string): field is NumberField => Object.hasOwn(numbers, field)

const isOptional = (field: NumberField): boolean => numbers[field] instanceof z.ZodOptional

/** The whole numbers that a field may have, in the unit in which it is typed. */
const rangeOf = (field: NumberField) => {
  const { [field]: schema } = numbers
  const { minValue, maxValue } = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  const unit = units[field] ?? 1
  return {
    least: Math.ceil((minValue ?? 0) / unit),
    most: Math.floor((maxValue ?? Infinity) / unit),
  }
}

/** How many tokens are wanted; undefined: what is typed is no such number. */
export const quantityOf = ({ quantity }: Pick<SaleDraft, 'quantity'>): number | undefined =>
  numbers.quantity.safeParse(readField('quantity', quantity)).data

export const maxQuantity = rangeOf('quantity').most

const defaultMinutes = 30

const optionalTerms = fixed.keyof().exclude(['type', 'tokens', 'price', 'reservation_time'])

/** Of terms that a sale may leave out. */
const emptyTerms =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(optionalTerms.options.map((term) => [term, ''])) as Record<
    z.output<typeof optionalTerms>,
    string
  >

/** @param reservationTime the collection's, in seconds */
export const emptyDraft = (reservationTime: number | null | undefined): SaleDraft => {
  const { least, most } = rangeOf('reservation_time')
  return {
    type: 'fixed',
    quantity: '1',
    price: '',
    isPriceTyped: false,
    reservation_time:
      typeof reservationTime === 'number'
        ? Math.min(most, Math.max(least, Math.round(reservationTime / 60)))
        : defaultMinutes,
    ...emptyTerms,
    skipsRehearsal: false,
    acceptsLocalImages: false,
    acceptsUnfetchedImages: false,
  }
}

/** What was typed as the request has it: undefined for nothing, NaN for what the schema refuses. */
const readField = (field: 'price' | NumberField, typed: string | number): number | undefined => {
  const written = String(typed).trim()
  if (field === 'price') return Number(readAda(written).lovelace ?? Number.NaN)
  if (written === '') return undefined
  return /^\d{1,6}$/u.test(written) ? Number(written) * (units[field] ?? 1) : Number.NaN
}

type Stated = Pick<SaleRoundsView, 'keys_elsewhere' | 'delivers_within'>

/**
 * The form as the call's request; what cannot be sent is left for the schema to refuse.
 * @param rounds says whether keys elsewhere sign
 */
export const requestOf = (
  draft: SaleDraft,
  tokens: readonly string[],
  rounds: Stated | undefined,
) => {
  const written = Object.fromEntries(
    terms.keyof().options.map((term) => [term, readField(term, draft[term])]),
  )
  const isElsewhere = rounds !== undefined && rounds.keys_elsewhere.length > 0
  const mustState = isElsewhere && rounds.delivers_within === null
  return {
    type: draft.type,
    ...(draft.type === 'random'
      ? { quantity: readField('quantity', draft.quantity) }
      : { tokens: [...tokens] }),
    ...written,
    delivers_within: isElsewhere
      ? (written['delivers_within'] ?? (mustState ? Number.NaN : undefined))
      : undefined,
  }
}

/**
 * What is wrong with the form, in the form's own words.
 * @param isPicked the user picked its tokens; otherwise it asks how many of the next ones
 */
export const errorsOf = (
  { price }: Pick<SaleDraft, 'price'>,
  found: readonly FieldError[],
  isPicked: boolean,
): ErrorsByPath => atOwnPaths(found.map((error) => wordedError(error, String(price), isPicked)))

const wordedError = (
  { field, message }: FieldError,
  price: string,
  isPicked: boolean,
): FieldError => {
  const { errors } = text.sales.form
  if (field === 'tokens')
    return { field: isPicked ? 'type' : 'quantity', message: errors.tokens(maxQuantity) }
  if (field === 'price') return { field, message: readAda(price).error ?? message }
  if (!isNumberField(field)) return { field, message }
  const range = rangeOf(field)
  return {
    field,
    message:
      isOptional(field) && field !== 'delivers_within'
        ? errors.wholeOrEmpty(range)
        : errors.whole(range),
  }
}

/** The form's field that shows the error of a field of the service's request; undefined: none. */
export const saleFieldNamed = (name: string): string | undefined => {
  const field = name.replace(/[.[].*$/su, '')
  if (field === 'tokens') return 'type'
  return field === 'price' || isNumberField(field) ? field : undefined
}
