import { hkdfSync } from 'node:crypto'
import { SealingKey } from '../seal/seal.ts'
import type { Secret } from '#platform/secret/secret.ts'

/** HKDF info that separates this key from others derived from the identity. */
const purpose = 'coldpress seal key v1'

/**
 * The vault's sealing key, derived from its identity by HKDF-SHA-256 (RFC 5869). It needs no item
 * of its own, and vaults of older versions have one too.
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
