import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { keepNewest } from '#values/work/keep-newest.ts'
import { baseAddress } from './addresses.ts'
import { readBech32 } from './bech32.ts'
import { withCsl } from './csl.ts'
import { deriveBelow, deriveFrom, hardened, privateBytes } from './derive.ts'
import type { KeyHash } from './ids.ts'
import { keyHashOf, type PolicyKey, policyKeyOf } from './keys.ts'
import type { ServiceNetwork } from './network.ts'

/** A wallet with addresses for payments: the first account of CIP-1852. */

const account = [1852, 1815, 0].map((step) => hardened + step)

/** The roles of an account's keys (CIP-1852). */
const external = 0
const staking = 2

/** One of the wallet's addresses, and the key that spends from it. */
export type DerivedAddress = { readonly address: string; readonly keyHash: KeyHash }

/**
 * 64 bytes of hex, public key and chain code of m/1852'/1815'/0': every address follows from it
 * ({@link derivePaymentAddress}) and no key that could spend.
 * @param entropy 16, 20, 24, 28 or 32 bytes, the caller's to wipe
 */
export const accountKeyOfEntropy = (entropy: Uint8Array): string =>
  deriveFrom(entropy, account, (key, own) => bytesToHex(own(key.to_public()).as_bytes()))

/**
 * Private key and chain code of m/1852'/1815'/0'/0, the parent of every payment key: 96 bytes; the
 * caller wipes them.
 */
export const paymentsParent = (entropy: Uint8Array): Uint8Array =>
  deriveFrom(entropy, [...account, external], (key) => key.as_bytes())

/**
 * The key m/1852'/1815'/0'/0/index, an extended one; the caller wipes it.
 * @param parent see {@link paymentsParent}
 * @throws ColdpressError `invalid` for an index that is none
 */
export const paymentKeyBelow = (parent: Uint8Array, index: number): PolicyKey => {
  checkIndex(index)
  return policyKeyOf(deriveBelow(parent, [index], privateBytes))
}

/**
 * Like {@link paymentKeyBelow}, from the phrase.
 * @throws ColdpressError `invalid` for an index that is none
 */
export const paymentKeyAt = (entropy: Uint8Array, index: number): PolicyKey => {
  checkIndex(index)
  const parent = paymentsParent(entropy)
  try {
    return paymentKeyBelow(parent, index)
  } finally {
    parent.fill(0)
  }
}

/** About 300 bytes each: addresses that were derived, the last ones last. */
const mostDerived = 20_000
const derivedBefore = new Map<string, DerivedAddress>()

/**
 * The public parts of that key, by public derivation alone: its base address, with
 * m/1852'/1815'/0'/2/0 as stake key like in other wallets' first account. A derivation takes a
 * millisecond, and the same addresses are compared again and again: results are kept.
 * @throws ColdpressError `invalid` for an index out of range
 */
export const derivePaymentAddress = (
  accountKey: string,
  index: number,
  network: ServiceNetwork,
): DerivedAddress => {
  checkIndex(index)
  const name = `${accountKey} ${network} ${index}`
  const known = derivedBefore.get(name)
  if (known !== undefined) return known
  const keyHash = keyHashAt(accountKey, external, index)
  const derived = { keyHash, address: baseAddress(keyHash, stakeKeyHashOf(accountKey), network) }
  keepNewest(derivedBefore, name, derived, mostDerived)
  return derived
}

const mostAccounts = 100
const stakeHashes = new Map<string, KeyHash>()

/** The hash of a wallet's stake key, which all its addresses share. */
export const stakeKeyHashOf = (accountKey: string): KeyHash => {
  const known = stakeHashes.get(accountKey)
  if (known !== undefined) return known
  const hash = keyHashAt(accountKey, staking, 0)
  keepNewest(stakeHashes, accountKey, hash, mostAccounts)
  return hash
}

/** Header, paying part and staking part of a base address of two keys (CIP-19, type 0). */
const baseBytes = 1 + 28 + 28

/** Whether an address belongs to the wallet, at any index: all of them share the staking part. */
export const isOfWallet = (accountKey: string, address: string): boolean => {
  const reading = readBech32(address)
  if (reading.outcome !== 'read') return false
  const { bytes } = reading
  const [header = 0] = bytes
  if (header >> 4 !== 0 || bytes.length !== baseBytes) return false
  return bytesToHex(bytes.subarray(29)) === stakeKeyHashOf(accountKey)
}

const keyHashAt = (accountKey: string, role: number, index: number): KeyHash =>
  withCsl((csl, own) => {
    const key = own(csl.Bip32PublicKey.from_bytes(hexToBytes(accountKey)))
    const derived = own(own(key.derive(role)).derive(index))
    return keyHashOf(own(derived.to_raw_key()).as_bytes())
  })

/** A public derivation step has 31 bits. */
const checkIndex = (index: number): void => {
  if (Number.isInteger(index) && index >= 0 && index < hardened) return
  throw new ColdpressError('invalid', `index: not a whole number from 0 to ${hardened - 1}`)
}
