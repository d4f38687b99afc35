import { type AttributeValue, textOfValue } from '#contract/tokens/attribute-value.ts'
import type { TokenChange } from '#contract/tokens/token.ts'
import { plainAda } from '#values/text/format.ts'
import {
  type ColumnTarget,
  type MappedColumn,
  targetKey,
  type TokenColumn,
} from './column-target.ts'
import type { ExistingToken, TokenFields } from './plan-types.ts'

type Attributes = NonNullable<TokenFields['metadata_attributes']>
type Entry = readonly [name: string, value: AttributeValue]

/**
 * What makes a token of the first kind one of the second. Values are compared as text, as rows have
 * them. Attributes are sent whole, for a service replaces them whole.
 */
export const tokenChangeOf = (before: TokenFields, wanted: TokenFields): TokenChange => ({
  ...(wanted.name === before.name ? {} : { name: wanted.name }),
  ...(isSameText(wanted.description, before.description)
    ? {}
    : { description: wanted.description ?? null }),
  ...(isSameText(wanted.media_type, before.media_type)
    ? {}
    : { media_type: wanted.media_type ?? null }),
  ...(isSameList(tagEntries(wanted), tagEntries(before))
    ? {}
    : { metadata_attributes: wanted.metadata_attributes ?? [] }),
  ...(isSameList(customEntries(wanted), customEntries(before))
    ? {}
    : { custom_attributes: wanted.custom_attributes ?? {} }),
  ...(wanted.price === before.price ? {} : { price: wanted.price ?? null }),
})

/** Whether both say the same. */
export const isSameToken = (one: TokenFields, other: TokenFields): boolean =>
  Object.keys(tokenChangeOf(one, other)).length === 0

/**
 * The token that a row wants. What no column of the table fills stays; so does a number or a list of
 * the token whose text the row has: else each would become a text on chain.
 */
export const wantedFields = (
  before: TokenFields,
  row: TokenFields,
  columns: readonly MappedColumn[],
): TokenFields => {
  const filled = new Set(columns.map(({ target }) => targetKey(target)))
  const has = (kind: ColumnTarget['kind'], name: string) => filled.has(`${kind} ${name}`)
  const source = (field: 'name' | 'description' | 'media_type' | 'price'): TokenFields =>
    has('field', field) ? row : before
  const { name } = source('name')
  const { description } = source('description')
  const { media_type } = source('media_type')
  const { price } = source('price')
  const tags = mergeEntries(tagEntries(before), tagEntries(row), (tag) => has('tag', tag))
  const custom = mergeEntries(customEntries(before), customEntries(row), (key) =>
    has('custom', key),
  )
  return {
    asset_name: before.asset_name,
    name,
    ...(description === undefined
      ? {}
      : { description: keptValue(before.description, description) }),
    ...(media_type === undefined ? {} : { media_type }),
    metadata_attributes: tags.map(([tag, value]): Attributes[number] => ({
      tag,
      value: ownValue(value),
    })),
    custom_attributes: Object.fromEntries(custom.map(([key, value]) => [key, ownValue(value)])),
    ...(price === undefined ? {} : { price }),
  }
}

/** What a table has of a token in a column that fills this. */
export const tokenCell = (
  { assetName, image, fields }: Pick<ExistingToken, 'assetName' | 'image' | 'fields'>,
  { kind, name }: ColumnTarget,
): string => {
  if (kind === 'tag') return textOf(tagEntries(fields), name)
  if (kind === 'custom') return textOf(customEntries(fields), name)
  return kind === 'ignored' ? '' : (fieldCells({ assetName, image, fields }).get(name) ?? '')
}

/** The token's own fields, under the headers that mean them. */
const fieldCells = ({
  assetName,
  image,
  fields: { name, description, media_type: mediaType, price },
}: Pick<ExistingToken, 'assetName' | 'image' | 'fields'>): ReadonlyMap<string, string> => {
  const cells: Readonly<Record<TokenColumn, string>> = {
    asset_name: assetName,
    name,
    image: image ?? '',
    description: textOfValue(description ?? ''),
    media_type: mediaType ?? '',
    price: price === undefined ? '' : plainAda(BigInt(price)),
  }
  return new Map(Object.entries(cells))
}

const textOf = (entries: readonly Entry[], wanted: string): string =>
  textOfValue(entries.find(([name]) => name === wanted)?.[1] ?? '')

/** In the order of the token; what the row adds comes last. */
const mergeEntries = (
  before: readonly Entry[],
  row: readonly Entry[],
  isFilled: (name: string) => boolean,
): readonly Entry[] => {
  const wanted = new Map(row)
  const known = new Set(before.map(([name]) => name))
  return [
    ...before.flatMap(([name, value]): Entry[] => {
      const next = wanted.get(name)
      if (next !== undefined) return [[name, keptValue(value, next)]]
      return isFilled(name) ? [] : [[name, value]]
    }),
    ...row.filter(([name]) => !known.has(name)),
  ]
}

const keptValue = <T extends AttributeValue>(before: T | undefined, next: T): T =>
  before !== undefined && isSameText(before, next) ? before : next

/** A list of the contract's types is one that may be changed. */
const ownValue = (value: AttributeValue): string | number | string[] =>
  typeof value === 'object' ? [...value] : value

const isSameText = (one: AttributeValue | undefined, other: AttributeValue | undefined): boolean =>
  textOfValue(one ?? '') === textOfValue(other ?? '')

const tagEntries = ({ metadata_attributes = [] }: TokenFields): readonly Entry[] =>
  metadata_attributes.map(({ tag, value }) => [tag, value] as const)

const customEntries = ({ custom_attributes = {} }: TokenFields): readonly Entry[] =>
  Object.entries(custom_attributes)

const isSameList = (one: readonly Entry[], other: readonly Entry[]): boolean => {
  const texts = new Map(other.map(([name, value]) => [name, textOfValue(value)]))
  return (
    one.length === other.length &&
    one.every(([name, value]) => texts.get(name) === textOfValue(value))
  )
}
