import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import packageJson from '#package' with { type: 'json' }
import { filesIn } from '../../tools/dist/check/files-in.ts'
import { run } from '../../tools/dist/run.ts'
import {
  copyPackages,
  packagesOfTheCommandLine,
  runtimePackages,
} from '../../tools/dist/stage/runtime-packages.ts'
import { sharedFolderTest as test } from '../support/folder-test.ts'
import { npmFile, root } from './packages.ts'

/** As npm lays it out: the package, and beside it exactly the packages that its package.json names. */
const install = (folder: string): string => {
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'coldpress')
  mkdirSync(installed, { recursive: true })
  run('tar', ['-xzf', npmFile(), '-C', installed, '--strip-components=1'])
  copyPackages(root, runtimePackages(root, packagesOfTheCommandLine), folder)
  mkdirSync(join(modules, '.bin'))
  symlinkSync('../coldpress/bin/coldpress.js', join(modules, '.bin', 'coldpress'))
  return installed
}

describe("npm's tarball of the command line", () => {
  test('holds the built bundle and what it reads, and needs no Electron and nothing of development', ({
    folder,
  }) => {
    const installed = install(folder)
    const tops = new Set(filesIn(installed).map((path) => path.replace(/\/.*$/u, '')))
    expect(tops).toEqual(
      new Set(['LICENSE', 'README.md', 'bin', 'out', 'package.json', 'resources']),
    )
    expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).toMatchObject({
      name: 'coldpress',
      version: packageJson.version,
      dependencies: Object.fromEntries(
        packagesOfTheCommandLine.map((name) => [name, packageJson.dependencies[name]]),
      ),
    })
  })

  test('npx coldpress runs from it alone, and imports and mints the sample', ({ folder }) => {
    const env = { npm_config_offline: 'true', DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '' }
    const npx = (...args: readonly string[]): string =>
      run('npx', ['--no-install', 'coldpress', ...args], { cwd: folder, env })
    expect(npx('--version')).toBe(`${packageJson.version}\n`)
    const answer: unknown = JSON.parse(npx('demo', '--home', join(folder, 'home'), '--json'))
    expect(answer).toMatchObject({ mint_tx_ids: [expect.stringMatching(/^[0-9a-f]{64}$/u)] })
  })
})
