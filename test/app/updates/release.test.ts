import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { publicKeyHex } from '#keys/seal/ed25519.ts'
import {
  isSignedFile,
  openRelease,
  releaseLimits,
  signRelease,
  type UnsignedFile,
  type UnsignedRelease,
} from '#app/updates/release.ts'

const old = generateKeyPairSync('ed25519').privateKey
const next = generateKeyPairSync('ed25519').privateKey
const stranger = generateKeyPairSync('ed25519').privateKey
const [oldKey, nextKey] = [publicKeyHex(old), publicKeyHex(next)]

const deb: UnsignedFile = {
  name: 'coldpress_0.2.0_amd64.deb',
  kind: 'deb',
  arch: 'x64',
  bytes: 60_000_000,
  sha512: 'ab'.repeat(64),
}
const release: UnsignedRelease = {
  version: '0.2.0',
  publishedAt: '2026-11-24T10:00:00.000Z',
  notes: '- Updates.',
  files: [deb],
}

/** The feed with something changed in the part that is signed. */
const changed = (change: (signed: string) => string): string => {
  const feed: { signed: string } = JSON.parse(signRelease(release, [old]))
  const signed = change(feed.signed)
  expect(signed).not.toBe(feed.signed)
  return JSON.stringify({ ...feed, signed })
}

it('opens a release that a key of the project signed, each file with a signature over its hash and version', () => {
  const opened = openRelease(signRelease(release, [old]), [oldKey])
  expect(opened).toMatchObject(release)
  const signed = { ...deb, signatures: opened.files[0]?.signatures ?? [], version: '0.2.0' }
  expect(isSignedFile(signed, [oldKey])).toBe(true)
  expect(isSignedFile(signed, [nextKey])).toBe(false)
  expect(isSignedFile({ ...signed, version: '0.2.1' }, [oldKey])).toBe(false)
  expect(isSignedFile({ ...signed, sha512: 'cd'.repeat(64) }, [oldKey])).toBe(false)
})

it.each([
  ['the version', (signed: string) => signed.replace('"0.2.0"', '"0.3.0"')],
  ['the hash of a file', (signed: string) => signed.replace('abab', 'abac')],
  ['the name of a file', (signed: string) => signed.replace('_amd64', '_arm64')],
  ['the notes', (signed: string) => signed.replace('Updates', 'Go to evil.example')],
])('refuses a release in which %s was changed after it was signed', (_what, change) => {
  expect(() => openRelease(changed(change), [oldKey])).toThrow('not signed with a key')
})

it('refuses a release that another key signed, also under the name of the known one', () => {
  const feed = signRelease(release, [stranger])
  expect(() => openRelease(feed, [oldKey])).toThrow('not signed with a key')
  const renamed = feed.replace(publicKeyHex(stranger), oldKey)
  expect(() => openRelease(renamed, [oldKey])).toThrow('not signed with a key')
  expect(() => openRelease(signRelease(release, []), [oldKey])).toThrow('not signed with a key')
})

it('changes keys: one release is signed with both, and opens for versions that know either', () => {
  const feed = signRelease(release, [old, next])
  expect(openRelease(feed, [oldKey]).version).toBe('0.2.0')
  const opened = openRelease(feed, [nextKey])
  expect(opened.files[0]?.signatures.map(({ key }) => key)).toEqual([oldKey, nextKey])
  expect(() => openRelease(signRelease(release, [old]), [nextKey])).toThrow('not signed')
})

it.each([
  ['is no JSON', '<html>'],
  ['has another format', '{"format":"coldpress release 2","signed":"","signatures":[]}'],
  ['lacks its signatures', '{"format":"coldpress release 1","signed":""}'],
])('says that a feed has an unexpected format when it %s', (_what, text) => {
  expect(() => openRelease(text, [oldKey])).toThrow('unexpected format')
})

it.each(['../coldpress.deb', '.hidden', 'a/b.deb', 'C:evil', `${'a'.repeat(200)}.deb`, ''])(
  'refuses %j as the name of a file, even signed',
  (name) => {
    expect(() => signRelease({ ...release, files: [{ ...deb, name }] }, [old])).toThrow('name')
  },
)

it('refuses more words and files than a release has', () => {
  const notes = 'a'.repeat(releaseLimits.notesChars + 1)
  expect(() => signRelease({ ...release, notes }, [old])).toThrow('notes')
  const files = Array.from({ length: releaseLimits.files + 1 }, () => deb)
  expect(() => signRelease({ ...release, files }, [old])).toThrow('files')
})
