import type { Network } from '../network.ts'

/** What the person who is to sign expects; without it fewer things can be told. */
export type Expectations = {
  /** Addresses that are the creator's own or were agreed on. */
  readonly knownAddresses?: ReadonlySet<string>
  /** Addresses that whoever asks for the signature calls the creator's own, or agreed on. */
  readonly toldAddresses?: ReadonlySet<string>
  /** The collection's policy, and the first slot in which nothing can be minted under it. */
  readonly policyId?: string
  readonly lockSlot?: bigint
  /** Something was minted under that policy before: a royalty token comes too late (CIP-27). */
  readonly hasMinted?: boolean
  /** The collection's royalty token is still to be minted, and must come first. */
  readonly awaitsRoyalty?: boolean
  readonly nowSlot?: bigint
  readonly network?: Network
}
