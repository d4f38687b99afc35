import type { Network } from '#core/cardano/network.ts'

/** What the person who is to sign expects; without it fewer things can be told. */
export type Expectations = {
  /** The collection's policy, and the first slot in which nothing can be minted under it. */
  readonly policyId?: string | undefined
  readonly lockSlot?: bigint | undefined
  /** Something was minted under that policy before: a royalty token comes too late (CIP-27). */
  readonly hasMinted?: boolean | undefined
  /** The collection's royalty token is still to be minted, and must come first. */
  readonly awaitsRoyalty?: boolean | undefined
  readonly nowSlot?: bigint
  /** The clock cannot be right, so there is no `nowSlot` to evaluate validity by. */
  readonly isClockWrong?: boolean
  readonly network?: Network
  /** Keys of the vault that nobody confirmed as the user's own. */
  readonly unconfirmedKeys?: ReadonlySet<string>
}
