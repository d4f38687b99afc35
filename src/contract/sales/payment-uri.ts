import { plainAda } from '#values/text/format.ts'

/** CIP-13: a wallet opens it with address and amount filled in. */
export const paymentUri = (address: string, lovelace: bigint): string =>
  `web+cardano:${address}?amount=${plainAda(lovelace)}`

/** CIP-158: a phone's wallet opens the page in its own browser, where CIP-30 reaches the wallet. */
export const browseUri = (link: string): string =>
  `web+cardano://browse/v1?uri=${encodeURIComponent(link)}`
