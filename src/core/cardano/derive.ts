import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { ColdpressError } from '../../shared/errors.ts'
import type { Secret } from '../secret/secret.ts'
import { sweepCsl, withCsl } from './csl.ts'
import { policyKeyOf, type PolicyKey } from './keys.ts'

const hardened = 2 ** 31

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
  if (!Number.isInteger(index) || index < 0 || index >= hardened)
    throw new ColdpressError('invalid', `index: not a whole number from 0 to ${hardened - 1}`)
  const entropy = entropyOf(phrase)
  try {
    return policyKeyOf(
      passphrase === undefined
        ? deriveSecret(entropy, new Uint8Array(), index)
        : passphrase.use((bytes) => deriveSecret(entropy, bytes, index)),
    )
  } finally {
    sweepCsl(entropy)
    entropy.fill(0)
  }
}

const entropyOf = (phrase: Secret): Uint8Array => {
  const words = phrase.text().normalize('NFKD').trim().toLowerCase().split(/\s+/u)
  try {
    return mnemonicToEntropy(words.join(' '), wordlist)
  } catch {
    // The library's own message names the word that it does not know.
    throw new ColdpressError(
      'invalid',
      `recovery phrase: ${words.length} words that are no BIP-39 phrase; ` +
        'it has 12, 15, 18, 21 or 24 English words in their order: check the spelling of each',
    )
  }
}

/**
 * The 64 bytes of extended private key; the chain code is not kept. Every key on the way opens all
 * policy keys of the phrase, and the library frees them without clearing: they are swept as well.
 */
const deriveSecret = (entropy: Uint8Array, passphrase: Uint8Array, index: number): Uint8Array => {
  const onTheWay: Uint8Array[] = []
  try {
    return withCsl((csl, own) => {
      let key = own(csl.Bip32PrivateKey.from_bip39_entropy(entropy, passphrase))
      for (const step of [1855, 1815, index]) {
        onTheWay.push(key.as_bytes())
        key = own(key.derive(hardened + step))
      }
      onTheWay.push(key.as_bytes())
      return own(key.to_raw_key()).as_bytes()
    })
  } finally {
    for (const bytes of onTheWay) sweepPieces(bytes)
  }
}

const pieceBytes = 32

/** Freed memory is partly used again, so a copy may have lost its beginning: each piece is sought. */
const sweepPieces = (bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; at += pieceBytes)
    sweepCsl(bytes.subarray(at, at + pieceBytes))
  bytes.fill(0)
}
