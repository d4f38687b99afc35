import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { z } from 'zod'
import { updaterConfig } from '../../../../tools/dist/pack/updater-config.ts'
import { folderTest as test } from '../../../support/folder-test.ts'

const run = promisify(execFile)
const happened = z.object({
  asked: z.array(z.string()),
  quits: z.int(),
  squirrel: z.string().nullable(),
  started: z.array(
    z.object({ program: z.string(), args: z.array(z.string()), sha256: z.string() }),
  ),
  error: z.string().nullable(),
})

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const kinds = { linux: 'appimage', win32: 'windows', darwin: 'mac' } as const

/** What electron-updater does with a verified file; `tampered` is what lies there by then. */
const install = async (
  folder: string,
  platform: keyof typeof kinds,
  of: {
    readonly name: string
    readonly content: string | Uint8Array
    readonly tampered?: string
    readonly appImage?: string
  },
) => {
  const resources = join(folder, 'resources')
  const path = join(folder, of.name)
  mkdirSync(resources, { recursive: true })
  writeFileSync(join(resources, 'app-update.yml'), updaterConfig)
  writeFileSync(path, of.tampered ?? of.content)
  const file = {
    name: of.name,
    kind: kinds[platform],
    arch: 'x64',
    bytes: Buffer.byteLength(of.content),
    sha512: createHash('sha512').update(of.content).digest('hex'),
    signatures: [],
  }
  const verified = { path, version: '0.2.0', file }
  const program = join(import.meta.dirname, 'install.process.ts')
  const { stdout } = await run(
    process.execPath,
    [program, JSON.stringify({ platform, resources, verified })],
    {
      env: {
        PATH: process.env['PATH'],
        HOME: join(folder, 'user'),
        ...(of.appImage === undefined ? {} : { APPIMAGE: of.appImage }),
      },
    },
  )
  return { ...happened.parse(JSON.parse(stdout)), path }
}

/** An AppImage is a program: this one says how it was started. */
const appImage = (folder: string): string =>
  `#!/bin/sh\necho "$APPIMAGE_SILENT_INSTALL $APPIMAGE_EXIT_AFTER_INSTALL $*" > '${folder}/started'\n`

/** A folder with an AppImage of 0.1.0 in it. */
const installed = (folder: string, name: string): string => {
  const applications = join(folder, 'Applications')
  mkdirSync(applications)
  writeFileSync(join(applications, name), 'the old AppImage', { mode: 0o755 })
  return join(applications, name)
}

const name = 'coldpress-0.2.0-linux-x86_64.AppImage'

test('electron-updater replaces an AppImage by the verified file, which it only asks this computer for', async ({
  folder,
}) => {
  const content = appImage(folder)
  const old = installed(folder, 'coldpress-0.1.0-linux-x86_64.AppImage')
  const { error, asked, quits } = await install(folder, 'linux', { name, content, appImage: old })
  expect(error).toBeNull()
  expect(readdirSync(join(folder, 'Applications'))).toEqual([name])
  const now = join(folder, 'Applications', name)
  expect(readFileSync(now, 'utf8')).toBe(content)
  expect(statSync(now).mode & 0o777).toBe(0o755)
  // Started once to install itself, which must not open a second window.
  expect(readFileSync(join(folder, 'started'), 'utf8')).toBe('true true \n')
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((address) => !/^127\.0\.0\.1\/[0-9a-f-]{36}\//u.test(address))).toEqual([])
  expect(quits).toBe(1)
})

test('an AppImage that its user named otherwise keeps its name', async ({ folder }) => {
  const content = appImage(folder)
  const old = installed(folder, 'Press.AppImage')
  const { error } = await install(folder, 'linux', { name, content, appImage: old })
  expect(error).toBeNull()
  expect(readdirSync(join(folder, 'Applications'))).toEqual(['Press.AppImage'])
  expect(readFileSync(old, 'utf8')).toBe(content)
})

test('a file that is no longer the signed one is not installed, and the old AppImage stays', async ({
  folder,
}) => {
  const old = installed(folder, 'Press.AppImage')
  const { error, quits } = await install(folder, 'linux', {
    name,
    content: appImage(folder),
    tampered: appImage(folder).replace('echo', 'evil'),
    appImage: old,
  })
  expect(error).toMatch(/Coldpress 0\.2\.0 could not be installed \(sha512 checksum mismatch/u)
  expect(readFileSync(old, 'utf8')).toBe('the old AppImage')
  expect(quits).toBe(0)
})

test('says which file to install where the AppImage cannot be replaced or is not known', async ({
  folder,
}) => {
  const content = appImage(folder)
  const gone = join(folder, 'gone', 'Press.AppImage')
  const { error, path } = await install(folder, 'linux', { name, content, appImage: gone })
  expect(error).toContain(`ENOENT`)
  expect(error).toContain(`The file is kept: install ${path} yourself.`)
  const unknown = await install(folder, 'linux', { name, content })
  expect(unknown.error).toContain(`install ${path} yourself`)
  expect(readFileSync(path, 'utf8')).toBe(content)
})

test('the installer of Windows that is started, silently, is the verified file', async ({
  folder,
}) => {
  const content = randomBytes(300_000)
  const exe = { name: 'coldpress-0.2.0-win-x64.exe', content }
  const { error, started } = await install(folder, 'win32', exe)
  expect(error).toBeNull()
  expect(started.map(({ args }) => args)).toEqual([['--updated', '/S']])
  expect(started[0]?.sha256).toBe(sha256(content))
  const tampered = await install(join(folder, 'tampered'), 'win32', { ...exe, tampered: 'evil' })
  expect(tampered.error).toContain('sha512 checksum mismatch')
  expect(tampered.started).toEqual([])
})

test("what Squirrel of macOS gets is the verified file, and nothing where it isn't", async ({
  folder,
}) => {
  const content = randomBytes(300_000)
  const zip = { name: 'coldpress-0.2.0-mac-x64.zip', content }
  const { error, squirrel } = await install(folder, 'darwin', zip)
  expect(error).toBeNull()
  expect(squirrel).toBe(sha256(content))
  const tampered = await install(join(folder, 'tampered'), 'darwin', { ...zip, tampered: 'evil' })
  expect(tampered.error).toContain('sha512 checksum mismatch')
  expect(tampered.squirrel).toBeNull()
})
