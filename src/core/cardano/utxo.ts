import type { TxId } from './ids.ts'
import type { Value } from './value.ts'

/** Names one output of one transaction. */
export type OutputRef = { readonly txId: TxId; readonly index: number }

/** An output that nobody has spent. `address` is bech32 (base58 for one from Byron times). */
export type Utxo = OutputRef & {
  readonly address: string
  readonly value: Value
  /** It carries a datum or a reference script: never chosen to pay with. */
  readonly isSpecial?: boolean
  /** Which of the two, where that is known: the fee for spending a reference script goes by its size. */
  readonly hasReferenceScript?: boolean
}

/** `<transaction id>#<index>`, as cardano-cli writes it. */
export const refText = ({ txId, index }: OutputRef): string => `${txId}#${index}`
