import type { Network } from '../../network.ts'
import type { Ownership } from '../inspect/ownership.ts'

/** What the signer expects; without it fewer warnings are possible. */
export type Expectations = {
  /** The collection's policy, and the first slot in which it allows no minting. */
  readonly policyId?: string | undefined
  readonly lockSlot?: bigint | undefined
  /** The policy has minted before: a royalty token is too late (CIP-27). */
  readonly hasMinted?: boolean | undefined
  /** The collection's royalty token is not minted yet and must come first. */
  readonly awaitsRoyalty?: boolean | undefined
  readonly nowSlot?: bigint
  /** The clock is wrong, so there is no `nowSlot` to evaluate validity with. */
  readonly isClockWrong?: boolean
  readonly network?: Network
  /** What this computer itself knows. */
  readonly own?: Pick<Ownership, 'unconfirmedKeys' | 'policyNames'>
  /** What the request calls itself and its collection. */
  readonly titles?: readonly string[]
}
