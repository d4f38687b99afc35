import { capitalized } from '#values/text/text.ts'
import type { FieldError } from '#contract/collections/calls.ts'
import { royaltyRequest, tokenFields } from '#contract/collections/collection.ts'
import { rateOfPercent } from '#values/amounts/percent.ts'
import { text } from '#renderer/text/en.ts'
import { atOwnPaths, type ErrorsByPath } from '#renderer/views/use-draft-form.ts'
import { type AttributeRow, type CollectionDraft, typedFields } from './draft.ts'
import { isEmptyText, lockTimeOf } from './form-of.ts'

const words = text.collections.new.errors

/** Where the errors of an attribute are shown. */
export const attributePath = (index: number): string => `attributes.${index}`

/** Errors that the request cannot express, because it has no place for the input. */
const ownErrors = (draft: CollectionDraft): readonly FieldError[] => [
  ...draft.attributes.flatMap((row, index) => {
    const message = attributeError(row, draft.attributes.slice(0, index))
    return message === undefined ? [] : [{ field: attributePath(index), message }]
  }),
  ...policyErrors(draft),
]

/** Two attributes of one name would be one in the form, and one of them silently lost. */
const attributeError = (
  row: AttributeRow,
  earlier: readonly AttributeRow[],
): string | undefined => {
  if (isEmptyText(row)) return undefined
  if (row.name === '') return words.attributeName
  if (earlier.some(({ name }) => name === row.name)) return words.attributeTwice(row.name)
  return row.text === '' ? words.attributeText(row.name) : undefined
}

const policyErrors = ({ policy }: CollectionDraft): readonly FieldError[] => {
  const field = policyPath(policy)
  if (policy.kind === 'vault')
    return policy.policyId === null ? [{ field, message: words.policy }] : []
  return policy.locks && lockTimeOf(policy.lockAt) === null
    ? [{ field, message: words.lockTime }]
    : []
}

const policyPath = ({ kind }: CollectionDraft['policy']) =>
  kind === 'vault' ? 'policy.policyId' : 'policy.lockAt'

/** The fields that show errors, by their path in the request. */
const plainFields = [
  ...typedFields,
  'policy.sendKeysTo',
  ...royaltyRequest.keyof().options.map((term) => `royalty.${term}`),
  ...tokenFields.map((field) => `metadata.${field}`),
]

const isWithin = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`)

/** The form's field that shows the error of a path; undefined: none does. */
const fieldOf = (
  path: string,
  { attributes, policy, royaltyToPayout }: CollectionDraft,
): string | undefined => {
  if (royaltyToPayout && isWithin(path, 'royalty.address')) return 'payout_address'
  const row = attributes.findIndex(({ name }) => path === `metadata.attributes.${name}`)
  if (row >= 0) return attributePath(row)
  return (
    plainFields.find((field) => isWithin(path, field)) ??
    (isWithin(path, 'policy') ? policyPath(policy) : undefined)
  )
}

/** The form's own words where nothing was typed, or nothing that can be read. */
const unreadWords = (
  field: string,
  { name, payout_address, royalty }: CollectionDraft,
): string | undefined => {
  if (field === 'name' && name.trim() === '') return words.name
  if (field === 'payout_address' && payout_address.trim() === '') return words.payout
  if (field === 'royalty.address' && royalty.address.trim() === '') return words.royaltyAddress
  if (field === 'royalty.rate' && rateOfPercent(royalty.rate) === undefined) return words.rate
  return field === 'reservation_time' ? words.reservation : undefined
}

/** `not a tag` as a sentence of its own. */
const asSentence = (message: string): string => {
  const sentence = capitalized(message)
  return /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`
}

/**
 * All errors of the form, the first of each field: its own, then those that the check found. `''` has
 * those without a field.
 */
export const collectionErrorsOf = (
  draft: CollectionDraft,
  found: readonly FieldError[],
): ErrorsByPath => {
  const placed = found.map(({ field: path, message }) => {
    const field = fieldOf(path, draft)
    return field === undefined
      ? { field: '', message: `${path}: ${message}` }
      : { field, message: unreadWords(field, draft) ?? asSentence(message) }
  })
  return atOwnPaths([...ownErrors(draft), ...placed])
}
