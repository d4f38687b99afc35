import { once } from 'node:events'
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'
import { temporaryFolder } from '../support/folder-test.ts'
import { spawnInTerminal } from '../support/terminal.ts'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

/** All that `studio serve` prints into a pipe until it runs, as into a journal. */
const journalOf = async (args: readonly string[] = []): Promise<string> => {
  const passphrase = ['--passphrase-file', home.passphraseFile]
  const child = home.start(['studio', 'serve', ...passphrase, ...args])
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece) => (printed += String(piece)))
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('account add')
  child.kill('SIGTERM')
  await once(child, 'exit')
  return printed
}

/** A key of `studio serve` and a token of the devnet are 32 bytes in base64url. */
const secretRow = /^(?:API key|project ID) +[A-Za-z0-9_-]{43}$/mu

it('studio serve prints neither its API key nor the token of the devnet into a pipe', async () => {
  const printed = await journalOf()
  expect(printed).not.toMatch(secretRow)
  expect(printed).toMatch(/^API key +not shown \(--show-key or --key-file FILE\)$/mu)
  expect(printed).toMatch(/^project ID +not shown/mu)
})

it('studio serve writes them into files for this user alone, which work, and whose place it prints', async () => {
  const file = join(temporaryFolder(), 'api-key')
  writeFileSync(file, `${'x'.repeat(43)}\n`, { mode: 0o644 })
  const printed = await journalOf(['--key-file', file])
  expect(printed).not.toMatch(secretRow)
  expect(printed).toContain(`in ${file}\n`)
  for (const one of [file, `${file}.gateway`]) {
    expect(statSync(one).mode & 0o777).toBe(0o600)
    expect(readFileSync(one, 'utf8')).toMatch(/^[\w-]{43}\n$/u)
    expect(printed).not.toContain(readFileSync(one, 'utf8').trim())
  }
  expect(readFileSync(file, 'utf8')).not.toContain('xxx')
  // The same key as on request.
  expect(await journalOf(['--show-key'])).toContain(readFileSync(file, 'utf8').trim())
  const [, command = ''] = /^ {2}\S.* (account add .*)$/mu.exec(printed) ?? []
  expect(command).toContain(`--api-key-file ${file}`)
})

it('studio serve replaces no file that holds something else, and follows no link', async () => {
  const folder = temporaryFolder()
  const notes = join(folder, 'notes.txt')
  writeFileSync(notes, 'notes of years')
  const link = join(folder, 'link')
  symlinkSync('/dev/null', link)
  for (const file of [notes, link])
    expect(await home.run(['studio', 'serve', '--key-file', file]), file).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('would be replaced'),
    })
  expect(readFileSync(notes, 'utf8')).toBe('notes of years')
})

it('events listen makes no secret that a pipe would carry away', async () => {
  const passphrase = ['--passphrase-file', home.passphraseFile]
  const refused = await home.run(['events', 'listen', ...passphrase])
  expect(refused).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('--show-secret'),
  })
  // None was stored: on request the next run makes one.
  const child = home.start(['events', 'listen', '--show-secret', ...passphrase])
  let printed = ''
  child.stdout?.on('data', (piece) => (printed += String(piece)))
  await expect.poll(() => printed, { timeout: 60_000 }).toMatch(/^secret +whsec_/mu)
  child.kill('SIGTERM')
  await once(child, 'exit')
})

it.runIf(existsSync('/usr/bin/script'))('a person at a terminal reads both', async () => {
  const child = spawnInTerminal(home, ['studio', 'serve', '--passphrase-file', home.passphraseFile])
  let screen = ''
  child.stdout.on('data', (piece) => (screen += String(piece)))
  await expect.poll(() => screen, { timeout: 60_000 }).toContain('account add')
  child.stdin.write('\u{3}')
  await once(child, 'exit')
  for (const name of ['API key', 'project ID'])
    expect(screen).toMatch(new RegExp(`^${name} +[\\w-]{43}\\r?$`, 'mu'))
})
