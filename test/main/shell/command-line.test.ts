import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { installLauncher, type Launcher, launcherFor } from '#main/shell/command-line.ts'
import { folderTest as test } from '../../support/folder-test.ts'

/** The launcher of macOS, with its link in a folder of this test. */
const mac = (folder: string): Launcher => {
  const launcher = launcherFor({
    platform: 'darwin',
    resources: join(folder, "Cold press's.app", 'Contents', 'Resources'),
    home: join(folder, 'home'),
    env: {},
  })
  if (launcher === undefined) throw new Error('macOS has a launcher')
  expect(launcher.link).toBe('/usr/local/bin/coldpress')
  mkdirSync(join(folder, 'bin'))
  return { ...launcher, link: join(folder, 'bin', 'coldpress') }
}

test('on macOS a link on the PATH starts the command line with its arguments, also from a folder with a quote', ({
  folder,
}) => {
  const launcher = mac(folder)
  const node = join(
    folder,
    "Cold press's.app/Contents/Resources/command-line/node_modules/node/bin/node",
  )
  mkdirSync(dirname(node), { recursive: true })
  writeFileSync(node, '#!/bin/sh\nprintf "%s|" "$@"\n')
  chmodSync(node, 0o755)
  expect(installLauncher(launcher).isOnPath).toBe(true)
  const ran = spawnSync(join(folder, 'bin', 'coldpress'), ['mint', 'two words'], {
    encoding: 'utf8',
  })
  expect(ran.stdout).toMatch(
    /^--title=coldpress\|.*command-line\/bin\/coldpress\.js\|mint\|two words\|$/u,
  )
  // Again, as after an update.
  expect(installLauncher(launcher).isOnPath).toBe(true)
  expect(readlinkSync(join(folder, 'bin', 'coldpress'))).toBe(launcher.path)
})

test('names the command for an administrator where the user may not write to the folder of the PATH', ({
  folder,
}) => {
  const launcher = mac(folder)
  // A folder that is not there, since root may write to every other.
  const link = join(folder, 'missing', 'coldpress')
  const { isOnPath, command } = installLauncher({ ...launcher, link })
  expect(isOnPath).toBe(false)
  expect(command).toContain(`sudo ln -sf '${launcher.path}' ${link}`)
})

test('replaces no program of somebody else', ({ folder }) => {
  const launcher = mac(folder)
  const theirs = join(folder, 'bin', 'coldpress')
  writeFileSync(theirs, 'another coldpress')
  expect(installLauncher(launcher)).toMatchObject({
    isOnPath: false,
    message: expect.stringContaining('Nothing was changed'),
  })
  expect(readFileSync(theirs, 'utf8')).toBe('another coldpress')
})

it("on Windows it goes where each user's PATH leads, and percent signs stay what they are", () => {
  const launcher = launcherFor({
    platform: 'win32',
    resources: String.raw`C:\Users\100% me\Coldpress\resources`,
    home: String.raw`C:\home`,
    env: { LOCALAPPDATA: String.raw`C:\Users\me\AppData\Local` },
  })
  expect(launcher).toMatchObject({
    path: String.raw`C:\Users\me\AppData\Local\Microsoft\WindowsApps\coldpress.cmd`,
    link: undefined,
  })
  expect(launcher?.content).toContain(
    String.raw`@"C:\Users\100%% me\Coldpress\resources\command-line\node_modules\node\bin\node.exe"`,
  )
})

it('offers nothing on Linux, where the packages bring it', () => {
  expect(launcherFor({ platform: 'linux', resources: '/r', home: '/h', env: {} })).toBeUndefined()
})
