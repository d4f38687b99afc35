import { describe, expect, it } from 'vitest'
import { searchLicences } from '#renderer/views/settings/about-section.tsx'
import { newPassphraseErrors } from '#renderer/views/new-passphrase-errors.ts'

describe('a new passphrase', () => {
  it('is long enough and typed twice alike', () => {
    expect(newPassphraseErrors('short', 'short', 'newPassphrase')).toEqual([
      { field: 'newPassphrase', message: 'At least 12 characters.' },
    ])
    expect(newPassphraseErrors('quite long enough', 'quite long enougg', 'newPassphrase')).toEqual([
      { field: 'again', message: 'The passphrases don’t match.' },
    ])
    expect(newPassphraseErrors('quite long enough', 'quite long enough', 'newPassphrase')).toEqual(
      [],
    )
  })

  it('counts characters as people do', () => {
    expect(newPassphraseErrors('🌿'.repeat(6), '🌿'.repeat(6), 'newPassphrase')).toHaveLength(1)
    expect(newPassphraseErrors('🌿'.repeat(12), '🌿'.repeat(12), 'newPassphrase')).toEqual([])
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
