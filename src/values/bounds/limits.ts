/** Limits of the minting service interface ("Limits") and of the ledger. Lengths in code points, bytes in UTF-8. */
export const limits = {
  /** Interface: tokens in one request. */
  tokensPerRequest: 25,
  tokensPerSale: 20,
  /** Studio: sales of one signing round, each a transaction of the round's signing request. */
  salesPerRound: 256,
  /** Studio: addresses of one burn. Each is looked at, and its owner signs. */
  addressesPerBurn: 20,
  /** Interface: `name`, `asset_name`, `description` of a token. */
  tokenText: { minChars: 2, maxChars: 32, maxBytes: 64 },
  /** Ledger: bytes of an asset name. The interface allows 64, the ledger rejects more than this. */
  ledgerAssetNameBytes: 32,
  /** Ledger: bytes of one metadata string, keys included (CIP-25, CIP-27). */
  metadatumBytes: 64,
  /** Studio: pieces in which a text may be sent; as many as fill a transaction. */
  textPieces: 256,
  /** Ledger: bytes of one transaction (protocol parameter `max_tx_size`). */
  transactionBytes: 16_384,
  /**
   * Bytes of a signing request, and characters of a pasted one: 256 of the longest transactions in
   * hex are 8 MiB, and as many parents as long again leave half of it to everything else.
   */
  signingRequestBytes: 32 * 1024 * 1024,
  /** Transactions of one signing request: a mint of 1,000 tokens with long metadata has 80. */
  signingRequestTransactions: 256,
  /** Signatures in one file: 16 keys for each transaction of a request. */
  witnessesPerFile: 16 * 256,
  /** Bytes of a file that crosses by QR codes, before it is deflated. */
  qrFileBytes: 8 * 1024 * 1024,
  /** Bodies of earlier transactions that one signing request carries. */
  mintParents: 1_000,
  /** Studio: bytes of one request body. */
  requestBodyBytes: 64 * 1024 * 1024,
  /** Studio: bytes of all request bodies that are read at the same time. */
  bodiesHeldBytes: 256 * 1024 * 1024,
  /** Levels of nesting of JSON from outside; values in all of one request body of the studio. */
  jsonDepth: 64,
  jsonValues: 200_000,
  /** Import: works beside the image of one token. Each takes some 150 bytes of its metadata. */
  worksPerToken: 16,
  /** Import: bytes of a work, a video of hours. It is stored and sent as a stream. */
  workBytes: 4 * 1024 ** 3,
  /** Import: bytes of an image that wallets load without delay (CIP-25). */
  previewBytes: 1_000_000,
  /** Studio: bytes of an image fetched from a web server. */
  fetchedImageBytes: 25 * 1024 * 1024,
  /** Studio: redirects followed, and time taken, for an image from a web server. */
  fetchedImageRedirects: 3,
  fetchedImageMs: 30_000,
  /** Studio: rows of one page of a list. */
  pageSize: { min: 1, max: 100, default: 50 },
  /**
   * Every text, list and record from outside: more than any legitimate value needs, and little
   * enough to read without delay. Short text: an id, a path (Linux: 4,096 bytes), a URL or an
   * address. Long text: a sentence, or a cell of a table. Document: a file, no larger than a
   * request body.
   */
  shortTextChars: 4_096,
  longTextChars: 1_048_576,
  documentChars: 64 * 1024 * 1024,
  /** Above the number of values that a request body may hold; an import of 100,000 rows fits. */
  listItems: 200_000,
  /**
   * Names in one record, such as a template's attributes. On chain each takes at least 4 bytes, so
   * a transaction has no room for more.
   */
  recordNames: 4_096,
  /** Ledger: the longest bech32 address has 108 characters, a Byron address about 120. */
  addressChars: 256,
  /** Address book: the name of an address. */
  addressLabelChars: 64,
  /** Rows in one page from a service. Coldpress asks for at most 100; services may send more. */
  pageOfServiceItems: 1_000,
  /** Pages read of one list: a million tokens at 100 rows a page. */
  pagesOfList: 10_000,
  /** Pages read of a gateway's list, which is held in memory: 100,000 unspent outputs. */
  pagesOfGateway: 1_000,
  /** Studio: days in which what was deleted can be restored. */
  binDays: 30,
  /** Studio: ids in `?ids=`. */
  idsPerRequest: 25,
} as const
