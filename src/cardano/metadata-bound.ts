import { type MetadataTemplate, tokenFields } from '#contract/collections/collection.ts'
import { ofTemplate, readText, type TokenContent } from './template.ts'

/** A UTF-16 unit takes at most 3 bytes in UTF-8, and cutting text into pieces adds a thirtieth. */
const bytesPerUnit = 4
/** Heads of a key, of its text and of a list of pieces. */
const bytesPerEntry = 16
/** The label, the policy ID, `version`, and the maps around the token. */
const bytesAround = 256

/** Length of all texts of a template, how many there are, and how many tags they hold. */
const templateSize = ofTemplate((template) => {
  const texts = [
    ...Object.entries(template.attributes ?? {}).flat(),
    ...tokenFields.map((field) => template[field] ?? `<${field}>`),
    ...(template.files ?? []).flatMap(({ name, media_type, src }) => [
      name ?? '',
      media_type ?? '',
      src,
    ]),
  ]
  return {
    units: texts.reduce((sum, text) => sum + text.length, 0),
    entries: texts.length,
    tags: texts.reduce((sum, text) => sum + tagsIn(text), 0),
  }
})

const tagsIn = (text: string): number => {
  const read = readText(text)
  if (read.kind === 'fixed') return 0
  return read.kind === 'tag' ? 1 : read.words.length
}

/**
 * An upper bound of the bytes of a token's metadata, from lengths alone. Nearly every token is far
 * below the limit, so its metadata need not be built to know that it fits.
 */
export const metadataBound = (
  template: MetadataTemplate | undefined,
  token: TokenContent,
): number => {
  const { units, entries, tags } = templateSize(template)
  const values = token.metadata_attributes
  const custom = Object.entries(token.custom_attributes).flat()
  const own = tokenFields.map((field) => token[field] ?? '')
  const longest = Math.max(...own.map(lengthOf), ...values.map(({ value }) => value.length))
  const text = units + tags * longest + sumOf(own) + sumOf(custom)
  const untemplated = values.reduce((sum, { tag, value }) => sum + tag.length + value.length, 0)
  const count = entries + own.length + custom.length + values.length
  return bytesPerUnit * (text + untemplated) + bytesPerEntry * count + bytesAround
}

const lengthOf = (text: string): number => text.length

const sumOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length, 0)
