import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { installationOf } from '#app/updates/installation.ts'
import { releaseSourceOf } from '#app/updates/release-source.ts'
import { installCommand } from '#contract/updates/installations.ts'
import { folderTest as test } from '../../support/folder-test.ts'

/** The folder `resources` of a package. */
const packed = (folder: string, type?: string): string => {
  const resources = join(folder, 'resources')
  mkdirSync(join(resources, 'command-line'), { recursive: true })
  writeFileSync(join(resources, 'app.asar'), '')
  if (type !== undefined) writeFileSync(join(resources, 'package-type'), `${type}\n`)
  return resources
}

test.for(['deb', 'rpm'] as const)(
  'knows that the window and the command line came as a %s',
  (type, { folder }) => {
    const resources = packed(folder, type)
    expect(installationOf(join(resources, 'app.asar'), 'linux')).toBe(type)
    expect(installationOf(join(resources, 'command-line'), 'linux')).toBe(type)
  },
)

test('knows an AppImage, also one that was unpacked, and the packages of macOS and Windows', ({
  folder,
}) => {
  const app = join(packed(folder), 'app.asar')
  expect(installationOf(app, 'linux')).toBe('appimage')
  expect(installationOf(app, 'darwin')).toBe('mac')
  expect(installationOf(app, 'win32')).toBe('windows')
})

test("tells a checkout from npm's package, which has no sources", ({ folder }) => {
  expect(installationOf(folder, 'linux')).toBe('npm')
  mkdirSync(join(folder, 'src'))
  expect(installationOf(folder, 'linux')).toBe('checkout')
})

test('quotes the path in the command to install a file', () => {
  expect(installCommand('rpm', '/home/me/a.rpm')).toBe('sudo rpm --upgrade /home/me/a.rpm')
  expect(installCommand('deb', "/home/it's me/a.deb")).toBe(
    String.raw`sudo apt install '/home/it'\''s me/a.deb'`,
  )
  expect(installCommand('windows', 'C:\\a.exe')).toBeUndefined()
})

test('only a checkout takes the page of releases and its key from the environment', () => {
  const key = 'ab'.repeat(32)
  const env = { COLDPRESS_RELEASES: 'http://127.0.0.1:1/releases', COLDPRESS_RELEASE_KEY: key }
  expect(releaseSourceOf(true, env)).toEqual({ url: env.COLDPRESS_RELEASES, keys: [key] })
  expect(releaseSourceOf(false, env)?.keys ?? []).not.toContain(key)
  expect(() =>
    releaseSourceOf(true, { ...env, COLDPRESS_RELEASES: 'http://example.org/releases' }),
  ).toThrow('https')
})
