import type { PolicyId } from '../cardano/ids.ts'
import type { Network } from '../cardano/network.ts'
import type { ProtocolParameters } from '../cardano/parameters.ts'
import type { NativeScript } from '../cardano/scripts.ts'
import type { Utxo } from '../cardano/utxo.ts'
import type { Thumbnail } from './thumbnails.ts'

/**
 * Transactions to be signed, with all that is needed to judge them without a network. Besides the
 * transactions themselves everything is somebody's word: no signature covers it.
 */
export type SigningRequest = {
  readonly createdAt: Date
  readonly title: string
  readonly collectionName: string | undefined
  readonly network: Network
  /** In the order in which they are to be sent: a later one may spend what an earlier one makes. */
  readonly transactions: readonly Uint8Array[]
  /** What inputs hold that no transaction of the request makes. */
  readonly resolvedInputs: readonly Utxo[]
  readonly scripts: readonly NativeScript[]
  readonly parameters: { readonly asOf: Date; readonly values: ProtocolParameters } | undefined
  readonly expected: {
    readonly policyId: PolicyId | undefined
    readonly lockSlot: bigint | undefined
    readonly hasMinted: boolean | undefined
    readonly awaitsRoyalty: boolean | undefined
    /** Addresses that are said to be the creator's own, or agreed on, by name. */
    readonly addresses: readonly { readonly address: string; readonly label: string }[]
  }
  readonly thumbnails: readonly Thumbnail[]
}
