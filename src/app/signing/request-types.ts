import type { PolicyId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import type { PaymentKeyAt } from '#keys/vault-schemas.ts'
import type { ProtocolParameters } from '#cardano/parameters.ts'
import type { NativeScript } from '#cardano/scripts.ts'
import type { Utxo } from '#cardano/utxo.ts'
import type { RequestThumbnail } from './thumbnails.ts'

/** The sender's statement about a transaction's collection; nothing proves it. */
export type RequestExpectation = {
  readonly policyId: PolicyId | undefined
  readonly lockSlot: bigint | undefined
  readonly hasMinted: boolean | undefined
  readonly awaitsRoyalty: boolean | undefined
  /** The sender's labels of addresses. */
  readonly addresses: readonly { readonly address: string; readonly label: string }[]
}

/**
 * Transactions to sign, with all that a signer needs without a network. Transactions and parents
 * prove their contents; everything else is the sender's statement, which no signature covers.
 */
export type SigningRequest = {
  readonly createdAt: Date
  readonly title: string
  readonly collectionName: string | undefined
  readonly network: Network
  /** In submission order: a later one may spend an earlier one's outputs. */
  readonly transactions: readonly Uint8Array[]
  /** Bodies of the transactions that created the inputs; the hash of each proves its outputs. */
  readonly parents: readonly Uint8Array[]
  /** The stated contents of inputs that no transaction of the request creates. */
  readonly resolvedInputs: readonly Utxo[]
  readonly scripts: readonly NativeScript[]
  /** Where the keys of inputs are in a wallet whose addresses the sender only watches. */
  readonly paymentKeys: readonly PaymentKeyAt[]
  readonly parameters: { readonly asOf: Date; readonly values: ProtocolParameters } | undefined
  /** One per transaction, in order. */
  readonly expected: readonly RequestExpectation[]
  readonly thumbnails: readonly RequestThumbnail[]
}
