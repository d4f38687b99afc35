import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { countTraits } from '#values/rarity/rarity.ts'
import { keepNewest } from '#values/work/keep-newest.ts'
import type { Database } from '#platform/db/database.ts'
import type { Studio } from '../options.ts'
import { tokenStatement } from '../seals/statements.ts'
import { listWorks, picturesOf, type WorkRow } from '../shops/shops.ts'
import type { CollectionRow } from '../store/collections.ts'
import { customValues, findTokens, type StoredTokenRow, tagValues } from '../store/tokens.ts'
import { ownTraitsOf } from './traits.ts'

const worksAtOnce = 48

/** By price, which only works that can be bought show: those that are gone come after them. */
export const shopSorts = ['lowest', 'highest'] as const
export type ShopSort = (typeof shopSorts)[number]

/** Which works a visitor wants to see. A trait is `Name: value`; a work has to have all of them. */
export type ShopFilter = {
  readonly traits: readonly string[]
  readonly isAvailable: boolean
  /** Undefined: as they were added. */
  readonly sort: ShopSort | undefined
  readonly page: number
}

/** A trait with the values that a visitor may choose from. */
export type OfferedTrait = { readonly name: string; readonly values: readonly string[] }

export type ShownWork = StoredTokenRow & { readonly price: bigint; readonly hasImage: boolean }

export type ShopWorks = {
  readonly works: readonly ShownWork[]
  readonly pages: number
  readonly matching: number
  readonly all: number
  readonly available: number
  /** Whether those that can be bought have several prices. */
  readonly hasPrices: boolean
  /** The lowest price at which something can be bought; undefined where nothing can, or it is not sealed. */
  readonly lowest: bigint | undefined
  readonly traits: readonly OfferedTrait[]
}

export const traitText = (name: string, value: string): string => `${name}: ${value}`

/** The works of one page of a shop, only those whose price is sealed. */
export const findShopWorks = async (
  studio: Studio,
  collection: CollectionRow,
  { traits, isAvailable, sort, page }: ShopFilter,
): Promise<ShopWorks> => {
  const { database } = studio
  const rows = listWorks(database, collection.id)
  const known = traitsIn(studio, collection)
  const matching = rows.filter(
    ({ id, status }) =>
      (!isAvailable || status === 'FOR_SALE') &&
      traits.every((trait) => known.byToken.get(id)?.has(trait) === true),
  )
  const sorted = sortWorks(matching, sort)
  const ids = sorted.slice((page - 1) * worksAtOnce, page * worksAtOnce).map(({ id }) => id)
  const forSale = rows.filter(({ status }) => status === 'FOR_SALE')
  return {
    works: withImages(studio, collection.id, await sealedTokens(studio, collection.id, ids)),
    pages: Math.ceil(matching.length / worksAtOnce),
    matching: matching.length,
    all: rows.length,
    available: forSale.length,
    hasPrices: new Set(forSale.map(({ price }) => price)).size > 1,
    lowest: await lowestPrice(studio, collection.id, forSale),
    traits: known.offered,
  }
}

const sortWorks = (works: readonly WorkRow[], sort: ShopSort | undefined): readonly WorkRow[] => {
  if (sort === undefined) return works
  const [forSale = [], gone = []] = [true, false].map((isForSale) =>
    works.filter(({ status }) => (status === 'FOR_SALE') === isForSale),
  )
  const order = sort === 'lowest' ? 1 : -1
  return [...forSale.toSorted((a, b) => order * Number(a.price - b.price)), ...gone]
}

type PricedToken = StoredTokenRow & { readonly price: bigint }

const sealedTokens = async (
  { database, seals, network }: Studio,
  collectionId: string,
  ids: readonly string[],
): Promise<readonly PricedToken[]> => {
  const sealed: PricedToken[] = []
  for (const token of findTokens(database, collectionId, ids)) {
    const { price } = token
    if (price !== null && (await seals.isConfirmed(tokenStatement(network, token))))
      sealed.push({ ...token, price })
  }
  return sealed
}

const lowestPrice = async (
  studio: Studio,
  collectionId: string,
  forSale: readonly WorkRow[],
): Promise<bigint | undefined> => {
  const [cheapest] = forSale.toSorted((a, b) => Number(a.price - b.price))
  const [token] =
    cheapest === undefined ? [] : await sealedTokens(studio, collectionId, [cheapest.id])
  return token?.price
}

const withImages = (
  { database, content }: Studio,
  collectionId: string,
  tokens: readonly PricedToken[],
): readonly ShownWork[] => {
  const pictures = picturesOf(
    database,
    collectionId,
    tokens.map(({ image }) => image),
  )
  return tokens.map((token) => {
    const picture = pictures.get(token.image)
    return { ...token, hasImage: picture !== undefined && content.get(picture) !== undefined }
  })
}

/** A trait with more values is no choice, and a longer value no word to choose by. */
const mostTraits = 12
const mostValues = 40
const longestText = 60

type KnownTraits = {
  readonly at: number
  readonly byToken: ReadonlyMap<string, ReadonlySet<string>>
  readonly offered: readonly OfferedTrait[]
}

/** Reading the traits of ten thousand tokens takes a while, so that filters are up to a minute late. */
const keptMs = 60_000
const mostShops = 20
const shops = new WeakMap<Database, Map<string, KnownTraits>>()

const traitsRow = z.object({
  id: shortText,
  metadata_attributes: tagValues,
  custom_attributes: customValues,
})

const traitsIn = ({ database, now }: Studio, collection: CollectionRow): KnownTraits => {
  const kept = shops.get(database) ?? new Map<string, KnownTraits>()
  shops.set(database, kept)
  const at = now().getTime()
  const before = kept.get(collection.id)
  if (before !== undefined && Math.abs(at - before.at) < keptMs) return before
  const tokens = database.all(
    traitsRow,
    'SELECT id, metadata_attributes, custom_attributes FROM tokens WHERE collection_id = :id AND price IS NOT NULL',
    { id: collection.id },
  )
  const traitsOf = ownTraitsOf(collection)
  const all = tokens.map((token) => ({ id: token.id, traits: traitsOf(token) }))
  const known = {
    at,
    byToken: new Map(
      all.map(({ id, traits }) => [
        id,
        new Set(traits.map(({ name, value }) => traitText(name, value))),
      ]),
    ),
    offered: offeredTraits(countTraits(all.map(({ traits }) => traits))),
  }
  keepNewest(kept, collection.id, known, mostShops)
  return known
}

const offeredTraits = (counts: ReturnType<typeof countTraits>): readonly OfferedTrait[] =>
  [...counts]
    .map(([name, values]) => ({ name, values: [...values.keys()].toSorted() }))
    .filter(
      ({ name, values }) =>
        values.length > 1 &&
        values.length <= mostValues &&
        [name, ...values].every((text) => text.length <= longestText),
    )
    .slice(0, mostTraits)
