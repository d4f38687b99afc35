import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import packageJson from '#package' with { type: 'json' }
import { run } from '../../tools/dist/run.ts'
import { folderTest as test } from '../support/folder-test.ts'
import { rpmFile } from './packages.ts'

const query = (...args: readonly string[]): string =>
  run('rpm', ['--query', '--package', ...args, rpmFile()])

describe.skipIf(process.getuid?.() !== 0)('the rpm', () => {
  test('names its version and requires what Electron needs, and nothing of the libraries that it carries', () => {
    expect(query('--queryformat', '%{NAME} %{VERSION}')).toBe(`coldpress ${packageJson.version}`)
    const requires = query('--requires')
    expect(requires).toContain('gtk3')
    expect(requires).not.toMatch(/libvips|\.so\./u)
  })

  test('installs the same files, and goes without a trace', ({ folder }) => {
    // A root without a shell: its scripts cannot run.
    const target = join(folder, 'root')
    mkdirSync(target)
    const rpm = (...args: readonly string[]): string =>
      run('rpm', ['--root', target, '--nodeps', '--noscripts', ...args])
    rpm('--install', rpmFile())
    expect(statSync(join(target, 'usr', 'bin', 'coldpress')).mode & 0o777).toBe(0o755)
    const node = join(target, 'opt/Coldpress/resources/command-line/node_modules/node/bin/node')
    const script = join(target, 'opt/Coldpress/resources/command-line/bin/coldpress.js')
    expect(run(node, [script, '--version'])).toBe(`${packageJson.version}\n`)
    rpm('--erase', 'coldpress')
    expect(existsSync(join(target, 'opt', 'Coldpress'))).toBe(false)
    expect(existsSync(join(target, 'usr', 'bin', 'coldpress'))).toBe(false)
  })

  test('its scripts set the sandbox after each installation, and remove the profile only with the last version', () => {
    const scripts = query('--scripts')
    expect(scripts).toContain('chmod 4755 "$folder/chrome-sandbox"')
    expect(scripts).toMatch(/\[ "\$1" -eq 0 \] \|\| exit 0[^]*rm -f "\$profile"/u)
  })
})
