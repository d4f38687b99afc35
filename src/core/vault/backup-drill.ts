import { randomBytes } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '../../shared/errors.ts'
import { TxId } from '../cardano/ids.ts'
import { keyHashOf, type PolicyKey, signBody, verifyWitness } from '../cardano/keys.ts'
import type { Secret } from '../secret/secret.ts'
import { type BackupFacts, openBackup, wipeKeys } from './backup-file.ts'

/**
 * Proves that a backup can sign: opens it into memory, signs a fresh test message with each key,
 * checks each signature and that its key has a hash that the script names, and wipes the keys.
 * Needs no vault. What is signed is the hash of a text that no transaction can be.
 * @throws ColdpressError as `openBackup`, and `corrupt` when a key does not sign
 */
export const drillBackup = async (file: Uint8Array, passphrase: Secret): Promise<BackupFacts> => {
  const { facts, keys } = await openBackup(file, passphrase)
  try {
    const message = testMessage()
    for (const key of keys) proveThatItSigns(key, message)
    return facts
  } finally {
    wipeKeys(keys)
  }
}

const testMessage = (): TxId => {
  const text = concatBytes(utf8ToBytes('Coldpress backup drill '), randomBytes(32))
  return TxId(bytesToHex(blake2b(text, { dkLen: 32 })))
}

const proveThatItSigns = (key: PolicyKey, message: TxId): void => {
  const witness = signBody(key, message)
  const signs =
    verifyWitness(witness, message) && keyHashOf(hexToBytes(witness.publicKey)) === key.keyHash
  if (signs) return
  throw new ColdpressError(
    'corrupt',
    `The backup's key ${key.keyHash} does not sign. Make another backup.`,
    { details: { key_hash: key.keyHash } },
  )
}
