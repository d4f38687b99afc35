import { plainAda } from '#values/text/format.ts'

/** CIP-13: a wallet opens it with address and amount filled in. */
export const paymentUri = (address: string, lovelace: bigint): string =>
  `web+cardano:${address}?amount=${plainAda(lovelace)}`
