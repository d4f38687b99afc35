import type { Holder } from '#contract/signing/transactions.ts'
import { addressOfText, type KnownAddress } from './addresses.ts'

/** What this computer itself knows about addresses; none of it comes from a request. */
export type Ownership = {
  /** Hashes of the keys that are the user's own here, for payments and for stake. */
  readonly keys: ReadonlySet<string>
  /**
   * Keys that can sign here although nobody confirmed them: what they receive does not count as the
   * user's, but what they spend may.
   */
  readonly unconfirmedKeys: ReadonlySet<string>
  /** Addresses of this computer's studio wallets; their keys are derived one by one. */
  readonly walletAddresses: ReadonlySet<string>
  /** Labels of the addresses that the user confirmed on this computer, by their text. */
  readonly addressBook: ReadonlyMap<string, string>
  /** Names of the policies in this computer's list, by their ids; null for one without a name. */
  readonly policyNames: ReadonlyMap<string, string | null>
}

export const nothingOwned: Ownership = {
  keys: new Set(),
  unconfirmedKeys: new Set(),
  walletAddresses: new Set(),
  addressBook: new Map(),
  policyNames: new Map(),
}

export const holderOf = (
  { text, credential }: KnownAddress,
  { keys, walletAddresses, addressBook }: Ownership,
): Holder => {
  if (walletAddresses.has(text)) return 'vault'
  if (credential.kind === 'key' && keys.has(credential.hash)) return 'vault'
  return addressBook.has(text) ? 'address_book' : 'others'
}

/**
 * Whether somebody else can delegate the funds at an address of this vault and withdraw the
 * rewards.
 */
export const hasForeignStake = (address: KnownAddress, own: Ownership): boolean => {
  if (holderOf(address, own) !== 'vault') return false
  const { stake, text } = address
  if (stake === undefined || own.walletAddresses.has(text) || own.addressBook.has(text))
    return false
  return stake.kind !== 'key' || !own.keys.has(stake.hash)
}

/** Hashes of the keys that an address names, for payments and for stake. */
export const keysOfAddress = (text: string): readonly string[] => {
  const { credential, stake } = addressOfText(text)
  return [credential, stake].flatMap((part) => (part?.kind === 'key' ? part.hash : []))
}
