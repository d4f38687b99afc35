import type { CollectionDetails, TokenRow } from '#contract/collections/calls.ts'
import { isListed } from '#contract/tokens/token-state.ts'
import { canBeSold, canChange, isBurned, isMinted } from './token-status.ts'
import type { LoadedTokens } from './tokens.ts'

/** How many tokens a collection has in each state: the one source of these numbers. */
export type TokenCounts = {
  readonly all: number
  /** Neither minted nor reserved. */
  readonly open: number
  /** Those of `open`, and those that are not for sale yet or any more. */
  readonly changeable: number
  readonly minted: number
  readonly burned: number
  /** Completed sales; the tokens are among those minted, or burned since. */
  readonly sold: number
  /** All that are neither open nor minted nor burned, by status; null: it is not known before all are loaded. */
  readonly others: readonly { readonly status: string | null; readonly count: number }[]
  /** Those that visitors can buy, and what they cost together; undefined before all are loaded. */
  readonly listed: { readonly count: number; readonly lovelace: bigint } | undefined
  /** False: tokens are still to be loaded, and each number may grow. */
  readonly isComplete: boolean
}

/**
 * The loaded tokens say it exactly. Before, a collection's own counts tell as much as its service
 * counts: OPEN tokens are in none of them, and only Coldpress's studio counts minted ones.
 */
export const tokenCounts = (
  {
    token_count: all,
    token_for_sale_count: ready,
    token_sold_count: sold,
    token_minted_count: minted,
    token_burned_count: burned = 0,
  }: CollectionDetails,
  { rows, cursor }: LoadedTokens = { rows: [], cursor: '' },
): TokenCounts => {
  const isLoaded = cursor === null
  const loaded = {
    all: Math.max(all, rows.length),
    open: rows.filter(canBeSold).length,
    changeable: rows.filter(canChange).length,
    minted: rows.filter(isMinted).length,
    burned: rows.filter(isBurned).length,
    sold,
    others: othersIn(rows),
    listed: isLoaded || all === 0 ? listedIn(rows) : undefined,
  }
  // Tokens that an import has just added are counted before they are loaded.
  if (isLoaded && rows.length >= all) return { ...loaded, isComplete: true }
  const counted = {
    open: Math.max(loaded.open, ready),
    minted: Math.max(loaded.minted, minted ?? 0),
    burned: Math.max(loaded.burned, burned),
  }
  const rest = all - counted.open - counted.minted - counted.burned
  return {
    ...loaded,
    ...counted,
    changeable: Math.max(loaded.changeable, ready),
    others: [{ status: null, count: Math.max(0, rest) }],
    isComplete: isLoaded || minted !== undefined || ready >= all,
  }
}

const othersIn = (rows: LoadedTokens['rows']): TokenCounts['others'] => {
  const others = rows.filter((row) => !canBeSold(row) && !isMinted(row) && !isBurned(row))
  return [...Map.groupBy(others, ({ status }) => status)].map(([status, { length }]) => ({
    status,
    count: length,
  }))
}

const listedIn = (rows: LoadedTokens['rows']): TokenCounts['listed'] => {
  const listed = rows.filter(isListed)
  return { count: listed.length, lovelace: sumOfPrices(listed) }
}

/** Lovelace that the priced ones among tokens cost together. */
export const sumOfPrices = (tokens: readonly Pick<TokenRow, 'price'>[]): bigint =>
  tokens.reduce((sum, { price }) => sum + BigInt(price ?? 0), 0n)

/** Whether tokens are minted, sold or reserved; undefined until that is known. */
export const hasTokensInUse = ({
  all,
  changeable,
  isComplete,
}: TokenCounts): boolean | undefined => {
  if (changeable >= all) return false
  return isComplete ? true : undefined
}
