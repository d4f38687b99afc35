import {
  type FieldError,
  type TokenEdit,
  tokenEdit,
  type TokenView,
} from '#contract/collections/calls.ts'
import { fieldOf } from '#values/errors/issues.ts'
import { text } from '#renderer/text/en.ts'
import { atOwnPaths, type DraftForm, type ErrorsByPath } from '#renderer/views/use-draft-form.ts'

const texts = tokenEdit.omit({ metadata_attributes: true, custom_attributes: true })
const textFields = texts.keyof().options
type TextField = (typeof textFields)[number]

/** What can be edited of a token, as it stands in the form; a text that is empty may be none. */
export type TokenFormDraft = { [Field in TextField]: string } & {
  /** The values of the collection's tags. */
  tags: { tag: string; name: string; value: string }[]
  /** Attributes of this token alone. `id` is unique in the form. */
  custom: { id: number; name: string; value: string }[]
}

export type TokenDraftForm = DraftForm<TokenFormDraft>

const eachText = <Text>(textOf: (field: TextField) => Text) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(textFields.map((field) => [field, textOf(field)])) as Record<TextField, Text>

export const draftOf = (token: TokenView): TokenFormDraft => ({
  ...eachText((field) => token[field] ?? ''),
  tags: (token.metadata_attributes ?? []).map(({ tag, name, value }) => ({
    tag,
    name: name || tag,
    value,
  })),
  custom: Object.entries(token.custom_attributes ?? {}).map(([name, value], id) => ({
    id,
    name,
    value,
  })),
})

/** What a field has without a text. */
const noText = (field: TextField) => (texts.shape[field].safeParse(null).success ? null : '')

/** A row that the user added and left empty is no attribute. */
const isBlank = ({ name, value }: { readonly name: string; readonly value: string }): boolean =>
  name.trim() === '' && value === ''

export const editOf = (draft: TokenFormDraft): TokenEdit => ({
  ...eachText((field) => draft[field] || noText(field)),
  metadata_attributes: draft.tags.map(({ tag, value }) => ({ tag, value })),
  custom_attributes: Object.fromEntries(
    draft.custom.filter((row) => !isBlank(row)).map(({ name, value }) => [name.trim(), value]),
  ),
})

/** Errors that the call's input has no place for: a name that is missing or given twice. */
const nameErrors = ({ custom }: TokenFormDraft): readonly FieldError[] =>
  custom.flatMap((row, index) => {
    const name = row.name.trim()
    const field = `custom.${index}`
    if (isBlank(row)) return []
    if (name === '') return [{ field, message: text.collections.new.errors.attributeName }]
    return custom.slice(0, index).some((earlier) => earlier.name.trim() === name)
      ? [{ field, message: text.collections.new.errors.attributeTwice(name) }]
      : []
  })

/**
 * The form's field that shows the error of a path in the call's input, or in the service's request;
 * undefined: none does.
 */
export const tokenFieldNamed = (field: string, draft: TokenFormDraft): string | undefined => {
  const tag = /^metadata_attributes\[(?<index>\d+)\]/u.exec(field)?.groups?.['index']
  if (tag !== undefined) return `tags.${tag}.value`
  const row = draft.custom.findIndex(
    ({ name }) =>
      name.trim() !== '' &&
      // The studio writes every name behind a point, the schema only plain ones.
      [`custom_attributes.${name.trim()}`, fieldOf(['custom_attributes', name.trim()])].includes(
        field,
      ),
  )
  if (row >= 0) return `custom.${row}`
  return textFields.find((known) => known === field)
}

/** All errors of the form, the first of each field. */
export const tokenErrorsOf = (draft: TokenFormDraft, found: readonly FieldError[]): ErrorsByPath =>
  atOwnPaths([
    ...nameErrors(draft),
    ...found.map(({ field, message }) => {
      const path = tokenFieldNamed(field, draft)
      return path === undefined
        ? { field: '', message: `${field}: ${message}` }
        : { field: path, message }
    }),
  ])
