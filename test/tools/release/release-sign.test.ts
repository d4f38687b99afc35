import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { publicKeyHex } from '#keys/seal/ed25519.ts'
import { signRelease, openRelease } from '#app/updates/release.ts'
import { describeFile, releaseFiles } from '../../../tools/release/release-files.ts'
import { releaseNotes } from '../../../tools/release/release-notes.ts'
import { makeSigningKey, readSigningKey } from '../../../tools/release/signing-key.ts'
import { folderTest as test } from '../../support/folder-test.ts'

const root = join(import.meta.dirname, '..', '..', '..')

it.each([
  ['coldpress_0.2.0_amd64.deb', { kind: 'deb', arch: 'x64' }],
  ['coldpress_0.2.0_arm64.deb', { kind: 'deb', arch: 'arm64' }],
  ['coldpress-0.2.0-1.x86_64.rpm', { kind: 'rpm', arch: 'x64' }],
  ['coldpress-0.2.0-1.aarch64.rpm', { kind: 'rpm', arch: 'arm64' }],
  ['coldpress-0.2.0-linux-x86_64.AppImage', { kind: 'appimage', arch: 'x64' }],
  ['coldpress-0.2.0-mac-arm64.dmg', { kind: 'dmg', arch: 'arm64' }],
  ['coldpress-0.2.0-mac-x64.zip', { kind: 'mac', arch: 'x64' }],
  ['coldpress-0.2.0-win-x64.exe', { kind: 'windows', arch: 'x64' }],
  ['coldpress-0.2.0.tgz', { kind: 'npm', arch: 'any' }],
  ['SHA256SUMS', undefined],
  ['coldpress-linux-x64.cdx.json', undefined],
])('knows what %s is by its name', (name, described) => {
  expect(describeFile(name)).toEqual(described)
})

test('signs the files of a folder with a new key, which its owner alone can read', async ({
  folder,
}) => {
  const path = join(folder, 'release-key.pem')
  const made = publicKeyHex(makeSigningKey(root, path))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(() => makeSigningKey(root, path)).toThrow('EEXIST')
  const dist = join(folder, 'dist')
  mkdirSync(dist)
  writeFileSync(join(dist, 'coldpress_0.2.0_amd64.deb'), 'deb')
  writeFileSync(join(dist, 'SHA256SUMS'), 'sums')
  const files = await releaseFiles(dist)
  const publishedAt = '2026-11-24T10:00:00.000Z'
  const release = { version: '0.2.0', publishedAt, notes: 'News', files: [...files] }
  const feed = signRelease(release, [readSigningKey(root, path)])
  expect(openRelease(feed, [made]).files.map(({ name }) => name)).toEqual([
    'coldpress_0.2.0_amd64.deb',
  ])
})

test('signs no packages that were made for tests, without Electron', async ({ folder }) => {
  writeFileSync(join(folder, 'coldpress_0.2.0_amd64_stand-in.deb'), 'deb')
  await expect(releaseFiles(folder)).rejects.toThrow('for tests')
})

test('refuses a key in the repository, and one of another kind', ({ folder }) => {
  expect(() => makeSigningKey(root, join(root, 'key.pem'))).toThrow('in the repository')
  expect(() => readSigningKey(root, join(root, 'tools', 'key.pem'))).toThrow('in the repository')
  writeFileSync(join(folder, 'other.pem'), 'no key')
  expect(() => readSigningKey(root, join(folder, 'other.pem'))).toThrow('no private Ed25519 key')
})

it('takes the notes from the section of CHANGELOG.md about this version, and from no other', () => {
  const changelog = '# Changelog\n\n## 0.2.0 (2026-11-24)\n\n- News.\n\n## 0.1.0\n\n- Old.\n'
  expect(releaseNotes(changelog, '0.2.0')).toBe('- News.')
  expect(() => releaseNotes(changelog, '0.1.0')).toThrow('not the one about 0.1.0')
  expect(() => releaseNotes(changelog, '0.2')).toThrow('not the one about')
  expect(() => releaseNotes('## Unreleased\n\n- x\n', '0.2.0')).toThrow('Unreleased')
})

test('the tool makes a key and says its public half', ({ folder }) => {
  const path = join(folder, 'key.pem')
  const made = spawnSync(process.execPath, ['tools/release-sign.ts', '--new-key', path], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(made.status, made.stderr).toBe(0)
  expect(made.stdout.trim().split('\n').at(-1)).toBe(publicKeyHex(readSigningKey(root, path)))
  const asked = spawnSync(process.execPath, ['tools/release-sign.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(asked).toMatchObject({ status: 1, stderr: expect.stringContaining('--new-key FILE') })
})
