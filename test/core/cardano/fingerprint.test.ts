import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../../src/core/cardano/fingerprint.ts'
import { PolicyId } from '../../../src/core/cardano/ids.ts'
import { vectors } from './vectors.ts'

describe('CIP-14 fingerprints', () => {
  it('has all vectors of the CIP', () => expect(vectors.cip14).toHaveLength(7))

  it.each(vectors.cip14)('$fingerprint', ({ policy_id, asset_name, fingerprint }) => {
    expect(fingerprintOf(PolicyId(policy_id), asset_name)).toBe(fingerprint)
  })

  it('refuses a name that is not hex', () => {
    const policy = PolicyId('00'.repeat(28))
    expect(() => fingerprintOf(policy, 'abc')).toThrow('asset name: not hex')
    expect(() => fingerprintOf(policy, 'zz')).toThrow('asset name: not hex')
  })
})
