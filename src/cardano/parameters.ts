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
}
