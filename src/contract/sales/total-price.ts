import type { Sale } from './sale.ts'

/** Lovelace that a sale's tokens cost together; each costs `price`. */
export const totalPrice = (price: bigint | number | string, tokens: number): bigint =>
  BigInt(price) * BigInt(tokens)

/**
 * How many tokens a sale sells. The hosted service's `supply` counts copies of each token, 1 for an NFT;
 * the studio's counts tokens. So the tokens count, where the service lists them.
 */
export const tokensSold = ({ tokens, supply }: Pick<Sale, 'tokens' | 'supply'>): number =>
  tokens.length > 0 ? tokens.length : supply

/** Lovelace that the buyer pays for all tokens of a sale. */
export const salePriceOf = (sale: Pick<Sale, 'price' | 'tokens' | 'supply'>): bigint =>
  totalPrice(sale.price, tokensSold(sale))
