import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import { type AttributeValue, textOfValue } from '#contract/tokens/attribute-value.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { headBytes } from './cbor.ts'
import { withCsl, type Csl, type Own } from './csl.ts'
import type { PolicyId } from './ids.ts'
import {
  attributesOf,
  fillField,
  fillText,
  readText,
  wordOf,
  type TokenContent,
} from './template.ts'

/** Transaction metadata as JSON: texts and whole numbers up to ±(2^53 - 1), in lists and maps. */
export type Metadatum =
  | string
  | number
  | readonly Metadatum[]
  | { readonly [key: string]: Metadatum }

/** CIP-25 version 1 of one token: `{"721": {<policy ID>: {<asset name>: {…}}, "version": "1.0"}}`. */
export type OnChainMetadata = {
  readonly '721': { readonly [key: string]: Metadatum; readonly version: string }
}

/**
 * Text in pieces of at most 64 UTF-8 bytes, the most that one metadata string holds (CIP-25), cut
 * between code points only. Text that fits stays as it is.
 */
export const splitText = (text: string): string | readonly string[] => {
  if (Buffer.byteLength(text) <= limits.metadatumBytes) return text
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const character of text) {
    const length = Buffer.byteLength(character)
    if (bytes + length > limits.metadatumBytes) {
      pieces.push(piece)
      piece = ''
      bytes = 0
    }
    piece += character
    bytes += length
  }
  return [...pieces, piece]
}

/** Whole numbers are integers, -0 among them 0; fractions are text, and lists stay as they are. */
const metadatumOf = (value: AttributeValue): Metadatum => {
  if (typeof value === 'object') return value
  if (Number.isSafeInteger(value)) return Number(value) + 0
  return splitText(String(value))
}

/**
 * The metadata of one token under its collection's template: CIP-25's own fields, the template's
 * attributes in their order, its files, the custom attributes. Without a template, the token's
 * values go on chain under their tags' words. A field without a value is left out; `name` and
 * `image` are always present. Of two entries with one key the first stays (`tokenErrors` reports
 * it). JavaScript puts keys that are whole numbers first; the ledger gives order no meaning.
 */
export const tokenMetadata = (
  template: MetadataTemplate | undefined,
  token: TokenContent,
  policyId: PolicyId,
): OnChainMetadata => {
  const asset = new Map<string, Metadatum>()
  const add = (key: string, value: Metadatum | undefined) => {
    if (value !== undefined && !asset.has(key)) asset.set(key, value)
  }
  const addValue = (key: string, value: AttributeValue | undefined) =>
    add(key, value === undefined ? undefined : metadatumOf(value))
  const image = fillField(template, 'image', token) ?? token.image
  add('name', whole(fillField(template, 'name', token)) ?? token.name)
  addValue('image', image)
  add('mediaType', token.corrected_media_type ?? whole(fillField(template, 'media_type', token)))
  addValue('description', fillField(template, 'description', token))
  for (const { key, text } of attributesOf(template)) addValue(key, fillText(template, text, token))
  if (template === undefined)
    for (const { tag, value } of token.metadata_attributes) addValue(wordOf(tag), value)
  add('files', filesOf(template, token, textOfValue(image)))
  for (const [key, value] of Object.entries(token.custom_attributes)) addValue(key, value)
  return {
    '721': {
      // fromEntries, because an assignment to the key "__proto__" would set the prototype.
      [policyId]: Object.fromEntries([[token.asset_name, Object.fromEntries(asset)]]),
      version: template?.version === '1' ? '1' : '1.0',
    },
  }
}

/** What CIP-25 keeps in one piece. */
const whole = (value: AttributeValue | undefined): string | undefined =>
  value === undefined ? undefined : textOfValue(value)

/** CIP-25 `files`; a file whose source has no value is left out, like any field. */
const filesOf = (
  template: MetadataTemplate | undefined,
  token: TokenContent,
  image: string,
): readonly Metadatum[] | undefined => {
  const fill = (text: string | undefined) => fillText(template, readText(text ?? ''), token)
  const files = (template?.files ?? []).flatMap((file) => {
    const src = fill(file.src)
    if (src === undefined) return []
    const isImage = textOfValue(src) === image
    const name = whole(fill(file.name))
    const label = whole(fill(file.media_type))
    const mediaType = label && isImage ? (token.corrected_media_type ?? label) : label
    return [
      {
        ...(name === undefined ? {} : { name }),
        ...(mediaType === undefined ? {} : { mediaType }),
        src: typeof src === 'object' ? src : splitText(String(src)),
      },
    ]
  })
  return files.length === 0 ? undefined : files
}

/**
 * The exact size of the auxiliary data with this metadata alone, as {@link metadataCbor} writes it.
 * Counted without the library, because an import asks for thousands of tokens.
 */
export const metadataBytes = (metadata: Readonly<Record<string, Metadatum>>): number => {
  const labels = Object.entries(metadata)
  return labels.reduce(
    (sum, [label, value]) => sum + headBytes(BigInt(label)) + sizeOf(value),
    headBytes(labels.length),
  )
}

const sizeOf = (value: Metadatum): number => {
  if (typeof value === 'string') {
    const bytes = Buffer.byteLength(value)
    return headBytes(bytes) + bytes
  }
  if (typeof value === 'number') return headBytes(value < 0 ? -1 - value : value)
  const items = isList(value) ? value : Object.entries(value).flat()
  const length = isList(value) ? value.length : items.length / 2
  return items.reduce((sum: number, item) => sum + sizeOf(item), headBytes(length))
}

const isList = (value: Metadatum): value is readonly Metadatum[] => Array.isArray(value)

/**
 * CBOR in hex of the auxiliary data with this metadata, labels as its keys. Maps are built by hand
 * in their order: the library's own JSON conversions sort keys, and turn `0x…` into bytes.
 * @throws ColdpressError `invalid` for a text or key over 64 bytes
 */
export const metadataCbor = (metadata: Readonly<Record<string, Metadatum>>): string => {
  try {
    return withCsl((csl, own) => {
      const labels = own(csl.GeneralTransactionMetadata.new())
      for (const [label, value] of Object.entries(metadata)) {
        const replaced = labels.insert(own(csl.BigNum.from_str(label)), build(csl, own, value))
        if (replaced !== undefined) own(replaced)
      }
      const auxiliary = own(csl.AuxiliaryData.new())
      auxiliary.set_metadata(labels)
      return auxiliary.to_hex()
    })
  } catch (error) {
    throw new ColdpressError('invalid', `metadata: cannot be written: ${messageOf(error)}`)
  }
}

type CslMetadatum = Csl['TransactionMetadatum']['prototype']

const build = (csl: Csl, own: Own, value: Metadatum): CslMetadatum => {
  if (typeof value === 'string') return own(csl.TransactionMetadatum.new_text(value))
  if (typeof value === 'number')
    return own(csl.TransactionMetadatum.new_int(own(csl.Int.from_str(String(value)))))
  if (isList(value)) {
    const list = own(csl.MetadataList.new())
    for (const item of value) list.add(build(csl, own, item))
    return own(csl.TransactionMetadatum.new_list(list))
  }
  const map = own(csl.MetadataMap.new())
  for (const [key, item] of Object.entries(value))
    map.insert(own(csl.TransactionMetadatum.new_text(key)), build(csl, own, item))
  return own(csl.TransactionMetadatum.new_map(map))
}
