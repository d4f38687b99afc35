import { limits } from '#values/bounds/limits.ts'
import { bytesOf } from '#values/text/text.ts'
import {
  type MetadataTemplate,
  type TokenField,
  tokenFields,
} from '#contract/collections/collection.ts'

/** The values of a token for its metadata: the request's fields, and the image as `ipfs://…`. */
export type TokenContent = {
  readonly asset_name: string
  readonly name: string
  readonly description?: string | undefined
  readonly media_type?: string | undefined
  readonly image: string
  /** Tags as `<color>` or as their bare word. */
  readonly metadata_attributes: readonly { readonly tag: string; readonly value: string }[]
  readonly custom_attributes: Readonly<Record<string, string>>
}

/** A tag for which every token must have a value, and its name for users. */
export type TemplateTag = { readonly tag: string; readonly name: string }

const isTokenField = (word: string): word is TokenField =>
  tokenFields.some((field) => field === word)

/** What CIP-25 itself defines for an asset: no attribute may take these names. */
export const reservedKeys: ReadonlySet<string> = new Set([
  'name',
  'image',
  'mediaType',
  'description',
  'files',
])

/** One text of a template: a lone tag, text with tags inside, or text that is the same for all. */
export type TemplateText =
  | { readonly kind: 'tag'; readonly word: string }
  | { readonly kind: 'mixed'; readonly text: string; readonly words: readonly string[] }
  | { readonly kind: 'fixed'; readonly text: string }

/** Placeholders inside text, each with its word. Angle brackets around anything else are text. */
const placeholder = /<(?<word>[^<>\s]+)>/gu

export const readText = (text: string): TemplateText => {
  if (!text.includes('<')) return { kind: 'fixed', text }
  const words = [...text.matchAll(placeholder)].map((match) => match.groups?.['word'] ?? '')
  const [word] = words
  if (word === undefined) return { kind: 'fixed', text }
  return text === `<${word}>` ? { kind: 'tag', word } : { kind: 'mixed', text, words }
}

/** What a text of a template gives every token alike; undefined where it has tags, or is absent. */
export const fixedText = (template: string | undefined): string | undefined => {
  const text = readText(template ?? '')
  return text.kind === 'fixed' && text.text !== '' ? text.text : undefined
}

/** The bare word of a tag that may stand in angle brackets. */
export const wordOf = (tag: string): string =>
  tag.startsWith('<') && tag.endsWith('>') ? tag.slice(1, -1) : tag

const noTemplate: MetadataTemplate = {}

/**
 * A value derived from a template, computed once: templates never change and are used for every
 * token. No template counts as an empty one.
 */
export const ofTemplate = <T>(read: (template: MetadataTemplate) => T) => {
  const known = new WeakMap<MetadataTemplate, T>()
  return (template: MetadataTemplate = noTemplate): T => {
    const before = known.get(template)
    if (before !== undefined) return before
    const made = read(template)
    known.set(template, made)
    return made
  }
}

/** The values of tokens by word: a template may contain thousands. */
const knownValues = new WeakMap<TokenContent['metadata_attributes'], ReadonlyMap<string, string>>()

const valuesOf = (given: TokenContent['metadata_attributes']): ReadonlyMap<string, string> => {
  const before = knownValues.get(given)
  if (before !== undefined) return before
  // If a tag is given twice, the first counts.
  const values = new Map(given.map(({ tag, value }) => [wordOf(tag), value] as const).toReversed())
  knownValues.set(given, values)
  return values
}

/** The value that a token gives for a word, under its tag or bare. */
const valueOf = (token: TokenContent, word: string): string | undefined =>
  valuesOf(token.metadata_attributes).get(word) ?? (isTokenField(word) ? token[word] : undefined)

/**
 * The text for one token: tags are filled from its values, or from its own field of that name.
 * `undefined` where a tag has neither, or the text is empty: nothing is written then.
 */
export const fillText = (text: TemplateText, token: TokenContent): string | undefined => {
  if (text.kind === 'fixed') return text.text === '' ? undefined : text.text
  if (text.kind === 'tag') return valueOf(token, text.word)
  if (text.words.some((word) => valueOf(token, word) === undefined)) return undefined
  return text.text.replace(placeholder, (_, word: string) => valueOf(token, word) ?? '')
}

/** The texts of the template's own fields. An omitted one acts as a lone tag. */
const fieldTexts = ofTemplate(
  (template): ReadonlyMap<TokenField, TemplateText> =>
    new Map(tokenFields.map((field) => [field, readText(template[field] ?? `<${field}>`)])),
)

/**
 * The text for one of the token's own fields. A lone tag in that field, whatever its word, stands
 * for the token's field; so does an omitted field.
 */
export const fillField = (
  template: MetadataTemplate | undefined,
  field: TokenField,
  token: TokenContent,
): string | undefined => {
  const text = fieldTexts(template).get(field)
  const filled = text === undefined || text.kind === 'tag' ? token[field] : fillText(text, token)
  return filled || undefined
}

/** An attribute of the template: its own name, its text, and the key that it takes on chain. */
export type TemplateAttribute = {
  readonly name: string
  readonly key: string
  readonly text: TemplateText
}

/**
 * In the template's order. A lone tag has its word as its key on chain, anything else the
 * attribute's name.
 */
export const attributesOf = ofTemplate((template): readonly TemplateAttribute[] =>
  Object.entries(template.attributes ?? {}).map(([name, value]) => {
    const text = readText(value)
    return { name, key: text.kind === 'tag' ? text.word : name, text }
  }),
)

const wordsIn = (text: TemplateText): readonly string[] => {
  if (text.kind === 'fixed') return []
  return text.kind === 'tag' ? [text.word] : text.words
}

/** Every text of the template that is filled from a token's values, attributes first. */
const filledTexts = (template: MetadataTemplate): readonly TemplateText[] => [
  ...attributesOf(template).map(({ text }) => text),
  ...tokenFields
    .map((field) => readText(template[field] ?? ''))
    .filter(({ kind }) => kind === 'mixed'),
  ...(template.files ?? []).flatMap(({ name, media_type, src }) =>
    [name, media_type, src].map((text) => readText(text ?? '')),
  ),
]

/** The words of all tags that a token may give a value for. */
export const tagWords = ofTemplate(
  (template): ReadonlySet<string> => new Set(filledTexts(template).flatMap(wordsIn)),
)

/**
 * The tags that a token must give: all except lone ones in the template's own fields and those that
 * name a field of the token. A tag has the name of its attribute; a lone tag takes precedence over
 * mixed text. A tag outside the attributes has its word as its name.
 */
export const tagsOf = ofTemplate((template): readonly TemplateTag[] => {
  const attributes = attributesOf(template)
  const named = [
    ...attributes.filter(({ text }) => text.kind === 'tag'),
    ...attributes.filter(({ text }) => text.kind !== 'tag'),
  ]
  const names = new Map(
    named
      .flatMap(({ name, text }) => wordsIn(text).map((word) => [word, name] as const))
      .toReversed(),
  )
  return [...tagWords(template)]
    .filter((word) => !isTokenField(word))
    .map((word) => ({ tag: `<${word}>`, name: names.get(word) ?? word }))
})

/** A file of each token that a template leaves to the token: its address, and its type if that is a tag. */
export type TemplateWork = {
  readonly tag: string
  readonly typeTag: string | undefined
  /** The type that the template gives the file of every token. */
  readonly fixedType: string | undefined
}

/** The tags that stand for a work of each token: alone in `files[].src`, and no field of the token. */
export const worksOf = ofTemplate((template): readonly TemplateWork[] =>
  (template.files ?? []).flatMap(({ src, media_type }) => {
    const tag = ownTag(src)
    const typeTag = ownTag(media_type ?? '')
    return tag === undefined ? [] : [{ tag, typeTag, fixedType: fixedText(media_type) }]
  }),
)

const ownTag = (value: string): string | undefined => {
  const text = readText(value)
  return text.kind === 'tag' && !isTokenField(text.word) ? value : undefined
}

/** One error of a template; `message` is the second half of a sentence that `path` starts. */
export type TemplateError = { readonly path: string; readonly message: string }

/** Why a key cannot go on chain, or undefined. */
export const keyError = (key: string): string | undefined => {
  if (key === '') return 'an attribute without a name'
  const bytes = bytesOf(key)
  return bytes > limits.metadatumBytes
    ? `its name is ${bytes} bytes in UTF-8, at most ${limits.metadatumBytes} allowed`
    : undefined
}

/** Every error that would spoil the metadata of all tokens. */
export const templateErrors = (
  template: MetadataTemplate | undefined,
): readonly TemplateError[] => [
  ...attributeErrors(attributesOf(template)),
  ...wholeTexts(template).flatMap(([path, value]) => {
    const text = readText(value ?? '')
    const bytes = text.kind === 'fixed' ? bytesOf(text.text) : 0
    return bytes > limits.metadatumBytes
      ? [{ path, message: `${bytes} bytes in UTF-8, at most ${limits.metadatumBytes} allowed` }]
      : []
  }),
]

/** The texts that CIP-25 does not allow to be split over several pieces. */
const wholeTexts = (template: MetadataTemplate | undefined) =>
  [
    ['name', template?.name],
    ['media_type', template?.media_type],
    ...(template?.files ?? []).flatMap(
      ({ name, media_type }, index) =>
        [
          [`files[${index}].name`, name],
          [`files[${index}].media_type`, media_type],
        ] as const,
    ),
  ] as const

const attributeErrors = (attributes: readonly TemplateAttribute[]): TemplateError[] => {
  const first = new Map<string, TemplateAttribute>()
  const errors = attributes.map((attribute) => {
    const { name, key } = attribute
    const other = first.get(key)
    if (other === undefined) first.set(key, attribute)
    const clash = reservedKeys.has(key)
      ? `goes on chain as "${key}", which is the token's own field; choose another name`
      : other && `goes on chain as "${key}" like the attribute "${other.name}"; choose another name`
    return { path: `attributes.${name}`, message: keyError(key) ?? clash }
  })
  return errors.flatMap(({ path, message }) => (message === undefined ? [] : [{ path, message }]))
}
