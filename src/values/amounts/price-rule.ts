import type { Trait } from '../rarity/rarity.ts'

/** How the prices of several tokens come about. Amounts are lovelace. */
export type PriceRule =
  | { readonly kind: 'fixed'; readonly price: bigint }
  /** Evenly by rank, from the rarest token of the collection to its most common. */
  | { readonly kind: 'ranks'; readonly rarest: bigint; readonly commonest: bigint }
  /** By the value of one attribute. `others`: for other values, and for tokens without it. */
  | {
      readonly kind: 'trait'
      readonly name: string
      readonly prices: readonly { readonly value: string; readonly price: bigint }[]
      readonly others: bigint
    }
  /** In the order of the tokens: the first `size` cost `first`, and each further `size` cost `step` more. */
  | {
      readonly kind: 'steps'
      readonly first: bigint
      readonly step: bigint
      readonly size: number
    }

export type TokenToPrice = {
  /** Among all tokens of the collection; 1 is the rarest. */
  readonly rank: number
  readonly traits: readonly Trait[]
}

/**
 * The price of each token, in their order.
 * @param lastRank the rank of the collection's most common token
 */
export const pricesBy = (
  rule: PriceRule,
  tokens: readonly TokenToPrice[],
  lastRank: number,
): readonly bigint[] => {
  switch (rule.kind) {
    case 'fixed':
      return tokens.map(() => rule.price)
    case 'ranks':
      return tokens.map(({ rank }) => priceOfRank(rule, rank, lastRank))
    case 'trait': {
      const prices = new Map(rule.prices.map(({ value, price }) => [value, price]))
      return tokens.map(({ traits }) => {
        const value = traits.find(({ name }) => name === rule.name)?.value
        return (value === undefined ? undefined : prices.get(value)) ?? rule.others
      })
    }
    case 'steps':
      return tokens.map(
        (_, index) => rule.first + rule.step * BigInt(Math.floor(index / rule.size)),
      )
    default:
      return rule satisfies never
  }
}

const ada = 1_000_000n
const cent = 10_000n

/** Rounded as the creator wrote the ends: to whole ADA where both are whole, else to hundredths. */
const priceOfRank = (
  { rarest, commonest }: Extract<PriceRule, { readonly kind: 'ranks' }>,
  rank: number,
  lastRank: number,
): bigint => {
  if (rank <= 1) return rarest
  if (rank >= lastRank) return commonest
  const unit = rarest % ada === 0n && commonest % ada === 0n ? ada : cent
  const steps = BigInt(lastRank - 1)
  const exact = rarest * steps + (commonest - rarest) * BigInt(rank - 1)
  const rounded = ((2n * exact + unit * steps) / (2n * unit * steps)) * unit
  const [least, most] = rarest < commonest ? [rarest, commonest] : [commonest, rarest]
  if (rounded < least) return least
  return rounded > most ? most : rounded
}

/**
 * Lovelace for each of `count` tokens, which cost `total` together: exactly where it divides, else a
 * little more, in hundredths of ADA.
 */
export const priceOfEach = (total: bigint, count: number): bigint => {
  const tokens = BigInt(count)
  if (total % tokens === 0n) return total / tokens
  const unit = cent * tokens
  return ((total + unit - 1n) / unit) * cent
}
