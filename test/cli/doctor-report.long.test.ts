import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import packageJson from '#package' with { type: 'json' }
import { TestHome } from '../support/coldpress.ts'

it('doctor --report writes versions, paths, checks and the end of the log, and no secret', async () => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  const key = 'planted-api-key-0123456789'
  const added = [
    'account',
    'add',
    'Shop',
    '--network',
    'testnet',
    '--base-url',
    'https://shop.example',
  ]
  const keyFile = home.file('key.txt', `${key}\n`)
  const account = await home.json([...added, '--app-id', 'shop', '--api-key-file', keyFile])
  expect(account.code, account.stderr).toBe(0)
  await home.json(['policy', 'generate', '--network', 'devnet', '--name', 'Prints'])

  const report = join(home.dir, 'report.txt')
  const { stdout, code } = await home.run(['doctor', '--offline', '--report', report])
  expect(code).toBe(0)
  expect(stdout).toContain(`Wrote ${report}.`)
  const text = readFileSync(report, 'utf8')
  expect(text).toMatch(new RegExp(`^Coldpress: ${packageJson.version} in the command line$`, 'mu'))
  expect(text).toContain(`Versions: node ${process.versions.node}`)
  expect(text).toContain(`Data folder: ${home.dir}`)
  expect(text).toMatch(/^ {2}ok databases: /mu)
  expect(text).toMatch(/^Log, its newest \d+ entries$/mu)
  for (const secret of [key, readFileSync(home.passphraseFile, 'utf8').trim()])
    expect(text).not.toContain(secret)

  const again = await home.run(['doctor', '--offline', '--report', report])
  expect(again.code).not.toBe(0)
  expect(readFileSync(report, 'utf8')).toBe(text)
})

it('doctor --report writes what can be known of a data folder that cannot be opened', async () => {
  const home = new TestHome()
  onTestFinished(() => home.remove())
  const report = join(home.dir, 'report.txt')
  writeFileSync(join(home.dir, 'app.db'), 'this is no database')
  const { code } = await home.run(['doctor', '--offline', '--report', report])
  expect(code).not.toBe(0)
  const text = readFileSync(report, 'utf8')
  expect(text).toContain(`Coldpress: ${packageJson.version} in the command line`)
  expect(text).toContain('The data folder could not be opened.')
  expect(text).toMatch(/^ {2}error /mu)
})
