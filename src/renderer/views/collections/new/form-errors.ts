import type { FieldError } from '#contract/collections/calls.ts'
import { rateOfPercent } from '#values/amounts/percent.ts'
import { text } from '#renderer/text/en.ts'
import { atOwnPaths, type ErrorsByPath } from '#renderer/views/use-draft-form.ts'
import { type AttributeRow, type CollectionDraft, templateFields } from './draft.ts'
import { isEmptyText, lockTimeOf, minutesOf } from './form-of.ts'

const words = text.collections.new.errors

/** Where the errors of an attribute are shown. */
export const attributePath = (index: number): string => `attributes.${index}`

/** Errors that the contract's form cannot express, because the input has no place in it. */
const ownErrors = (draft: CollectionDraft): readonly FieldError[] => [
  ...(draft.name.trim() === '' ? [{ field: 'name', message: words.name }] : []),
  ...(draft.payout_address.trim() === ''
    ? [{ field: 'payout_address', message: words.payout }]
    : []),
  ...draft.attributes.flatMap((row, index) => {
    const message = attributeError(row, draft.attributes.slice(0, index))
    return message === undefined ? [] : [{ field: attributePath(index), message }]
  }),
  ...policyErrors(draft),
  ...(draft.hasRoyalty && rateOfPercent(draft.royalty.rate) === undefined
    ? [{ field: 'royalty.rate', message: words.rate }]
    : []),
  ...(draft.hasRoyalty && !draft.royaltyToPayout && draft.royalty.address.trim() === ''
    ? [{ field: 'royalty.address', message: words.royaltyAddress }]
    : []),
  ...(draft.reservation_time.trim() !== '' && minutesOf(draft.reservation_time) === undefined
    ? [{ field: 'reservation_time', message: words.reservation }]
    : []),
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

/** The fields that show errors, by their path in the call's input. */
const plainFields = [
  'name',
  'url',
  'description',
  'payout_address',
  'policy.sendKeysTo',
  'royalty.address',
  'royalty.rate',
  'reservation_time',
  ...templateFields.map((field) => `metadata.${field}`),
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

/** `not a tag` as a sentence of its own. */
const asSentence = (message: string): string => {
  const [first = ''] = message
  const sentence = `${first.toUpperCase()}${message.slice(first.length)}`
  return /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`
}

/**
 * All errors of the form, the first of each field: its own, then those of the schema and the main
 * process. `''` has those without a field.
 */
export const collectionErrorsOf = (
  draft: CollectionDraft,
  found: readonly FieldError[],
): ErrorsByPath => {
  const placed = found.map(({ field: path, message }) => {
    const field = fieldOf(path, draft)
    return field === undefined
      ? { field: '', message: `${path}: ${message}` }
      : { field, message: asSentence(message) }
  })
  return atOwnPaths([...ownErrors(draft), ...placed])
}
