import type { KeyHash, TxId } from '../../ids.ts'
import type { OnChainMetadata } from '../../metadata.ts'
import type { Network } from '../../network.ts'
import type { ProtocolParameters } from '../../parameters.ts'
import type { NativeScript } from '../../scripts.ts'
import type { Utxo } from '../../utxo.ts'
import type { Unit, Value } from '../../value.ts'

/**
 * What a transaction is paid from. The caller has left out reserved UTxOs. Only outputs at key
 * addresses without datum or reference script are spent; the change goes to `changeAddress`.
 */
export type Funding = { readonly utxos: readonly Utxo[]; readonly changeAddress: string }

/** What every transaction is built from besides its purpose. */
export type BuildContext = {
  readonly network: Network
  readonly parameters: ProtocolParameters
  /** The slot of now. */
  readonly slot: bigint
  readonly funding: Funding
  /** How many slots from now it stays valid, unless the policy locks before; 7,200 when not given. */
  readonly validForSlots?: bigint
}

/** A policy together with the keys that will sign for it, chosen by the user. */
export type MintPolicy = { readonly script: NativeScript; readonly signers: ReadonlySet<KeyHash> }

/**
 * A token to mint once. `metadata` is that of `tokenMetadata` for this token and policy;
 * `assetName` holds the 1 to 32 bytes that go on chain; `address` receives the token.
 */
export type TokenToMint = {
  readonly assetName: Uint8Array
  readonly metadata: OnChainMetadata
  readonly address: string
}

export type TransactionOutput = { readonly address: string; readonly value: Value }

/**
 * Valid in slots from `start` (from the beginning when it is not there) to the one before `end`,
 * the transaction's TTL.
 */
export type Validity = { readonly start?: bigint; readonly end: bigint }

/** An unsigned transaction with a summary of its effects. Witnesses do not change its id. */
export type BuiltTransaction = {
  readonly txId: TxId
  /** The whole transaction; its witness set holds the policy's script alone. */
  readonly cbor: Uint8Array
  readonly fee: bigint
  /** Its size with the witnesses of all `requiredSigners`. */
  readonly signedBytes: number
  readonly inputs: readonly Utxo[]
  /** All of them, by index, those of `change` among them. */
  readonly outputs: readonly TransactionOutput[]
  /** What comes back to the change address, spendable by the next transaction. */
  readonly change: readonly Utxo[]
  /** Negative where tokens are burned. */
  readonly mint: ReadonlyMap<Unit, bigint>
  readonly validity: Validity
  /** The payment keys of the inputs and the policy's chosen signers, each once. */
  readonly requiredSigners: readonly KeyHash[]
  /** Which of the requested tokens it contains, by index in the list. */
  readonly tokens: readonly number[]
}

/** What a mint or a burn costs. Amounts in lovelace. */
export type Estimate = {
  readonly transactions: number
  /** Minimum ADA of the outputs with new tokens. It goes to whoever receives them. */
  readonly withTokens: bigint
  readonly fees: bigint
  /** What the funding lacks: see `payWithMissing`. */
  readonly missing: bigint
  /** What is left at the change address, of the funding and what it lacked. */
  readonly left: bigint
}
