import { hexToBytes } from '@noble/hashes/utils.js'
import { createBLAKE2b } from 'hash-wasm'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import { writeBech32 } from './bech32.ts'
import type { PolicyId } from './ids.ts'

/**
 * CIP-14 fingerprint of an asset: `asset1…`, 44 characters.
 * @param assetNameHex bytes of the asset name in hex, empty for the asset without a name
 * @throws ColdpressError `invalid` when the name is not hex, or longer than the ledger allows
 */
export const fingerprintOf = (policyId: PolicyId, assetNameHex: string): string => {
  if (assetNameHex.length % 2 !== 0 || !/^[0-9a-f]*$/iu.test(assetNameHex))
    throw new ColdpressError(
      'invalid',
      'asset name: not hex; write the bytes of the name as pairs of hex digits',
    )
  if (assetNameHex.length > 2 * limits.ledgerAssetNameBytes)
    throw new ColdpressError(
      'invalid',
      `asset name: above ${limits.ledgerAssetNameBytes} bytes, which no asset on the ledger has.`,
    )
  return fingerprintOfBytes(hexToBytes(policyId + assetNameHex))
}

/** The fingerprints of assets of one policy, by the text of their names. */
export const fingerprintsOf = (policyId: PolicyId): ((assetName: string) => string) => {
  const policy = hexToBytes(policyId)
  return (assetName) => fingerprintOfBytes(Buffer.concat([policy, Buffer.from(assetName)]))
}

/**
 * Uses WebAssembly, because the studio computes one for each token in an answer
 * (docs/benchmarks.md).
 */
const blake2b160 = await createBLAKE2b(160)

const fingerprintOfBytes = (asset: Uint8Array): string =>
  writeBech32('asset', blake2b160.init().update(asset).digest('binary'))
