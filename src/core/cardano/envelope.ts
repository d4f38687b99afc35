import { hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '#shared/errors.ts'
import { requireKind, statedKind, witnessShape } from './envelope-kind.ts'
import { keyHashOf, type Witness } from './keys.ts'
import type { KeyHash } from './ids.ts'
import {
  envelopesIn,
  keyTypes,
  nameForMessage,
  parseEnvelope,
  type TextEnvelope,
  writeEnvelope,
} from './text-envelope.ts'

const invalid = (reason: string): ColdpressError => new ColdpressError('invalid', `file: ${reason}`)

/** A verification key: 32 bytes of hex, and the key hash that scripts use. */
export type VerificationKey = { readonly publicKey: string; readonly keyHash: KeyHash }

/**
 * Reads a verification key file of cardano-cli, plain or extended.
 * @throws ColdpressError `invalid` for any other file
 */
export const readVerificationKey = (text: string): VerificationKey => {
  const { type, cborHex } = parseEnvelope(text)
  if (type !== keyTypes.verification && type !== keyTypes.extendedVerification)
    throw invalid(`its type is ${nameForMessage(type)}, not that of a payment verification key`)
  const shape = type === keyTypes.verification ? /^5820[0-9a-f]{64}$/iu : /^5840[0-9a-f]{128}$/iu
  if (!shape.test(cborHex)) throw invalid(`a key of type "${type}" has the wrong length`)
  return verificationKeyOf(cborHex.slice(4, 68))
}

const verificationKeyOf = (hex: string): VerificationKey => {
  const publicKey = hex.toLowerCase()
  return { publicKey, keyHash: keyHashOf(hexToBytes(publicKey)) }
}

/**
 * The public key in the CBOR of one, without or with its chain code. A signing key has the same
 * lengths: the caller knows by other means which of the two it is.
 * @returns undefined for any other bytes
 */
export const publicKeyOf = (cborHex: string): VerificationKey | undefined =>
  /^58(?:20[0-9a-f]{64}|40[0-9a-f]{128})$/iu.test(cborHex)
    ? verificationKeyOf(cborHex.slice(4, 68))
    : undefined

/** The verification key file of cardano-cli for 32 bytes of hex. */
export const writeVerificationKey = (publicKey: string): string =>
  writeEnvelope({
    type: keyTypes.verification,
    description: 'Payment Verification Key',
    cborHex: `5820${publicKey}`,
  })

/**
 * Reads a witness file of any tool and era since Shelley. `verifyWitness` checks whether it signs
 * the right transaction.
 * @throws ColdpressError `invalid` for any other file
 */
export const readWitness = (text: string): Witness => {
  const envelope = parseEnvelope(text)
  if (statedKind(envelope) === 'witness' && !witnessShape.test(envelope.cborHex))
    throw invalid('a witness that is not one key with one signature')
  const { cborHex } = requireKind('witness', envelope)
  const parts = witnessShape.exec(cborHex.toLowerCase())?.groups
  const { publicKey, signature } = parts ?? {}
  if (publicKey === undefined || signature === undefined)
    throw invalid('a witness that is not one key with one signature')
  return { publicKey, signature }
}

/**
 * Reads a file of several witnesses, as {@link writeWitnesses} writes it, or of one.
 * @throws ColdpressError `invalid` for any other file
 */
export const readWitnesses = (text: string): readonly Witness[] =>
  envelopesIn(text).map((envelope) => readWitness(JSON.stringify(envelope)))

/** The witness file of cardano-cli. */
export const writeWitness = (witness: Witness): string => writeEnvelope(witnessEnvelope(witness))

/** Several witnesses in one file: a JSON list of cardano-cli's witness files. */
export const writeWitnesses = (witnesses: readonly Witness[]): string =>
  `${JSON.stringify(witnesses.map(witnessEnvelope), undefined, 4)}\n`

const witnessEnvelope = ({ publicKey, signature }: Witness): TextEnvelope => ({
  type: 'TxWitness ConwayEra',
  description: 'Key Witness ShelleyEra',
  cborHex: `825820${publicKey}5840${signature}`,
})
