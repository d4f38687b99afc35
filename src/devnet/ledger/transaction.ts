import type { TxId } from '#cardano/ids.ts'
import type { OutputRef } from '#cardano/utxo.ts'
import type { Unit, Value } from '#cardano/value.ts'

/** An output as it was written: `cbor` has its own bytes in hex. */
export type LedgerOutput = {
  readonly address: string
  readonly value: Value
  readonly cbor: Uint8Array
  readonly dataHash: string | null
  readonly inlineDatum: string | null
  readonly scriptHash: string | null
}

export type MetadataLabel = { readonly label: string; readonly json: unknown }

/** A transaction with a valid form; nothing else has been checked. */
export type Transaction = {
  readonly id: TxId
  readonly cbor: Uint8Array
  readonly inputs: readonly OutputRef[]
  /** Only read, not spent. */
  readonly references: readonly OutputRef[]
  readonly outputs: readonly LedgerOutput[]
  readonly fee: bigint
  /** Valid from the first slot and before the second. */
  readonly invalidBefore: bigint | undefined
  readonly invalidHereafter: bigint | undefined
  /** Negative where it burns. */
  readonly mint: ReadonlyMap<Unit, bigint>
  readonly metadata: readonly MetadataLabel[]
}
