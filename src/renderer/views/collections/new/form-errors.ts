import type { FieldError } from '#shared/calls/collections.ts'
import { type AttributeRow, type Draft, templateFields } from '#renderer/stores/new-collection.ts'
import { text } from '#renderer/text/en.ts'
import { rateOfPercent } from '#shared/percent.ts'
import { isBlank, lockTimeOf, minutesOf } from './form-of.ts'

const words = text.collections.new.errors

export const attributeField = (id: number): string => `attribute ${id}`

/** Errors that the contract's form cannot express, because what was typed has no place in it. */
const ownErrors = (draft: Draft): readonly (readonly [field: string, message: string])[] => [
  ...(draft.name.trim() === '' ? [['name', words.name] as const] : []),
  ...(draft.payout.trim() === '' ? [['payout_address', words.payout] as const] : []),
  ...draft.attributes.flatMap((row, index) => {
    const message = attributeError(row, draft.attributes.slice(0, index))
    return message === undefined ? [] : [[attributeField(row.id), message] as const]
  }),
  ...policyErrors(draft),
  ...(draft.hasRoyalty && rateOfPercent(draft.royaltyRate) === undefined
    ? [['royalty.rate', words.rate] as const]
    : []),
  ...(draft.hasRoyalty && draft.royaltyAddress.trim() === ''
    ? [['royalty.address', words.royaltyAddress] as const]
    : []),
  ...(draft.reservation.trim() !== '' && minutesOf(draft.reservation) === undefined
    ? [['reservation_time', words.reservation] as const]
    : []),
]

/** Two attributes of one name would be one in the form, and one of them silently lost. */
const attributeError = (
  row: AttributeRow,
  earlier: readonly AttributeRow[],
): string | undefined => {
  if (isBlank(row)) return undefined
  if (row.name === '') return words.attributeName
  if (earlier.some(({ name }) => name === row.name)) return words.attributeTwice(row.name)
  return row.text === '' ? words.attributeText(row.name) : undefined
}

const policyErrors = (draft: Draft): readonly (readonly [string, string])[] => {
  if (draft.policy === 'vault') {
    return draft.policyId === null ? [['policy', words.policy]] : []
  }
  return draft.locks && lockTimeOf(draft.lockAt) === null ? [['policy', words.lockTime]] : []
}

/** Where the errors of the form are shown. */
const plainFields = [
  'name',
  'url',
  'description',
  'payout_address',
  'policy.sendKeysTo',
  'policy',
  'royalty.address',
  'royalty.rate',
  'reservation_time',
] as const

const isWithin = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`)

/** The field of the form that shows the error of this path; undefined: none does. */
const fieldOf = (path: string, { attributes }: Draft): string | undefined => {
  const row = attributes.find(({ name }) => path === `metadata.attributes.${name}`)
  if (row !== undefined) return attributeField(row.id)
  return (
    plainFields.find((field) => isWithin(path, field)) ??
    templateFields.map((field) => `metadata.${field}`).find((field) => isWithin(path, field))
  )
}

/** `not a tag` as a sentence of its own. */
const asSentence = (message: string): string => {
  const [first = ''] = message
  const sentence = `${first.toUpperCase()}${message.slice(first.length)}`
  return /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`
}

export type FormErrors = {
  /** The first error of each field. */
  readonly byField: ReadonlyMap<string, string>
  /** Errors that no field shows. */
  readonly others: readonly string[]
}

/** All that is wrong with the form: its own errors first, then what the main process found. */
export const errorsOf = (draft: Draft, checked: readonly FieldError[]): FormErrors => {
  const byField = new Map<string, string>()
  const others: string[] = []
  for (const [field, message] of ownErrors(draft)) {
    if (!byField.has(field)) byField.set(field, message)
  }
  for (const { field: path, message } of checked) {
    const field = fieldOf(path, draft)
    if (field === undefined) others.push(`${path}: ${message}`)
    else if (!byField.has(field)) byField.set(field, asSentence(message))
  }
  return { byField, others }
}
