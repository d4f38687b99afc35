import type { TxId } from './ids.ts'
import type { Value } from './value.ts'

/** Names one output of one transaction. */
export type OutputRef = { readonly txId: TxId; readonly index: number }

/** An unspent output. `address` is bech32 (base58 for a Byron address). */
export type Utxo = OutputRef & {
  readonly address: string
  readonly value: Value
  /** It carries a datum or a reference script, so it is never chosen as an input. */
  readonly isSpecial?: boolean
  /** Which of the two, where known: a reference script raises the fee by its size. */
  readonly hasReferenceScript?: boolean
}

/** `<transaction ID>#<index>`, as cardano-cli writes it. */
export const refText = ({ txId, index }: OutputRef): string => `${txId}#${index}`
