import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { TestHome } from '../support/coldpress.ts'

it('doctor does not say that no keys were opened beside a lost one', async () => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  await home.run(['policy', 'generate', '--network', 'devnet'])
  const secrets = join(home.dir, 'secrets')
  for (const name of readdirSync(secrets))
    if (name !== 'vault') rmSync(join(secrets, name), { recursive: true })
  const { stdout } = await home.run(['doctor', '--offline'])
  expect(stdout).toContain('is not in the vault')
  expect(stdout).not.toMatch(/^ok +keys: 0 keys/mu)
})

it('doctor reports a wrong passphrase once', async () => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  const wrong = home.file('wrong.txt', 'quite another passphrase 77\n')
  const { stdout, code } = await home.run(['doctor', '--offline', '--passphrase-file', wrong])
  expect(code).not.toBe(0)
  expect(stdout.match(/^FAULT .*passphrase/gmu)).toHaveLength(1)
})
