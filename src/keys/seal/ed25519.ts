import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** DER before the 32 bytes of an Ed25519 public key (RFC 8410, section 4). */
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether a text is an Ed25519 public key: 32 bytes of hex. */
export const isPublicKey = (text: string): boolean => /^[0-9a-f]{64}$/u.test(text)

/** The 32 bytes of a key's public half, as hex. */
export const publicKeyHex = (key: KeyObject): string =>
  createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(publicPrefix.length)
    .toString('hex')

/** Whether this key made the signature (hex) of the text (RFC 8032). */
export const isSignedBy = (publicKey: string, text: string, signature: string): boolean => {
  if (!isPublicKey(publicKey)) return false
  const der = Buffer.concat([publicPrefix, Buffer.from(publicKey, 'hex')])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'))
}
