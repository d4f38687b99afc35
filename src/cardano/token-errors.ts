import { limits } from '#values/bounds/limits.ts'
import { bytesOf } from '#values/text/text.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { textOfValue } from '#contract/tokens/attribute-value.ts'
import { PolicyId } from './ids.ts'
import { metadataBound } from './metadata-bound.ts'
import { metadataBytes, tokenMetadata } from './metadata.ts'
import {
  attributesOf,
  fillField,
  fillText,
  keyError,
  ofTemplate,
  readText,
  reservedKeys,
  tagsOf,
  tagWords,
  wholeWords,
  wordOf,
  type TokenContent,
} from './template.ts'

type TokenRule =
  | 'missing_tag'
  | 'unknown_tag'
  | 'duplicate_tag'
  | 'clashing_attribute'
  | 'unresolved_tag'
  | 'misplaced_list'
  | 'attribute_too_long'
  | 'metadata_too_large'

/** One error of a token; `message` is the second half of a sentence that `field` starts. */
export type TokenError = {
  readonly field: string
  readonly rule: TokenRule
  readonly message: string
}

/**
 * Bytes that the smallest transaction which mints one token takes besides its metadata: an input,
 * the token's output and the change, the mint, the fields of the body, two witnesses, a script of a
 * key and a lock slot. A test builds that transaction; this rounds it up.
 */
export const mintTransactionBytes = 700

/** The most that the auxiliary data of a token may take to fit a transaction of its own. */
export const maxTokenMetadataBytes = limits.transactionBytes - mintTransactionBytes

/** Only its length counts here: every policy ID is 56 hex digits. */
const anyPolicy = PolicyId('00'.repeat(28))

/**
 * The errors of a token under its collection's template. Without a template there are no tags, so
 * every value belongs to an unknown one.
 */
export const tokenErrors = (
  template: MetadataTemplate | undefined,
  token: TokenContent,
): readonly TokenError[] => [
  ...tagErrors(template, token),
  ...listErrors(template, token),
  ...fieldErrors(template, token),
  ...customErrors(template, token),
  ...sizeErrors(template, token),
]

const tagErrors = (template: MetadataTemplate | undefined, token: TokenContent): TokenError[] => {
  const required = tagsOf(template).map(({ tag }) => wordOf(tag))
  const known = tagWords(template)
  const given = token.metadata_attributes.map(({ tag }) => wordOf(tag))
  const places = new Map(given.map((word, index) => [word, index] as const).toReversed())
  const missing = required
    .filter((word) => !places.has(word))
    .map((word) => ({
      field: 'metadata_attributes',
      rule: 'missing_tag' as const,
      message: `no value for the tag <${word}>; every tag of the collection needs one`,
    }))
  const wrong = given.flatMap((word, index): TokenError[] => {
    const field = `metadata_attributes[${index}].tag`
    if (!known.has(word))
      return [{ field, rule: 'unknown_tag', message: `the collection has no tag <${word}>` }]
    return places.get(word) === index
      ? []
      : [{ field, rule: 'duplicate_tag', message: `the tag <${word}> is given twice` }]
  })
  return [...missing, ...wrong]
}

/** A list that would have to become one text, which says nothing about what stands between its parts. */
const listErrors = (template: MetadataTemplate | undefined, token: TokenContent): TokenError[] => {
  const whole = wholeWords(template)
  const values = [
    ...token.metadata_attributes.map(
      ({ tag, value }, index) =>
        [`metadata_attributes[${index}].value`, wordOf(tag), value] as const,
    ),
    ...(['image', 'description'] as const).map((field) => [field, field, token[field]] as const),
  ]
  return values
    .filter(([, word, value]) => typeof value === 'object' && whole.has(word))
    .map(([field, word]) => ({
      field,
      rule: 'misplaced_list',
      message: `a list, but the collection has <${word}> inside a text, or in a field that CIP-25 keeps in one piece; send one text`,
    }))
}

/** The fields that always stand on chain, and the texts that CIP-25 does not allow to be split. */
const fieldErrors = (template: MetadataTemplate | undefined, token: TokenContent): TokenError[] => {
  const unresolved = (['name', 'image'] as const)
    .filter((field) => fillField(template, field, token) === undefined)
    .map((field) => ({
      field,
      rule: 'unresolved_tag' as const,
      message: `the collection's text "${template?.[field]}" names a field that this token lacks`,
    }))
  const files = (template?.files ?? []).flatMap(
    ({ name, media_type }, index) =>
      [
        [`files[${index}].name`, fillText(template, readText(name ?? ''), token)],
        [`files[${index}].media_type`, fillText(template, readText(media_type ?? ''), token)],
      ] as const,
  )
  const whole = [
    ['name', fillField(template, 'name', token)],
    ['media_type', fillField(template, 'media_type', token)],
    ...files,
  ] as const
  const long = whole.flatMap(([field, text]): TokenError[] => {
    const bytes = bytesOf(textOfValue(text ?? ''))
    const message = `${bytes} bytes in UTF-8, at most ${limits.metadatumBytes} allowed`
    return bytes > limits.metadatumBytes ? [{ field, rule: 'attribute_too_long', message }] : []
  })
  return [...unresolved, ...long]
}

/** The keys that no custom attribute may take. */
const takenKeys = ofTemplate(
  (template): ReadonlySet<string> =>
    new Set([...reservedKeys, ...attributesOf(template).map(({ key }) => key)]),
)

const customErrors = (
  template: MetadataTemplate | undefined,
  token: TokenContent,
): TokenError[] => {
  const taken = takenKeys(template)
  return Object.keys(token.custom_attributes).flatMap((key): TokenError[] => {
    const field = `custom_attributes.${key}`
    const message = keyError(key)
    if (message !== undefined) return [{ field, rule: 'attribute_too_long', message }]
    return taken.has(key)
      ? [
          {
            field,
            rule: 'clashing_attribute',
            message: `"${key}" is on chain already, as a field or an attribute of the collection`,
          },
        ]
      : []
  })
}

const sizeErrors = (template: MetadataTemplate | undefined, token: TokenContent): TokenError[] => {
  if (metadataBound(template, token) <= maxTokenMetadataBytes) return []
  const bytes = metadataBytes(tokenMetadata(template, token, anyPolicy))
  return bytes > maxTokenMetadataBytes
    ? [
        {
          field: 'metadata',
          rule: 'metadata_too_large',
          message: `${bytes} bytes on chain, at most ${maxTokenMetadataBytes} fit a transaction`,
        },
      ]
    : []
}
