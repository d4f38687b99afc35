import type { SaleForm } from '#shared/calls/sales.ts'
import { limits } from '#shared/limits.ts'
import type { SaleDraft } from '#renderer/stores/sales-form.ts'
import { lovelaceOf } from './ada-amount.ts'

export type SaleField = 'tokens' | 'quantity' | 'price' | 'minutes' | 'confirmations'

const longestMinutes = 24 * 60
const maxConfirmations = 100
const defaultMinutes = 30

/** What the form shows where the user has said nothing; `reservationTime`: the collection's, in seconds. */
export const minutesOf = (
  { minutes }: SaleDraft,
  reservationTime: number | null | undefined,
): string =>
  minutes ??
  String(
    typeof reservationTime === 'number'
      ? Math.min(longestMinutes, Math.max(1, Math.round(reservationTime / 60)))
      : defaultMinutes,
  )

const wholeIn = (text: string, least: number, most: number): number | undefined => {
  const value = /^\d{1,6}$/u.test(text.trim()) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : undefined
}

/** The form as it may be sent, or the fields that keep it from that. */
export const formOf = (
  draft: SaleDraft,
  picked: readonly string[],
  reservationTime: number | null | undefined,
): { readonly form?: SaleForm; readonly errors: ReadonlySet<SaleField> } => {
  const quantity = wholeIn(draft.quantity, 1, limits.tokensPerSale)
  const tokens = draft.which === 'random' ? quantity : picked.length > 0 ? [...picked] : undefined
  const price = lovelaceOf(draft.price)
  const minutes = wholeIn(minutesOf(draft, reservationTime), 1, longestMinutes)
  const confirmations =
    draft.confirmations.trim() === '' ? null : wholeIn(draft.confirmations, 0, maxConfirmations)
  if (
    tokens !== undefined &&
    price !== undefined &&
    minutes !== undefined &&
    confirmations !== undefined
  )
    return {
      form: { tokens, price, reservationTime: minutes * 60, confirmations },
      errors: new Set(),
    }
  const errors: (SaleField | undefined)[] = [
    tokens === undefined ? (draft.which === 'random' ? 'quantity' : 'tokens') : undefined,
    price === undefined ? 'price' : undefined,
    minutes === undefined ? 'minutes' : undefined,
    confirmations === undefined ? 'confirmations' : undefined,
  ]
  return { errors: new Set(errors.filter((field) => field !== undefined)) }
}

export type SubmitError = { readonly message: string; readonly field: SaleField | undefined }

/** An error of the service, with the field that it is about: it names that of the request. */
export const submitErrorOf = (message: string): SubmitError => {
  const match = /\bwith 400: (?<field>[a-z_]+)(?:\[\d+\])?: (?<why>.*)$/su.exec(message)?.groups
  const field = fields.get(match?.['field'] ?? '')
  return field === undefined
    ? { message, field: undefined }
    : { message: match?.['why'] ?? message, field }
}

const fields: ReadonlyMap<string, SaleField> = new Map([
  ['price', 'price'],
  ['reservation_time', 'minutes'],
  ['confirmations', 'confirmations'],
  ['quantity', 'quantity'],
  ['tokens', 'tokens'],
])
