import { hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { limits } from '#values/bounds/limits.ts'
import { contentsOf, requireKind, statedKind } from './envelope-kind.ts'
import { witnessesInCbor } from './key-witnesses.ts'
import { keyHashOf, type Witness } from './keys.ts'
import type { KeyHash } from './ids.ts'
import {
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
 * Reads the file of one witness. `verifyWitness` checks whether it signs the right transaction.
 * @throws ColdpressError `invalid` for any other file
 */
export const readWitness = (text: string): Witness => {
  const [witness, ...more] = readWitnesses(text)
  if (witness === undefined || more.length > 0)
    throw invalid(`${countText(more.length + 1, 'signature')}, where one is needed`)
  return witness
}

/**
 * Reads the signatures of any tool, browser wallet and era since Shelley: a text envelope, a JSON
 * list of them as {@link writeWitnesses} writes it, or bare hex. Each is a signature or a witness set.
 * @throws ColdpressError `invalid` for any other text, and for more signatures than a file may have
 */
export const readWitnesses = (text: string): readonly Witness[] => {
  const witnesses = contentsOf(text).flatMap(witnessesOfEnvelope)
  if (witnesses.length <= limits.witnessesPerFile) return witnesses
  throw invalid(
    `${witnesses.length} signatures; at most ${limits.witnessesPerFile} are read from one file`,
  )
}

const witnessesOfEnvelope = (envelope: TextEnvelope): readonly Witness[] => {
  const witnesses = witnessesInCbor(envelope.cborHex)
  if (witnesses === undefined && statedKind(envelope) === 'witness')
    throw invalid(
      'a witness without a signature by a key; expected are a key with its signature, or a witness set with field 0',
    )
  requireKind('witness', envelope)
  return witnesses ?? []
}

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
