import type { Network } from '../../network.ts'

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
  /** Keys of the vault that the user did not confirm as own. */
  readonly unconfirmedKeys?: ReadonlySet<string>
  /** Names of the policies of this computer's list, by their ids; null for one without a name. */
  readonly policyNames?: ReadonlyMap<string, string | null>
  /** What the request calls itself and its collection. */
  readonly titles?: readonly string[]
}
