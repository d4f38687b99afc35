import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { numberText } from '#values/text/format.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import { rarityOf } from '#values/rarity/open-rarity.ts'
import { traitsOfToken } from '#cardano/token-traits.ts'
import type { Database } from '#platform/db/database.ts'
import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import { customValues, tagValues } from '../store/tokens.ts'
import { nothing } from './page.ts'

const traitsRow = z.object({
  id: shortText,
  metadata_attributes: tagValues,
  custom_attributes: customValues,
})

type Ranks = ReadonlyMap<string, number>

/** Ranks of ten thousand tokens take half a second, so that a page shows them up to a minute late. */
const keptMs = 60_000
const known = new WeakMap<Database, Map<string, { readonly at: number; readonly ranks: Ranks }>>()

/** The OpenRarity ranks of a collection by token id, if its creator publishes them. */
const ranksOf = ({ database, now }: Pick<Studio, 'database' | 'now'>, id: string): Ranks => {
  const kept = known.get(database) ?? new Map()
  known.set(database, kept)
  const before = kept.get(id)
  const at = now().getTime()
  if (before !== undefined && Math.abs(at - before.at) < keptMs) return before.ranks
  const tokens = database.all(
    traitsRow,
    'SELECT id, metadata_attributes, custom_attributes FROM tokens WHERE collection_id = :id',
    { id },
  )
  const rarities = rarityOf(tokens.map(traitsOfToken))
  const ranks = new Map(tokens.map((token, index) => [token.id, rarities[index]?.rank ?? 1]))
  kept.set(id, { at, ranks })
  return ranks
}

/** A token's rank on a payment page; nothing unless the creator publishes ranks. */
export const rarityLine = (
  studio: Pick<Studio, 'database' | 'now'>,
  collection: Pick<CollectionRow, 'id' | 'rarity_published'>,
  tokenId: string,
): Markup => {
  if (!collection.rarity_published) return nothing
  const ranks = ranksOf(studio, collection.id)
  const rank = ranks.get(tokenId)
  return rank === undefined
    ? nothing
    : markup`<p class="soft">Rarity rank ${numberText(rank)} of ${numberText(ranks.size)} (OpenRarity)</p>`
}
