import { describe, expect, it } from 'vitest'
import { fingerprintOf, fingerprintsOf } from '#cardano/fingerprint.ts'
import { PolicyId } from '#cardano/ids.ts'
import { vectors } from './vectors.ts'

/** Undefined for a name that is not UTF-8. */
const textOf = (hex: string): string | undefined => {
  const text = Buffer.from(hex, 'hex').toString()
  return Buffer.from(text).toString('hex') === hex ? text : undefined
}

describe('CIP-14 fingerprints', () => {
  it('has all vectors of the CIP', () => expect(vectors.cip14).toHaveLength(7))

  it.each(vectors.cip14)(
    'the CIP-14 fingerprint is $fingerprint',
    ({ policy_id, asset_name, fingerprint }) => {
      expect(fingerprintOf(PolicyId(policy_id), asset_name)).toBe(fingerprint)
    },
  )

  it('is the same by the text of a name that is text', () => {
    const named = vectors.cip14.filter(({ asset_name }) => textOf(asset_name) !== undefined)
    expect(named).toHaveLength(5)
    for (const { policy_id, asset_name, fingerprint } of named) {
      expect(fingerprintsOf(PolicyId(policy_id))(textOf(asset_name) ?? '')).toBe(fingerprint)
    }
  })

  it('refuses a name that is not hex or has more than 32 bytes', () => {
    const policy = PolicyId('00'.repeat(28))
    expect(() => fingerprintOf(policy, 'abc')).toThrow('asset name: not hex')
    expect(() => fingerprintOf(policy, 'zz')).toThrow('asset name: not hex')
    expect(() => fingerprintOf(policy, '00'.repeat(33))).toThrow('asset name: above 32 bytes')
  })
})
