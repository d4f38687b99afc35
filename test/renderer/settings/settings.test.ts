import { describe, expect, it } from 'vitest'
import { searchLicences } from '#renderer/views/settings/about-section.tsx'
import { newPassphraseError } from '#renderer/views/settings/change-passphrase.tsx'

describe('a new passphrase', () => {
  it('is long enough and typed twice alike', () => {
    expect(newPassphraseError('short', 'short')).toBe('At least 12 characters.')
    expect(newPassphraseError('quite long enough', 'quite long enougg')).toBe(
      'The new passphrases don’t match.',
    )
    expect(newPassphraseError('quite long enough', 'quite long enough')).toBeUndefined()
  })

  it('counts characters as people do', () => {
    expect(newPassphraseError('🌿'.repeat(6), '🌿'.repeat(6))).toBe('At least 12 characters.')
    expect(newPassphraseError('🌿'.repeat(12), '🌿'.repeat(12))).toBeUndefined()
  })
})

describe('searching licences', () => {
  const react = { name: 'react', version: '19.3.1', licence: 'MIT' }
  const sharp = { name: 'sharp', version: '0.35.5', licence: 'Apache-2.0' }

  it('looks in name, version and licence for every word', () => {
    expect(searchLicences([react, sharp], '')).toEqual([react, sharp])
    expect(searchLicences([react, sharp], 'apache')).toEqual([sharp])
    expect(searchLicences([react, sharp], 'REACT mit')).toEqual([react])
    expect(searchLicences([react, sharp], 'react apache')).toEqual([])
  })
})
