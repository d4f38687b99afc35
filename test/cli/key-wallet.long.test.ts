import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#app/create-app.ts'
import { TestHome } from '../support/coldpress.ts'

let home: TestHome
let other: TestHome
let wallet: string
let passphrase: string

/** The first sale of a studio on preprod makes its wallet; here it is asked for as the studio does. */
beforeAll(async () => {
  home = await TestHome.withVault()
  other = await TestHome.withVault()
  passphrase = home.file('backup-passphrase.txt', 'words for the backup alone\n')
  const app = await createApp({
    home: home.dir,
    isDefaultHome: false,
    startStudio: () => Promise.reject(new Error('no studio here')),
  })
  wallet = (await app.studioKeys('preprod').createWallet()).id
  await app.close()
})
afterAll(() => {
  home.remove()
  other.remove()
})

const withPassphrase = (...args: readonly string[]) => [
  ...args,
  '--backup-passphrase-file',
  passphrase,
]

it('a wallet is backed up, tested, and restored in another home', async () => {
  const list = async () => (await home.run(['key', 'wallet', 'list'])).stdout
  const doctor = async () => {
    const { code, document } = await home.json(['doctor', '--offline'])
    expect(code).toBe(0)
    return document
  }
  const checked = (state: string, message: string) => ({
    checks: expect.arrayContaining([
      { name: 'wallet of preprod', state, message: expect.stringContaining(message) },
    ]),
  })
  expect(await list()).toContain(`coldpress.js key wallet backup ${wallet} --out FILE`)
  expect(await doctor()).toMatchObject(
    checked('warning', `coldpress.js key wallet backup ${wallet} --out FILE`),
  )
  const out = join(home.dir, 'wallet.age')
  const saved = await home.json(withPassphrase('key', 'wallet', 'backup', wallet, '--out', out))
  expect(saved).toMatchObject({ code: 0, document: { wallet, backup: 'made', files: [out] } })
  expect(statSync(out).mode & 0o777).toBe(0o600)
  expect(await home.json(withPassphrase('key', 'wallet', 'backup', wallet, '--out', out))).toEqual(
    expect.objectContaining({ code: 3 }),
  )
  expect(await list()).toContain('coldpress.js key wallet drill FILE')
  const drill = await home.json(withPassphrase('key', 'wallet', 'drill', out))
  expect(drill).toMatchObject({ code: 0, document: { wallet, network: 'preprod', noted: true } })
  expect(await list()).not.toContain('coldpress.js key')
  expect(await doctor()).toMatchObject(checked('ok', 'passed its test'))

  const restored = await other.json(withPassphrase('key', 'wallet', 'restore', out))
  expect(restored).toMatchObject({
    code: 0,
    document: { wallet, network: 'preprod', origin: 'restored', here: true, already_here: false },
  })
  const { document } = await other.json(['key', 'wallet', 'list'])
  expect(document).toMatchObject([{ wallet, first_address: expect.stringMatching(/^addr_test1/u) }])
})

it('a test needs no data folder and makes none', async () => {
  const out = join(home.dir, 'again.age')
  await home.json(withPassphrase('key', 'wallet', 'backup', wallet, '--out', out))
  const none = join(home.dir, 'none')
  const run = await home.run(withPassphrase('key', 'wallet', 'drill', out, '--home', none))
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('The backup works') })
  expect(existsSync(none)).toBe(false)
})
