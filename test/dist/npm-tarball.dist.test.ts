import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { z } from 'zod'
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
      new Set(['LICENSE', 'README.md', 'bin', 'out', 'package.json', 'resources', 'share']),
    )
    expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).toMatchObject({
      name: 'coldpress',
      version: packageJson.version,
      dependencies: Object.fromEntries(
        packagesOfTheCommandLine.map((name) => [name, packageJson.dependencies[name]]),
      ),
    })
  })

  test('brings the man page, which npm links, and the completions of bash, zsh and fish', ({
    folder,
  }) => {
    const installed = join(folder, 'node_modules', 'coldpress')
    const { man } = z
      .looseObject({ man: z.tuple([z.string()]) })
      .parse(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')))
    expect(gunzipSync(readFileSync(join(installed, man[0]))).toString()).toContain(
      '.SH EXIT STATUS',
    )
    const [bash, zsh, fish] = [
      'bash-completion/completions/coldpress',
      'zsh/site-functions/_coldpress',
      'fish/vendor_completions.d/coldpress.fish',
    ].map((path) => readFileSync(join(installed, 'share', path), 'utf8'))
    expect(bash).toContain('complete ')
    expect(zsh).toMatch(/^#compdef coldpress/u)
    expect(fish).toContain('complete -c coldpress')
  })

  test('coldpress --version takes at most twice as long as a Node that does nothing', ({
    folder,
  }) => {
    const modules = join(folder, 'node_modules')
    const node = join(modules, 'node', 'bin', 'node')
    const milliseconds = (...args: readonly string[]): number => {
      const started = performance.now()
      run(node, args)
      return performance.now() - started
    }
    // In turn, so that whatever else runs here slows both.
    const rounds = Array.from({ length: 15 }, () => [
      milliseconds('-e', '0'),
      milliseconds(join(modules, 'coldpress', 'bin', 'coldpress.js'), '--version'),
    ])
    const median = (at: number): number =>
      rounds.map((round) => round[at] ?? 0).toSorted((a, b) => a - b)[7] ?? 0
    expect(median(1)).toBeLessThan(2 * median(0))
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
