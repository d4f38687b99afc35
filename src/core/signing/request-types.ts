import type { PolicyId } from '../cardano/ids.ts'
import type { Network } from '../cardano/network.ts'
import type { ProtocolParameters } from '../cardano/parameters.ts'
import type { NativeScript } from '../cardano/scripts.ts'
import type { Utxo } from '../cardano/utxo.ts'
import type { Thumbnail } from './thumbnails.ts'

/** What the asker says about the collection of one transaction; nothing proves it. */
export type RequestExpectation = {
  readonly policyId: PolicyId | undefined
  readonly lockSlot: bigint | undefined
  readonly hasMinted: boolean | undefined
  readonly awaitsRoyalty: boolean | undefined
  /** What the asker calls addresses. */
  readonly addresses: readonly { readonly address: string; readonly label: string }[]
}

/**
 * Transactions to be signed, with all that is needed to judge them without a network. The
 * transactions and their parents prove what they say; everything else is a statement of whoever
 * wrote the request, which no signature covers.
 */
export type SigningRequest = {
  readonly createdAt: Date
  readonly title: string
  readonly collectionName: string | undefined
  readonly network: Network
  /** In the order in which they are to be sent: a later one may spend what an earlier one makes. */
  readonly transactions: readonly Uint8Array[]
  /** Bodies of the transactions that made the inputs: each proves by its hash what its outputs hold. */
  readonly parents: readonly Uint8Array[]
  /** What inputs are stated to hold that no transaction of the request makes. */
  readonly resolvedInputs: readonly Utxo[]
  readonly scripts: readonly NativeScript[]
  readonly parameters: { readonly asOf: Date; readonly values: ProtocolParameters } | undefined
  /** One for each transaction, in their order. */
  readonly expected: readonly RequestExpectation[]
  readonly thumbnails: readonly Thumbnail[]
}
