import { countTraits, type Trait, type TraitCounts } from './rarity.ts'

/**
 * Ranks as OpenRarity defines them (openrarity.gitbook.io, "Methodology"; its code is
 * github.com/OpenRarity/open-rarity at f2bc4d8): information content over the entropy of the
 * collection, after the number of traits that no other token has.
 */
export type TokenRarity = {
  /** 1 is the rarest. Tokens with the same score share a rank, and the next rank counts them: 1, 2, 2, 4. */
  readonly rank: number
  /** Information content of the token's traits by the entropy of the collection. */
  readonly score: number
  /** Traits that no other token has. They come before the score. */
  readonly unique: number
}

/** OpenRarity counts a token's traits as one more trait of it. */
const traitCountName = 'meta_trait:trait_count'

/** Names and values are compared without case and outer white space. */
export const sameText = (text: string): string => text.toLowerCase().trim()

/** Whether a value says that the token lacks the trait. */
export const isAbsent = (value: string): boolean => ['', 'none', 'null'].includes(sameText(value))

/** The rarity of each token, in the order of the tokens. */
export const rarityOf = (tokens: readonly (readonly Trait[])[]): readonly TokenRarity[] => {
  const given = tokens.map(ownTraits)
  const counts = countTraits(given.map((traits) => traits.entries().map(traitOf).toArray()))
  const bits = bitsOf(counts, tokens.length)
  const entropy = entropyOf(counts, tokens.length)
  const scored = given.map((traits) => ({
    // with one token, or equal ones, nothing is a surprise
    score: entropy === 0 ? 0 : informationOf(traits, bits) / entropy,
    unique: traits.entries().reduce((sum, trait) => sum + (isUnique(counts, trait) ? 1 : 0), 0),
  }))
  return withRanks(scored)
}

type OwnTraits = ReadonlyMap<string, string>

/** Of two traits with one name the later counts. */
const ownTraits = (traits: readonly Trait[]): OwnTraits => {
  const own = new Map<string, string>()
  for (const { name, value } of traits) {
    if (!isAbsent(value)) own.set(sameText(name), sameText(value))
  }
  return own.set(traitCountName, String(own.size - (own.has(traitCountName) ? 1 : 0)))
}

const traitOf = ([name, value]: readonly [string, string]): Trait => ({ name, value })

const isUnique = (counts: TraitCounts, [name, value]: readonly [string, string]): boolean =>
  counts.get(name)?.get(value) === 1

/** What knowing a value of a trait tells, in bits; `none` for the tokens without the trait. */
type TraitBits = { readonly values: ReadonlyMap<string, number>; readonly none: number }

const bitsOf = (counts: TraitCounts, total: number): ReadonlyMap<string, TraitBits> => {
  const bits = (count: number): number => (count === 0 ? 0 : -Math.log2(count / total))
  return new Map(
    counts.entries().map(([name, values]) => [
      name,
      {
        values: new Map(values.entries().map(([value, count]) => [value, bits(count)])),
        none: bits(total - sum(values.values())),
      },
    ]),
  )
}

const sum = (numbers: Iterable<number>): number => {
  let all = 0
  for (const number of numbers) all += number
  return all
}

const informationOf = (traits: OwnTraits, bits: ReadonlyMap<string, TraitBits>): number =>
  sum(bits.entries().map(([name, { values, none }]) => values.get(traits.get(name) ?? '') ?? none))

const entropyOf = (counts: TraitCounts, total: number): number => {
  const term = (count: number): number =>
    count === 0 ? 0 : -(count / total) * Math.log2(count / total)
  return sum(
    counts.values().map((values) => {
      const held = [...values.values()]
      return sum([...held, total - sum(held)].map(term))
    }),
  )
}

type Scored = Omit<TokenRarity, 'rank'>

const withRanks = (scored: readonly Scored[]): readonly TokenRarity[] => {
  const order = scored
    .map((token, index) => ({ ...token, index }))
    .toSorted((a, b) => b.unique - a.unique || b.score - a.score)
  const ranked = scored.map((token): TokenRarity => ({ ...token, rank: 1 }))
  let rank = 1
  for (const [place, token] of order.entries()) {
    const before = order[place - 1]
    if (before !== undefined && !isClose(token.score, before.score)) rank = place + 1
    ranked[token.index] = { score: token.score, unique: token.unique, rank }
  }
  return ranked
}

/** About nine digits, as OpenRarity compares: the sums of one score may differ in the last ones. */
const isClose = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
