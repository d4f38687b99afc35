/**
 * The protocol parameters that a transaction without Plutus scripts depends on. Amounts in lovelace.
 * A signing request carries them, so that fee and least amounts can be judged without a network.
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
