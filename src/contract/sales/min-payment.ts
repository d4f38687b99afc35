/** The least that buyers are asked to pay, the same for the studio and its clients. */

/**
 * Lovelace. The ledger requires about 0.97 ADA in an output at a sale's address. This is the next
 * round amount, and the least that wallets send.
 */
export const minPayment = 1_000_000n

/**
 * The amount to ask for while `missing` lovelace of a price are unpaid. A rest below the minimum
 * payment is rounded up to it; the surplus returns with the tokens.
 */
export const paymentFor = (missing: bigint): bigint =>
  missing > 0n && missing < minPayment ? minPayment : missing

const cent = 10_000n

/**
 * What pays the `missing` lovelace of a mint: the missing ADA as they are shown, rounded up to a cent,
 * and at least {@link minPayment}.
 */
export const fundingFor = (missing: bigint): bigint =>
  paymentFor(((missing + cent - 1n) / cent) * cent)
