/** Limits of the minting service interface ("Limits") and of the ledger. Lengths in code points, bytes in UTF-8. */
export const limits = {
  /** Interface: tokens in one request. */
  tokensPerRequest: 25,
  tokensPerSale: 20,
  /** Interface: `name`, `asset_name`, `description` of a token. */
  tokenText: { minChars: 2, maxChars: 32, maxBytes: 64 },
  /** Ledger: bytes of an asset name. The interface allows 64, the ledger refuses more than this. */
  ledgerAssetNameBytes: 32,
  /** Ledger: bytes of one metadata string, keys included (CIP-25, CIP-27). */
  metadatumBytes: 64,
  /** Ledger: bytes of one transaction (protocol parameter `max_tx_size`). */
  transactionBytes: 16_384,
  /** Studio: bytes of one request body. */
  requestBodyBytes: 64 * 1024 * 1024,
  /** Studio: bytes of all request bodies that are read at the same time. */
  bodiesHeldBytes: 256 * 1024 * 1024,
  /** Studio: levels of nesting, and values in all, of one request body. */
  jsonDepth: 64,
  jsonValues: 200_000,
  /** Studio: bytes of an image fetched from a web server. */
  fetchedImageBytes: 25 * 1024 * 1024,
  /** Studio: redirects followed, and time taken, for an image from a web server. */
  fetchedImageRedirects: 3,
  fetchedImageMs: 30_000,
  /** Studio: rows of one page of a list. */
  pageSize: { min: 1, max: 100, default: 50 },
  /** Studio: ids in `?ids=`. */
  idsPerRequest: 25,
} as const
