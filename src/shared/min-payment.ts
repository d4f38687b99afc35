/** What buyers are asked for, the same for the studio and its clients. */

/**
 * Lovelace. The ledger wants about 0.97 ADA in an output at a sale's address, and wallets send no
 * less than this round amount.
 */
export const minPayment = 1_000_000n

/**
 * What to pay while so much is missing of a price, in lovelace: a rest that no payment can be as
 * small as is paid by the smallest one, and what is too much of that goes back with the tokens.
 */
export const paymentFor = (missing: bigint): bigint =>
  missing > 0n && missing < minPayment ? minPayment : missing
