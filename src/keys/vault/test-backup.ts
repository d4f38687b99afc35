import { randomBytes } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { type KeyHash, TxId } from '#cardano/ids.ts'
import { keyHashOf, type PolicyKey, signBody, verifyWitness } from '#cardano/keys.ts'
import { paymentKeyAt, derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { type Secret, useAndWipe } from '#platform/secret/secret.ts'
import type { BackupContent, WalletBackupContent } from '../vault-schemas.ts'
import { openBackup, wipeKeys } from './backup-file.ts'
import { openWallet } from './wallet-backup.ts'

/**
 * Proves that a backup can sign: opens it in memory, signs a fresh test message with each key,
 * verifies each signature and the key's hash in the script, then wipes the keys. Needs no vault.
 * The message is the hash of a text that cannot be a transaction.
 * @throws ColdpressError as `openBackup`, and `corrupt` when a key does not sign
 */
export const testBackup = async (file: Uint8Array, passphrase: Secret): Promise<BackupContent> => {
  const { content, keys } = await openBackup(file, passphrase)
  try {
    const message = testMessage()
    for (const key of keys) proveThatItSigns(key, key.keyHash, message)
    return content
  } finally {
    wipeKeys(keys)
  }
}

/** Number of tested wallet keys; all follow from the same words. */
const walletKeysTried = 3

/**
 * As {@link testBackup} for a wallet: its first keys must sign and match the addresses of its
 * public key.
 * @throws ColdpressError as `openWallet`, and `corrupt` when a key does not sign
 */
export const testWalletBackup = async (
  file: Uint8Array,
  passphrase: Secret,
): Promise<WalletBackupContent> => {
  const { content, entropy } = await openWallet(file, passphrase)
  return useAndWipe(entropy, async () => {
    const message = testMessage()
    for (let index = 0; index < walletKeysTried; index += 1) {
      const { keyHash } = derivePaymentAddress(content.accountKey, index, content.network)
      const key = entropy.use((bytes) => paymentKeyAt(bytes, index))
      await useAndWipe(key.secret, async () => proveThatItSigns(key, keyHash, message))
    }
    return content
  })
}

const testMessage = (): TxId => {
  const text = concatBytes(utf8ToBytes('Coldpress backup drill '), randomBytes(32))
  return TxId(bytesToHex(blake2b(text, { dkLen: 32 })))
}

const proveThatItSigns = (key: PolicyKey, keyHash: KeyHash, message: TxId): void => {
  const witness = signBody(key, message)
  const signs =
    verifyWitness(witness, message) && keyHashOf(hexToBytes(witness.publicKey)) === keyHash
  if (signs) return
  throw new ColdpressError(
    'corrupt',
    `The backup's key ${keyHash} does not sign. Make another backup.`,
    { details: { key_hash: keyHash } },
  )
}
