import { createHash } from 'node:crypto'
import { idsPerMs, latestMs } from './event-schema.ts'

/** Filters; a list matches any of its values. Absent: no filter. */
export type EventFilter = {
  readonly kinds?: readonly string[]
  readonly collectionId?: string
  readonly saleId?: string
  readonly network?: string
  readonly accountId?: string
  /** First and last moment, both inclusive. */
  readonly from?: Date
  readonly to?: Date
  /** Words, or beginnings of words, that the event must all contain. */
  readonly search?: string
}

/** The fields that events are filtered by, as words of the index. */
export const facetsOf = (event: {
  readonly kind: string
  readonly collectionId: string | null
  readonly saleId: string | null
  readonly network: string | null
  readonly accountId: string
}): string =>
  [
    facet('kind', event.kind),
    ...optional('collection', event.collectionId),
    ...optional('sale', event.saleId),
    ...optional('network', event.network),
    facet('account', event.accountId),
  ].join(' ')

type FacetName = 'kind' | 'collection' | 'sale' | 'network' | 'account'

const optional = (name: FacetName, value: string | null | undefined): readonly string[] =>
  value === null || value === undefined ? [] : [facet(name, value)]

/** A value as one word for the tokenizer. Different values give different words. */
const facet = (name: FacetName, value: string): string =>
  `${name}${createHash('sha256').update(value).digest('hex').slice(0, 24)}`

/**
 * The filter as a query of the index.
 * @returns null when every event fits, undefined when none can: the search has no letter or digit
 */
export const matchOf = (filter: EventFilter): string | null | undefined => {
  const search = filter.search?.trim() ?? ''
  const words = search.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (search !== '' && words.length === 0) return undefined
  const kinds = filter.kinds?.map((kind) => facet('kind', kind))
  if (kinds?.length === 0) return undefined
  const facets = [
    ...(kinds === undefined ? [] : [`(${kinds.join(' OR ')})`]),
    ...optional('collection', filter.collectionId),
    ...optional('sale', filter.saleId),
    ...optional('network', filter.network),
    ...optional('account', filter.accountId),
  ]
  const parts = [
    ...facets.map((name) => `facets : ${name}`),
    ...words.map((word) => `words : "${word.replaceAll('"', '""')}" *`),
  ]
  return parts.length === 0 ? null : parts.join(' AND ')
}

/** Ids within the times of a filter: from the first, below the second. */
export const idRange = ({ from, to }: EventFilter): readonly [number, number] => [
  clamp(from?.getTime() ?? 0) * idsPerMs,
  (clamp(to?.getTime() ?? latestMs) + 1) * idsPerMs,
]

const clamp = (ms: number): number => Math.min(Math.max(ms, 0), latestMs)
