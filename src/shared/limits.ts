/** Limits of the minting service interface ("Limits") and of the ledger. Lengths in code points, bytes in UTF-8. */
export const limits = {
  /** Interface: tokens in one request. */
  tokensPerRequest: 25,
  tokensPerSale: 20,
  /** Interface: `name`, `asset_name`, `description` of a token. */
  tokenText: { minChars: 2, maxChars: 32, maxBytes: 64 },
  /** Ledger: bytes of an asset name. The interface allows 64, the ledger rejects more than this. */
  ledgerAssetNameBytes: 32,
  /** Ledger: bytes of one metadata string, keys included (CIP-25, CIP-27). */
  metadatumBytes: 64,
  /** Ledger: bytes of one transaction (protocol parameter `max_tx_size`). */
  transactionBytes: 16_384,
  /** Bytes of a signing request, and characters of one that is pasted. */
  signingRequestBytes: 8 * 1024 * 1024,
  /** Bodies of earlier transactions that one signing request carries. */
  mintParents: 1_000,
  /** Studio: bytes of one request body. */
  requestBodyBytes: 64 * 1024 * 1024,
  /** Studio: bytes of all request bodies that are read at the same time. */
  bodiesHeldBytes: 256 * 1024 * 1024,
  /** Levels of nesting of JSON from outside; values in all of one request body of the studio. */
  jsonDepth: 64,
  jsonValues: 200_000,
  /** Studio: bytes of an image fetched from a web server. */
  fetchedImageBytes: 25 * 1024 * 1024,
  /** Studio: redirects followed, and time taken, for an image from a web server. */
  fetchedImageRedirects: 3,
  fetchedImageMs: 30_000,
  /** Studio: rows of one page of a list. */
  pageSize: { min: 1, max: 100, default: 50 },
  /**
   * Every text, list and record from outside: more than whatever is meant, and few enough that
   * reading it holds nobody up. An id, a path (Linux: 4,096 bytes), a URL or an address; a sentence
   * with what it quotes, or a cell of a table; a file, no larger than a request body.
   */
  shortTextChars: 4_096,
  longTextChars: 1_048_576,
  documentChars: 64 * 1024 * 1024,
  /** As many as a request body may hold values; an import of 100,000 rows fits. */
  listItems: 200_000,
  /**
   * Names in one record, such as a template's attributes. On chain each takes 4 bytes or more, so
   * that a transaction has no room for more of them.
   */
  recordNames: 4_096,
  /** Ledger: the longest address of bech32 has 108 characters, that of Byron's times about 120. */
  addressChars: 256,
  /** Rows in one page that a service answers; at most 100 are asked for, others may give more. */
  pageOfServiceItems: 1_000,
  /** Pages of one list that are read: with 100 rows a page, a million tokens. */
  pagesOfList: 10_000,
  /** The same of a gateway's list, whose rows are all held at once: 100,000 unspent outputs. */
  pagesOfGateway: 1_000,
  /** Studio: ids in `?ids=`. */
  idsPerRequest: 25,
} as const
