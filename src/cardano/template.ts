import { limits } from '#values/bounds/limits.ts'
import { bytesOf, quoted } from '#values/text/text.ts'
import {
  type MetadataTemplate,
  type TokenField,
  tokenFields,
} from '#contract/collections/collection.ts'
import { tagPattern } from '#contract/fields.ts'
import { type AttributeValue, textOfValue } from '#contract/tokens/attribute-value.ts'

/** The values of a token for its metadata: the request's fields, and the image as `ipfs://…`. */
export type TokenContent = {
  readonly asset_name: string
  readonly name: string
  /** A list stays one on chain, of the image too. */
  readonly description?: string | readonly string[] | undefined
  readonly media_type?: string | undefined
  /** What the bytes of the image are, where its label says something else: this is its `mediaType`. */
  readonly corrected_media_type?: string | undefined
  readonly image: string | readonly string[]
  /** Tags as `<color>` or as their bare word. */
  readonly metadata_attributes: readonly { readonly tag: string; readonly value: AttributeValue }[]
  readonly custom_attributes: Readonly<Record<string, AttributeValue>>
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

/** Placeholders inside text, each with its word. Alone, one may have blanks between its words. */
const placeholder = /<(?<word>[^<>\s]+)>/gu

export const readText = (text: string): TemplateText => {
  if (!text.includes('<')) return { kind: 'fixed', text }
  const word = tagPattern.exec(text)?.[1]
  if (word !== undefined) return { kind: 'tag', word }
  const words = [...text.matchAll(placeholder)].map((match) => match.groups?.['word'] ?? '')
  return words.length === 0 ? { kind: 'fixed', text } : { kind: 'mixed', text, words }
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
const knownValues = new WeakMap<TokenContent['metadata_attributes'], Values>()
type Values = ReadonlyMap<string, AttributeValue>

const valuesOf = (given: TokenContent['metadata_attributes']): Values => {
  const before = knownValues.get(given)
  if (before !== undefined) return before
  // If a tag is given twice, the first counts.
  const values = new Map(given.map(({ tag, value }) => [wordOf(tag), value] as const).toReversed())
  knownValues.set(given, values)
  return values
}

/**
 * The fields of a token by the words that mean them: their own names, and a word that stands alone
 * in that field of the template. Of a word in several fields, the first of these counts.
 */
const fieldWords = ofTemplate((template): ReadonlyMap<string, TokenField> => {
  const aliases = (['name', 'image', 'media_type', 'description', 'asset_name'] as const).flatMap(
    (field) => {
      const text = readText(template[field] ?? '')
      return text.kind === 'tag' ? [[text.word, field] as const] : []
    },
  )
  return new Map([...aliases.toReversed(), ...tokenFields.map((field) => [field, field] as const)])
})

/** Whether a word means a field of the token, which every token has or may leave out. */
export const isFieldWord = (template: MetadataTemplate | undefined, word: string): boolean =>
  fieldWords(template).has(word)

/** The value that a token has for a word: given under its tag or bare, or its field's. */
const valueOf = (
  template: MetadataTemplate | undefined,
  token: TokenContent,
  word: string,
): AttributeValue | undefined => {
  const field = fieldWords(template).get(word)
  return valuesOf(token.metadata_attributes).get(word) ?? (field && token[field])
}

/**
 * The value for one token: tags are filled from its values, or from the field that they mean.
 * `undefined` where a tag has neither, or the text is empty: nothing is written then.
 */
export const fillText = (
  template: MetadataTemplate | undefined,
  text: TemplateText,
  token: TokenContent,
): AttributeValue | undefined => {
  if (text.kind === 'fixed') return text.text === '' ? undefined : text.text
  if (text.kind === 'tag') return valueOf(template, token, text.word)
  const values = new Map(text.words.map((word) => [word, valueOf(template, token, word)]))
  if ([...values.values()].includes(undefined)) return undefined
  return text.text.replace(placeholder, (_, word: string) => textOfValue(values.get(word) ?? ''))
}

/** The texts of the template's own fields. An omitted one acts as a lone tag. */
const fieldTexts = ofTemplate(
  (template): ReadonlyMap<TokenField, TemplateText> =>
    new Map(tokenFields.map((field) => [field, readText(template[field] ?? `<${field}>`)])),
)

/**
 * The value for one of the token's own fields. A lone tag in that field, whatever its word, stands
 * for the token's field; so does an omitted field.
 */
export const fillField = (
  template: MetadataTemplate | undefined,
  field: TokenField,
  token: TokenContent,
): AttributeValue | undefined => {
  const text = fieldTexts(template).get(field)
  const isOwn = text === undefined || text.kind === 'tag'
  return (isOwn ? token[field] : fillText(template, text, token)) || undefined
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

/** The words that a list cannot fill: inside a text, and in what CIP-25 keeps in one piece. */
export const wholeWords = ofTemplate((template): ReadonlySet<string> => {
  const mixed = filledTexts(template).filter(({ kind }) => kind === 'mixed')
  const ofFiles = (template.files ?? []).flatMap(({ name = '', media_type = '' }) => [
    readText(name),
    readText(media_type),
  ])
  return new Set([...mixed, ...ofFiles].flatMap(wordsIn))
})

/**
 * The tags that a token must give: all except those that mean a field of the token. A tag has the
 * name of its attribute; a lone tag takes precedence over mixed text. A tag outside the attributes has its word as its name.
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
    .filter((word) => !isFieldWord(template, word))
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
    const tag = ownTag(src, (word) => isFieldWord(template, word))
    // The type of a work may be given in place of the image's, if the word means that.
    const typeTag = ownTag(media_type ?? '', isTokenField)
    return tag === undefined ? [] : [{ tag, typeTag, fixedType: fixedText(media_type) }]
  }),
)

const ownTag = (value: string, isField: (word: string) => boolean): string | undefined => {
  const text = readText(value)
  return text.kind === 'tag' && !isField(text.word) ? value : undefined
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
  ...versionErrors(template),
  ...attributeErrors(attributesOf(template)),
  ...wholeTexts(template).flatMap(([path, value]) => {
    const text = readText(value ?? '')
    const bytes = text.kind === 'fixed' ? bytesOf(text.text) : 0
    return bytes > limits.metadatumBytes
      ? [{ path, message: `${bytes} bytes in UTF-8, at most ${limits.metadatumBytes} allowed` }]
      : []
  }),
]

/** Both mean version 1 of CIP-25, the only one whose names and values are text. */
const versions: ReadonlySet<string> = new Set(['1', '1.0'])

const versionErrors = (template: MetadataTemplate | undefined): TemplateError[] => {
  const { version = '1.0' } = template ?? {}
  const message = `${quoted(version)} is not supported; tokens are written in version "1.0" of CIP-25, so send "1.0" or "1", or leave it out`
  return versions.has(version) ? [] : [{ path: 'version', message }]
}

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
