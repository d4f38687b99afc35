import { bytesToHex } from '@noble/hashes/utils.js'
import type { Secret } from '#platform/secret/secret.ts'
import { readBech32 } from './bech32.ts'
import { publicKeyOf, type VerificationKey } from './envelope.ts'
import type { KeyHash } from './ids.ts'
import { parseEnvelope } from './text-envelope.ts'

/**
 * The public key in a text that nothing says the kind of, such as pycardano's files without a type:
 * a signing key has the same length, so only a script that names its hash proves that it is public.
 * @returns undefined when `named` has not its hash: then it may be a signing key
 */
export const namedPublicKey = (
  input: Secret,
  named: readonly KeyHash[],
): VerificationKey | undefined => {
  const key = candidate(input.text().trim())
  return key !== undefined && named.includes(key.keyHash) ? key : undefined
}

/** The bytes as a public key; do not show it before its hash is known to be one. */
const candidate = (text: string): VerificationKey | undefined => {
  if (text.startsWith('{')) return publicKeyOf(parseEnvelope(text).cborHex)
  if (/^[0-9a-f]+$/iu.test(text)) return publicKeyOf(text) ?? publicKeyOf(inCbor(text))
  const reading = readBech32(text)
  if (reading.outcome !== 'read') return undefined
  const hex = bytesToHex(reading.bytes)
  reading.bytes.fill(0)
  return publicKeyOf(inCbor(hex))
}

/** Hex of up to 255 bytes as a CBOR byte string. */
const inCbor = (hex: string): string => {
  const length = (hex.length / 2).toString(16).padStart(2, '0')
  return `58${length}${hex}`
}

/** The hash of a key file that is public by its name, such as `policy.vkey`, whatever it is. */
export const hashAsPublicKey = (input: Secret): KeyHash | undefined =>
  candidate(input.text().trim())?.keyHash
