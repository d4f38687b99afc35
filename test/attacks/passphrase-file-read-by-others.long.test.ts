import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'coldpress.js')

let home: TestHome
/** Coldpress closes its own folder; people keep passphrases elsewhere. */
let folder: string
let file: string

beforeAll(async () => {
  home = await TestHome.withVault()
  folder = mkdtempSync(join(tmpdir(), 'coldpress-elsewhere-'))
  file = join(folder, 'passphrase.txt')
  copyFileSync(home.passphraseFile, file)
})

afterAll(() => {
  home.remove()
  rmSync(folder, { recursive: true })
})

const doctor = () => home.run(['doctor', '--passphrase-file', file])

it('a passphrase file that others can read is refused with the command that closes it', async () => {
  chmodSync(folder, 0o755)
  for (const mode of [0o644, 0o640]) {
    chmodSync(file, mode)
    const { code, stdout } = await doctor()
    expect(stdout).toContain(`can be read by other users of this computer`)
    expect(stdout).toContain(`chmod 600 ${file}`)
    expect(code).toBe(2)
  }
})

it('a passphrase file behind a closed folder may have any mode', async () => {
  chmodSync(file, 0o644)
  chmodSync(folder, 0o700)
  expect((await doctor()).stdout).toContain('keys opened')
})

it('pipes of the shell and standard input go on working', async () => {
  chmodSync(folder, 0o755)
  chmodSync(file, 0o644)
  const opened = `"${process.execPath}" "${launcher}" doctor --passphrase-file`
  for (const script of [
    `${opened} <(cat "${file}")`,
    `${opened} /dev/stdin < "${file}"`,
    `mkfifo "${folder}/pipe"; cat "${file}" > "${folder}/pipe" & ${opened} "${folder}/pipe"`,
  ]) {
    const child = spawn('bash', ['-c', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, COLDPRESS_HOME: home.dir, DBUS_SESSION_BUS_ADDRESS: undefined },
    })
    let stdout = ''
    child.stdout.on('data', (piece) => (stdout += String(piece)))
    await once(child, 'close')
    expect(stdout, script).toContain('keys opened')
  }
})
