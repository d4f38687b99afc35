/** Whole lovelace as ADA, without zeros at its end. */
const decimalAda = (lovelace: bigint): string => {
  const rest = String(lovelace % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/u, '')
  return `${lovelace / 1_000_000n}${rest === '' ? '' : `.${rest}`}`
}

/** CIP-13: a wallet opens it with address and amount filled in. */
export const paymentUri = (address: string, lovelace: bigint): string =>
  `web+cardano:${address}?amount=${decimalAda(lovelace)}`
