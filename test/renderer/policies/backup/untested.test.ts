import { describe, expect, it } from 'vitest'
import type { BackupState } from '#contract/backups/backup.ts'
import { backupNeedOf, lacksTestedBackup } from '#contract/policies/policy-view.ts'
import { isTyped, obstaclesToRemoval } from '#renderer/views/policies/backup/untested.ts'
import { keyHash, samplePolicy } from '../sample-policy.ts'

const madeAt = '2026-11-21T12:00:00.000Z'
const made: BackupState = { state: 'made', madeAt, fingerprint: 'f' }
const tested: BackupState = { ...made, state: 'tested', testedAt: madeAt }

describe('the reminder of a backup', () => {
  it('stays until one has passed its test', () => {
    expect(lacksTestedBackup(samplePolicy())).toBe(true)
    expect(lacksTestedBackup(samplePolicy({ backup: made }))).toBe(true)
    expect(lacksTestedBackup(samplePolicy({ backup: tested }))).toBe(false)
  })

  it('is not for the devnet, where a backup is optional and a tested one is said', () => {
    const devnet = samplePolicy({ network: 'devnet' })
    expect(lacksTestedBackup(devnet)).toBe(false)
    expect(backupNeedOf(devnet)).toBe('practice')
    expect(backupNeedOf({ ...devnet, backup: made })).toBe('practice')
    expect(backupNeedOf({ ...devnet, backup: tested })).toBe('tested')
    expect(backupNeedOf({ ...devnet, keys: [{ keyHash, here: false, path: null }] })).toBe(
      'elsewhere',
    )
  })

  it('is not for a policy none of whose keys is here', () => {
    expect(lacksTestedBackup(samplePolicy({ keys: [{ keyHash, here: false, path: null }] }))).toBe(
      false,
    )
  })
})

describe('what stands against removing keys', () => {
  it('is a backup that was not proved, and how far it got', () => {
    const none = samplePolicy()
    expect(obstaclesToRemoval(none, [none])).toEqual({ unproved: 'none', sharing: [] })
    const tried = samplePolicy({ backup: made })
    expect(obstaclesToRemoval(tried, [tried])).toEqual({ unproved: 'made', sharing: [] })
    const safe = samplePolicy({ backup: tested })
    expect(obstaclesToRemoval(safe, [safe])).toEqual({ sharing: [] })
  })

  it('is another policy that names one of the keys that would go', () => {
    const other = samplePolicy({ policyId: '0b1c'.repeat(14) })
    const safe = samplePolicy({ backup: tested })
    expect(obstaclesToRemoval(safe, [safe, other])).toEqual({ sharing: [other] })
    const withoutKey = samplePolicy({
      backup: tested,
      keys: [{ keyHash, here: false, path: null }],
    })
    expect(obstaclesToRemoval(withoutKey, [withoutKey, other])).toEqual({ sharing: [] })
  })
})

describe('what must be typed', () => {
  it('is the name as it stands, or the id', () => {
    const policy = samplePolicy({ name: 'Herbarium ' })
    expect(isTyped(policy, ' Herbarium')).toBe(true)
    expect(isTyped(policy, policy.policyId.toUpperCase())).toBe(true)
    expect(isTyped(policy, 'herbarium')).toBe(false)
    expect(isTyped(policy, '')).toBe(false)
  })

  it('is the id where there is no name', () => {
    const policy = samplePolicy({ name: null })
    expect(isTyped(policy, '')).toBe(false)
    expect(isTyped(policy, policy.policyId)).toBe(true)
  })
})
