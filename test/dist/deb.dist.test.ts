import { createHash } from 'node:crypto'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import packageJson from '#package' with { type: 'json' }
import { installationOf } from '#app/updates/installation.ts'
import { createUpdates, type VerifiedFile } from '#app/updates/updates.ts'
import { filesIn } from '../../tools/dist/check/files-in.ts'
import { run } from '../../tools/dist/run.ts'
import { TestHome } from '../support/coldpress.ts'
import { sharedFolderTest as test } from '../support/folder-test.ts'
import { startReleaseServer } from '../support/release-server.ts'
import { freshRoot, type FreshRoot, type Ran } from './fresh-root.ts'
import { debFile } from './packages.ts'

/** One root for all, in which the package is installed, used, upgraded and removed. */
let debian: FreshRoot
const at = (path: string): string => join(debian.folder, path)
const modeOf = (path: string): number => statSync(at(path)).mode & 0o7777

/**
 * Electron's libraries are left out of the root: only the dependencies are ignored. Its files need
 * not outlast a power failure, for which dpkg would wait for the disk.
 */
const install = (file: string): Ran => {
  copyFileSync(file, at('coldpress.deb'))
  const forced = ['--force-depends', '--force-unsafe-io']
  return debian.run(['dpkg', '--install', ...forced, '/coldpress.deb'])
}

const home = '/home/creator'
const coldpress = (...args: readonly string[]): Ran => debian.run(['coldpress', ...args], 'user')

/** Names and contents of all that a user has. */
const userData = (): string => {
  const hash = createHash('sha256')
  for (const path of filesIn(at(home))) hash.update(path).update(readFileSync(join(at(home), path)))
  return hash.digest('hex')
}

/** Accepts or rejects the profile, as AppArmor 4 and 3 do. */
const putApparmor = (exitCode: number): void => {
  mkdirSync(at('/etc/apparmor.d'), { recursive: true })
  writeFileSync(at('/usr/sbin/apparmor_parser'), `#!/bin/sh\nexit ${exitCode}\n`, { mode: 0o755 })
}

/** The same package as a later version. */
const laterVersion = (folder: string): Uint8Array => {
  const tree = join(folder, 'later')
  run('dpkg-deb', ['--raw-extract', debFile(), tree])
  const control = join(tree, 'DEBIAN', 'control')
  writeFileSync(
    control,
    readFileSync(control, 'utf8').replace(/^Version: .*$/mu, 'Version: 99.0.0'),
  )
  const file = join(folder, 'later.deb')
  run('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, file])
  return readFileSync(file)
}

/** What the app does with a release that a server on this computer publishes. */
const downloadUpdate = async (folder: string, content: Uint8Array): Promise<VerifiedFile> => {
  const server = await startReleaseServer()
  try {
    const name = 'coldpress_99.0.0_amd64.deb'
    server.publish('99.0.0', [{ name, kind: 'deb', arch: 'any', content }])
    const installed = at('/opt/Coldpress/resources/command-line')
    const updates = createUpdates({
      home: folder,
      current: packageJson.version,
      installation: installationOf(installed, process.platform),
      arch: process.arch,
      source: server,
    })
    const update = await updates.check()
    if (update === undefined) throw new Error('The later version was not found.')
    const verified = await updates.download(update, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    await updates.verifyAgain(verified)
    return verified
  } finally {
    await server.close()
  }
}

describe.skipIf(process.getuid?.() !== 0)('the deb, in a fresh Debian', () => {
  test('installs, and every file is as the package has it', ({ folder }) => {
    debian = freshRoot(join(folder, 'root'))
    mkdirSync(at(home), { recursive: true })
    chownSync(at(home), 1000, 1000)
    const installed = install(debFile())
    expect(installed.code, installed.stderr).toBe(0)
    const verified = debian.run(['dpkg', '--verify', 'coldpress'])
    // Debian's own packages are not installed whole here; ours is.
    expect(verified.stdout).toBe('')
    expect(debian.run(['dpkg-query', '-W', '-f=${Version}', 'coldpress']).stdout).toBe(
      packageJson.version,
    )
  })

  test("gives Chromium's sandbox to root with mode 4755", () => {
    expect(modeOf('/opt/Coldpress/chrome-sandbox')).toBe(0o4755)
    expect(statSync(at('/opt/Coldpress/chrome-sandbox')).uid).toBe(0)
  })

  test('has a valid entry in the menu, an icon in each size, and the type of signing requests', () => {
    const entry = '/usr/share/applications/coldpress.desktop'
    expect(debian.run(['desktop-file-validate', entry])).toMatchObject({ code: 0, stdout: '' })
    expect(readFileSync(at(entry), 'utf8')).toMatch(
      /^Exec=\/opt\/Coldpress\/coldpress-window %F$/mu,
    )
    // No address of the system, such as web+coldpress, opens the app.
    expect(readFileSync(at(entry), 'utf8')).not.toContain('x-scheme-handler')
    expect(existsSync(at('/opt/Coldpress/coldpress-window'))).toBe(true)
    for (const size of ['16x16', '48x48', '256x256', '512x512']) {
      const icons = `/usr/share/icons/hicolor/${size}`
      expect(existsSync(at(`${icons}/apps/coldpress.png`))).toBe(true)
      expect(
        existsSync(at(`${icons}/mimetypes/application-vnd.coldpress.signing-request.png`)),
      ).toBe(true)
    }
    // Both are written by Debian's triggers, from the files of the package.
    expect(readFileSync(at('/usr/share/mime/globs2'), 'utf8')).toContain(
      'application/vnd.coldpress.signing-request:*.cpreq',
    )
    expect(readFileSync(at('/usr/share/applications/mimeinfo.cache'), 'utf8')).toContain(
      'application/vnd.coldpress.signing-request=coldpress.desktop',
    )
  })

  test('puts coldpress on the PATH, which says its version and calls itself coldpress', () => {
    expect(coldpress('--version')).toMatchObject({ code: 0, stdout: `${packageJson.version}\n` })
    expect(coldpress('--help').stdout).toContain('Usage: coldpress [')
  })

  test('brings a man page and completions for bash, zsh and fish', () => {
    const share = '/usr/share'
    const documents = [
      'man/man1/coldpress.1.gz',
      'bash-completion/completions/coldpress',
      'zsh/vendor-completions/_coldpress',
      'fish/vendor_completions.d/coldpress.fish',
    ]
    expect(documents.filter((path) => !existsSync(at(`${share}/${path}`)))).toEqual([])
  })

  test('its command line imports and mints the sample, with all that it loads from its own folder', () => {
    const played = coldpress('demo', '--home', `${home}/herbarium`, '--json')
    expect(played.code, played.stderr).toBe(0)
    const answer: unknown = JSON.parse(played.stdout)
    expect(answer).toMatchObject({ mint_tx_ids: [expect.stringMatching(/^[0-9a-f]{64}$/u)] })
  })

  test('exports a data folder into a file that another installation imports', async () => {
    const words = 'a passphrase of the package\n'
    const own = `${home}/passphrase.txt`
    writeFileSync(at(own), words, { mode: 0o600 })
    chownSync(at(own), 1000, 1000)
    const used = (...args: readonly string[]): unknown => {
      const given = ['--json', '--home', `${home}/moving`, '--passphrase-file', own]
      const ended = coldpress(...args, ...given)
      expect(ended.code, ended.stderr).toBe(0)
      return JSON.parse(ended.stdout)
    }
    const made = z.looseObject({ policy_id: z.string() }).parse(used('policy', 'generate'))
    used('home', 'export', `${home}/moved.coldpress`, '--yes')

    const checkout = new TestHome()
    try {
      const other = join(checkout.dir, 'home')
      const args = ['--home', other, '--passphrase-file', checkout.file('words.txt', words)]
      const imported = await checkout.run([
        'home',
        'import',
        at(`${home}/moved.coldpress`),
        ...args,
      ])
      expect(imported.code, imported.stderr).toBe(0)
      const checked = await checkout.run(['policy', 'list', ...args])
      expect(checked.stdout).toContain(made.policy_id)
    } finally {
      checkout.remove()
    }
  })

  test('installs the AppArmor profile where the parser knows it, and not where it does not', () => {
    const profile = '/etc/apparmor.d/coldpress'
    // The script after installation, as dpkg runs it.
    const configure = (): number | null =>
      debian.run(['/var/lib/dpkg/info/coldpress.postinst', 'configure', '']).code
    expect(existsSync(at(profile))).toBe(false)
    putApparmor(1)
    expect(configure()).toBe(0)
    expect(existsSync(at(profile))).toBe(false)
    putApparmor(0)
    expect(configure()).toBe(0)
    expect(readFileSync(at(profile), 'utf8')).toContain('/opt/Coldpress/coldpress-window')
  })

  test('an upgrade, downloaded and verified as an update, keeps the data of the user, the sandbox and the profile', async ({
    folder,
  }) => {
    const before = userData()
    const verified = await downloadUpdate(join(folder, 'home'), laterVersion(folder))
    expect(verified.command).toBe(`sudo apt install ${verified.path}`)
    const upgraded = install(verified.path)
    expect(upgraded.code, upgraded.stderr).toBe(0)
    expect(debian.run(['dpkg-query', '-W', '-f=${Version}', 'coldpress']).stdout).toBe('99.0.0')
    expect(modeOf('/opt/Coldpress/chrome-sandbox')).toBe(0o4755)
    expect(existsSync(at('/etc/apparmor.d/coldpress'))).toBe(true)
    expect(userData()).toBe(before)
    expect(coldpress('policy', 'list', '--home', `${home}/herbarium`).stdout).toContain('devnet')
  })

  test('a removal leaves nothing of the package, and all data of the user', () => {
    const before = userData()
    const removed = debian.run(['dpkg', '--purge', 'coldpress'])
    expect(removed.code, removed.stderr).toBe(0)
    const left = ['/opt/Coldpress', '/usr/bin/coldpress', '/etc/apparmor.d/coldpress']
    expect(left.filter((path) => existsSync(at(path)))).toEqual([])
    expect(readFileSync(at('/usr/share/mime/globs2'), 'utf8')).not.toContain('cpreq')
    expect(userData()).toBe(before)
  })
})
