/** CIP-158: a phone's wallet opens the page in its own browser, where CIP-30 reaches the wallet. */
export const browseUri = (link: string): string =>
  `web+cardano://browse/v1?uri=${encodeURIComponent(link)}`
