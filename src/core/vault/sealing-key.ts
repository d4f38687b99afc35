import { hkdfSync } from 'node:crypto'
import { SealingKey } from '../seal/seal.ts'
import type { Secret } from '../secret/secret.ts'

/** What the seed is for: no other key that is derived of the identity is this one. */
const purpose = 'coldpress seal key v1'

/**
 * The key that a vault seals with. It follows from the vault's identity by HKDF-SHA-256 (RFC 5869),
 * so that it needs no item of its own, and each vault that was made before has one.
 */
export const sealingKeyOf = (identity: Secret): SealingKey => {
  const seed = new Uint8Array(
    identity.use((bytes) => hkdfSync('sha256', bytes, new Uint8Array(), purpose, 32)),
  )
  try {
    return new SealingKey(seed)
  } finally {
    seed.fill(0)
  }
}
