/**
 * The protocol parameters for transactions without Plutus scripts. Amounts in lovelace. A signing
 * request contains them, so that fee and minimum ADA can be checked without a network.
 */
export type ProtocolParameters = {
  /** Lovelace per byte of transaction, and for every transaction. */
  readonly minFeeA: bigint
  readonly minFeeB: bigint
  readonly coinsPerUtxoByte: bigint
  readonly maxTxBytes: number
  readonly maxValueBytes: number
  readonly keyDeposit: bigint
  readonly poolDeposit: bigint
  /** Absent: {@link ledgerReferenceScripts}. */
  readonly referenceScripts?: ReferenceScriptFee
}

/** What reference scripts of spent outputs add to the fee: a price for each byte, which rises in steps. */
export type ReferenceScriptFee = {
  /** Lovelace for each byte of the first step. */
  readonly perByte: bigint
  /** The bytes of a step. */
  readonly stepBytes: bigint
  /** The price of a step's bytes is that of the step before, times this fraction. */
  readonly steeper: { readonly numerator: bigint; readonly denominator: bigint }
}

/**
 * Conway's (cardano-ledger, `tierRefScriptFee`): the price is a parameter that has been 15 since there
 * is such a thing; steps and multiplier are constants of the ledger until Dijkstra, which has
 * parameters for them.
 */
export const ledgerReferenceScripts: ReferenceScriptFee = {
  perByte: 15n,
  stepBytes: 25_600n,
  steeper: { numerator: 6n, denominator: 5n },
}
