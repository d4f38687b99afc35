import { percentOfRate } from './percent.ts'

/**
 * A royalty in words: `5% of every later sale to addr1…`.
 * @param royalty.rate a decimal from 0 to 1 (CIP-27)
 */
export const royaltyText = (royalty: { readonly rate: string; readonly address: string }): string =>
  `${percentOfRate(royalty.rate)}% of every later sale to ${royalty.address}`
