import { randomBytes } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { Secret } from '#platform/secret/secret.ts'
import { writeBech32 } from './bech32.ts'
import { sweepCsl, withCsl, type Csl, type Own } from './csl.ts'
import { KeyHash, type TxId } from './ids.ts'
import { badKey, signingKeyBytes } from './key-forms.ts'
import { signingKeyEnvelope } from './text-envelope.ts'
import type { Witness } from './key-witnesses.ts'

export type { Witness } from './key-witnesses.ts'

/**
 * A key that can sign. `secret` holds 32 bytes of seed (`ed25519`) or 64 bytes of extended private
 * key without chain code (`ed25519e`); `publicKey` is 32 bytes of hex. Its holder wipes it.
 */
export type PolicyKey = {
  readonly kind: 'ed25519' | 'ed25519e'
  readonly keyHash: KeyHash
  readonly publicKey: string
  readonly secret: Secret
}

/** A fresh ed25519 key from the operating system's random numbers. */
export const generatePolicyKey = (): PolicyKey => policyKeyOf(randomBytes(32))

/**
 * Takes ownership of 32 or 64 private bytes.
 * @throws RangeError for any other length: callers read keys through {@link readSigningKey}
 */
export const policyKeyOf = (secret: Uint8Array): PolicyKey => {
  if (secret.length !== 32 && secret.length !== 64) throw new RangeError('not 32 or 64 bytes')
  const publicKey = withPrivateKey(secret, (key, own) => own(key.to_public()).as_bytes())
  return {
    kind: secret.length === 32 ? 'ed25519' : 'ed25519e',
    keyHash: keyHashOf(publicKey),
    publicKey: bytesToHex(publicKey),
    secret: Secret.ofBytes(secret),
  }
}

/** blake2b-224 of a verification key: the key hash in a `sig`. */
export const keyHashOf = (publicKey: Uint8Array): KeyHash =>
  KeyHash(bytesToHex(blake2b(publicKey, { dkLen: 28 })))

/**
 * Reads a signing key in any supported form: bech32, hex, CBOR hex, cardano-cli text envelope;
 * plain or extended. The caller wipes the input.
 * @throws ColdpressError `invalid` that names the found and the accepted forms, without key text
 */
export const readSigningKey = (input: Secret): PolicyKey => {
  const { secret, statedPublicKey } = signingKeyBytes(input)
  const key = policyKeyOf(secret)
  if (statedPublicKey === undefined || bytesToHex(statedPublicKey) === key.publicKey) return key
  key.secret.wipe()
  throw badKey('128 bytes whose public part does not belong to the private part')
}

/**
 * The key as text: bech32 `ed25519_sk1…` or `ed25519e_sk1…`, hex, CBOR hex, or a cardano-cli text
 * envelope. {@link readSigningKey} reads each of them back.
 */
export const writeSigningKey = (key: PolicyKey, format: KeyFormat): Secret =>
  key.secret.use((bytes) => Secret.ofText(writers[format](key, bytes)))

export type KeyFormat = 'bech32' | 'hex' | 'cbor' | 'envelope'

const writers: Readonly<Record<KeyFormat, (key: PolicyKey, bytes: Uint8Array) => string>> = {
  bech32: (key, bytes) => writeBech32(`${key.kind}_sk`, bytes),
  hex: (_, bytes) => bytesToHex(bytes),
  cbor: (_, bytes) => `58${bytes.length.toString(16)}${bytesToHex(bytes)}`,
  envelope: (key, bytes) => signingKeyEnvelope(bytes, key.publicKey),
}

export const signBody = (key: PolicyKey, bodyHash: TxId): Witness => ({
  publicKey: key.publicKey,
  signature: key.secret.use((bytes) =>
    withPrivateKey(bytes, (privateKey, own) => own(privateKey.sign(hexToBytes(bodyHash))).to_hex()),
  ),
})

/** Whether the signature is the public key's own over this body; malformed hex is simply false. */
export const verifyWitness = (witness: Witness, bodyHash: TxId): boolean => {
  if (!/^[0-9a-f]{64}$/iu.test(witness.publicKey)) return false
  if (!/^[0-9a-f]{128}$/iu.test(witness.signature)) return false
  return withCsl((csl, own) => {
    const signature = own(csl.Ed25519Signature.from_hex(witness.signature))
    return own(csl.PublicKey.from_hex(witness.publicKey)).verify(hexToBytes(bodyHash), signature)
  })
}

type PrivateKey = Csl['PrivateKey']['prototype']

/**
 * Runs a function with the library's private key and leaves no copy of its bytes in WebAssembly
 * memory.
 */
const withPrivateKey = <T>(secret: Uint8Array, work: (key: PrivateKey, own: Own) => T): T => {
  try {
    return withCsl((csl, own) =>
      work(
        own(
          secret.length === 32
            ? csl.PrivateKey.from_normal_bytes(secret)
            : csl.PrivateKey.from_extended_bytes(secret),
        ),
        own,
      ),
    )
  } finally {
    sweepCsl(secret)
  }
}
