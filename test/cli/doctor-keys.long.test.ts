import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { startKuboStandIn } from '../support/kubo-stand-in.ts'

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
  expect(stdout.match(/^ERROR .*passphrase/gmu)).toHaveLength(1)
})

it('doctor names the lost key of an address that pays for mints', async () => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  const policies = join(home.dir, 'secrets', 'policy')
  const file = join(import.meta.dirname, '../../resources/sample-collection.json')
  const { document } = await home.json(['collection', 'create', '--file', file, '--yes'])
  const { id } = z.object({ id: z.string() }).parse(document)
  const listed = JSON.stringify((await home.json(['policy', 'list'])).document)
  const funded = await home.json(['mint', 'fund', '--collection', id])
  expect(funded.code, funded.stderr).toBe(0)
  const payment =
    readdirSync(policies).find((name) => !listed.includes(name.replace('.age', ''))) ?? ''
  rmSync(join(policies, payment))
  const { stdout } = await home.run(['doctor'])
  expect(stdout).toContain(
    `The key ${payment.replace('.age', '')}, which this vault confirmed as its own`,
  )
})

it('doctor opens the vault before it asks a place with a token, here `user:password`', async () => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  const kubo = await startKuboStandIn()
  onTestFinished(() => kubo.close())
  const token = home.file('token.txt', 'name:planted-password\n')
  const used = await home.json(['pin', 'use', 'node', '--url', kubo.url, '--token-file', token])
  expect(used).toMatchObject({ code: 0, document: { url: kubo.url } })
  const asked = kubo.requests.length
  const { stdout } = await home.run(['doctor', '--passphrase-file', home.passphraseFile])
  expect(stdout).toContain(`ok      pinning at node: ${kubo.url} answers.`)
  expect(kubo.requests.length).toBeGreaterThan(asked)
  const header = `Basic ${Buffer.from('name:planted-password').toString('base64')}`
  expect(kubo.requests.every(({ headers }) => headers.authorization === header)).toBe(true)
  expect(`${JSON.stringify(used)}${stdout}`).not.toContain('planted-password')
  const locked = await home.run(['doctor'])
  expect(locked.stdout).toContain('warning pinning at node: node was not asked')
})
