import { csvLine } from '../text/csv-line.ts'
import { isAbsent, rarityOf, sameText, type TokenRarity } from './open-rarity.ts'
import type { Trait } from './rarity.ts'

type TokenTraits = {
  readonly assetName: string
  readonly name: string
  readonly traits: readonly Trait[]
}

export type RankedToken<T extends TokenTraits = TokenTraits> = T & TokenRarity

export type TraitShare = {
  readonly name: string
  /** The most frequent first. */
  readonly values: readonly { readonly value: string; readonly count: number }[]
  /** Tokens without the trait. */
  readonly absent: number
}

export type CollectionRarity<T extends RankedToken = RankedToken> = {
  /** The rarest first; of equal ranks in the order of the tokens. */
  readonly tokens: readonly T[]
  readonly traits: readonly TraitShare[]
}

/** The ranks of a collection's tokens by OpenRarity, and how many tokens have each value of a trait. */
export const rankCollection = <T extends TokenTraits>(
  tokens: readonly T[],
): CollectionRarity<RankedToken<T>> => {
  const rarities = rarityOf(tokens.map(({ traits }) => traits))
  const ranked = tokens.flatMap((token, index): RankedToken<T>[] => {
    const rarity = rarities[index]
    return rarity === undefined ? [] : [{ ...token, ...rarity }]
  })
  return { tokens: ranked.toSorted((a, b) => a.rank - b.rank), traits: sharesOf(tokens) }
}

/** Spellings that OpenRarity takes for one value are one here too, as it was written first. */
const sharesOf = (tokens: readonly TokenTraits[]): readonly TraitShare[] => {
  const shares = new Map<
    string,
    { name: string; values: Map<string, { value: string; count: number }> }
  >()
  for (const { traits } of tokens) {
    const own = new Map(traits.map((trait) => [sameText(trait.name), trait]))
    for (const [key, { name, value }] of own) {
      if (isAbsent(value)) continue
      const share = shares.get(key) ?? { name, values: new Map() }
      shares.set(key, share)
      const counted = share.values.get(sameText(value)) ?? { value, count: 0 }
      counted.count += 1
      share.values.set(sameText(value), counted)
    }
  }
  return [...shares.values()].map(({ name, values }) => {
    const sorted = [...values.values()].toSorted((a, b) => b.count - a.count)
    const held = sorted.reduce((sum, { count }) => sum + count, 0)
    return { name, values: sorted, absent: tokens.length - held }
  })
}

/** The ranks as a table, which names its method. */
export const rarityCsv = ({ tokens, traits }: CollectionRarity): string => {
  const names = traits.map(({ name }) => name)
  const header = ['openrarity_rank', 'asset_name', 'name', 'openrarity_score', 'unique_traits']
  const rows = tokens.map(({ rank, assetName, name, score, unique, traits: own }) => {
    const values = new Map(own.map((trait) => [sameText(trait.name), trait.value]))
    const cells = names.map((trait) => values.get(sameText(trait)) ?? '')
    return [String(rank), assetName, name, scoreText(score), String(unique), ...cells]
  })
  return [[...header, ...names], ...rows].map(csvLine).join('')
}

/** Six digits: two scores that differ at all differ in these. */
export const scoreText = (score: number): string => score.toFixed(6)
