import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { type Csl, type Own, sweepCsl, withCsl } from './csl.ts'
import { policyKeyOf, type PolicyKey } from './keys.ts'

/** Added to the number of a step that only private keys can take (BIP-32). */
export const hardened = 2 ** 31

/**
 * The policy key m/1855'/1815'/index' (CIP-1855) of a BIP-39 recovery phrase, from the Icarus root
 * (CIP-3). Ledger devices derive another root: the same phrase gives other keys there.
 * @param phrase 12, 15, 18, 21 or 24 English words
 * @param index 0 to 2^31 - 1
 * @param passphrase the optional second factor of the phrase, empty when there is none
 * @throws ColdpressError `invalid` for a phrase that is none (unknown word, wrong checksum) or an
 * index out of range; never with a word of the phrase
 */
export const policyKeyFromPhrase = (
  phrase: Secret,
  index: number,
  passphrase?: Secret,
): PolicyKey => {
  const entropy = entropyOf(phrase)
  try {
    return policyKeyFromEntropy(entropy, index, passphrase)
  } finally {
    entropy.fill(0)
  }
}

/**
 * Like {@link policyKeyFromPhrase}, from the entropy of the phrase. The caller wipes it.
 * @param entropy 16, 20, 24, 28 or 32 bytes
 */
export const policyKeyFromEntropy = (
  entropy: Uint8Array,
  index: number,
  passphrase?: Secret,
): PolicyKey => {
  if (!Number.isInteger(index) || index < 0 || index > maxPolicyIndex)
    throw new ColdpressError(
      'invalid',
      `index: not a whole number from 0 to ${maxPolicyIndex}. Say one that is not used yet.`,
    )
  const path = [1855, 1815, index].map((step) => hardened + step)
  const secretAt = (bytes: Uint8Array) => deriveFrom(entropy, path, privateBytes, bytes)
  return policyKeyOf(passphrase === undefined ? secretAt(none) : passphrase.use(secretAt))
}

/**
 * Fingerprint of a phrase: 8 bytes of hex, from the hash of its root's public key. Reveals nothing
 * about its keys.
 */
export const phraseFingerprint = (entropy: Uint8Array): string =>
  deriveFrom(entropy, [], (root, own) => {
    const publicKey = own(own(root.to_public()).to_raw_key()).as_bytes()
    return bytesToHex(blake2b(publicKey, { dkLen: 28 }).subarray(0, 8))
  })

/** The words of 16, 20, 24, 28 or 32 bytes (BIP-39, English), to be shown to the phrase's owner. */
export const wordsOf = (entropy: Uint8Array): readonly string[] =>
  entropyToMnemonic(entropy, wordlist).split(' ')

/** CIP-1855: indexes are hardened, so 31 bits. */
export const maxPolicyIndex = 2 ** 31 - 1

/**
 * The entropy of a phrase; the caller wipes it.
 * @throws ColdpressError `invalid` for a text that is no phrase; never with a word of it
 */
export const entropyOf = (phrase: Secret): Uint8Array => {
  const words = phrase.text().normalize('NFKD').trim().toLowerCase().split(/\s+/u)
  try {
    return mnemonicToEntropy(words.join(' '), wordlist)
  } catch {
    // The library's own message names the word that it does not know.
    throw new ColdpressError(
      'invalid',
      `This is not a recovery phrase (${countText(words.length, 'word')}). A phrase has 12, 15, 18, 21 or 24 ` +
        'English words of BIP-39. Check the spelling of each word, and their order.',
    )
  }
}

type ExtendedKey = Csl['Bip32PrivateKey']['prototype']

const none = new Uint8Array()

/**
 * Runs a function with the key at `path` from the Icarus root (CIP-3); hardened steps have {@link
 * hardened} added.
 */
export const deriveFrom = <T>(
  entropy: Uint8Array,
  path: readonly number[],
  work: (key: ExtendedKey, own: Own) => T,
  passphrase: Uint8Array = none,
): T => {
  try {
    return alongPath(
      (csl) => csl.Bip32PrivateKey.from_bip39_entropy(entropy, passphrase),
      path,
      work,
    )
  } finally {
    sweepCsl(entropy)
  }
}

/**
 * Like {@link deriveFrom}, from a key on the way instead of the phrase, whose root takes 4,096
 * rounds of HMAC-SHA512.
 * @param above 96 bytes, private key and chain code; the caller wipes them
 */
export const deriveBelow = <T>(
  above: Uint8Array,
  path: readonly number[],
  work: (key: ExtendedKey, own: Own) => T,
): T => alongPath((csl) => csl.Bip32PrivateKey.from_bytes(above), path, work)

/**
 * Each key on the path gives access to all keys below it, and the library frees them without
 * clearing. So they are overwritten.
 */
const alongPath = <T>(
  start: (csl: Csl) => ExtendedKey,
  path: readonly number[],
  work: (key: ExtendedKey, own: Own) => T,
): T => {
  const onTheWay: Uint8Array[] = []
  try {
    return withCsl((csl, own) => {
      let key = own(start(csl))
      onTheWay.push(key.as_bytes())
      for (const step of path) {
        key = own(key.derive(step))
        onTheWay.push(key.as_bytes())
      }
      return work(key, own)
    })
  } finally {
    for (const bytes of onTheWay) sweepPieces(bytes)
  }
}

/** The 64 bytes of extended private key, without the chain code. */
export const privateBytes = (key: ExtendedKey, own: Own): Uint8Array =>
  own(key.to_raw_key()).as_bytes()

const pieceBytes = 32

/**
 * Freed memory is partly reused, so a copy may have lost its beginning: each piece is searched for.
 */
const sweepPieces = (bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; at += pieceBytes)
    sweepCsl(bytes.subarray(at, at + pieceBytes))
  bytes.fill(0)
}
