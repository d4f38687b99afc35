/** Lovelace that a sale's tokens cost together; each costs `price`. */
export const totalPrice = (price: bigint | number | string, tokens: number): bigint =>
  BigInt(price) * BigInt(tokens)
