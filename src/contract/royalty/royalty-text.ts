import type { Collection } from '../collections/collection.ts'
import { limits } from '#values/bounds/limits.ts'
import { percentOfRate } from '#values/amounts/percent.ts'

/**
 * A royalty as its token says it on chain, or will say it. `rate`: a decimal from 0 to 1 (CIP-27).
 */
export type RoyaltyTerms = { readonly rate: string; readonly address: string }

/** What a collection's royalty token says, or will say; null for a collection without one. */
export const royaltyTermsOf = ({ royalty }: Pick<Collection, 'royalty'>): RoyaltyTerms | null => {
  const metadata = royalty?.metadata?.['777']
  return metadata === undefined ? null : { rate: metadata.rate, address: metadata.addr.join('') }
}

/** A royalty in words: `5% of every later sale to addr1…`. */
export const royaltyText = (royalty: RoyaltyTerms): string =>
  `${percentOfRate(royalty.rate)}% of every later sale to ${royalty.address}`

/** A royalty token that is on chain, in words, without a point at the end. */
export const mintedRoyaltyText = (minted: {
  readonly txId: string
  readonly terms: RoyaltyTerms | null
  readonly unreadable: string | null
}): string => {
  const { txId, terms, unreadable } = minted
  return terms === null
    ? `a royalty token that cannot be read, minted in transaction ${txId}: ${unreadable}`
    : `${royaltyText(terms)}, minted in transaction ${txId}`
}

/** Whether two say the same: `.050` is `0.05`. */
export const isSameRoyalty = (royalty: RoyaltyTerms, other: RoyaltyTerms): boolean =>
  royalty.address === other.address && percentOfRate(royalty.rate) === percentOfRate(other.rate)

/** A royalty address stands on chain in pieces of at most 64 bytes (CIP-27); addresses are ASCII. */
export const addressPieces = (address: string): string[] =>
  address.match(new RegExp(`.{1,${limits.metadatumBytes}}`, 'gsu')) ?? []
