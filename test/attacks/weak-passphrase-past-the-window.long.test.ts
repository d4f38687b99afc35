import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policyKeyOf } from '#cardano/keys.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openRemoteHarness, type RemoteHarness } from '../main/processes/keys/remote-harness.ts'

const good = () => Secret.ofText('correct horse battery')
/** Too short, common, leet, repeated, a row of the keyboard, and this program's own name. */
const weak = [
  'eleven 7777',
  'password1234',
  'P4ssw0rd!2026',
  'aaaaaaaaaaaaaaaa',
  'qwertyuiop[]',
  'coldpress2026!',
]

let harness: RemoteHarness

beforeEach(async () => {
  harness = await openRemoteHarness()
})

afterEach(() => harness.close())

describe('a weak passphrase that no form has checked', () => {
  it('is refused by the keys process for a new vault, and makes none', async () => {
    const vault = await harness.open()
    for (const text of weak)
      await expect(vault.create(Secret.ofText(text)), text).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringMatching(/^The vault passphrase cannot be used\. It /u),
      })
    expect(vault.status().state).toBe('new')
  })

  it('is refused for a change and for a backup of keys or a wallet', async () => {
    const vault = await harness.open()
    await vault.create(good())
    const key = policyKeyOf(new Uint8Array(32).fill(7))
    await vault.storeKeys([key])
    const policy = { name: null, network: 'preprod', scriptCbor: `8200581c${key.keyHash}` } as const
    const { id } = await vault.createWallet()
    const wallet = { id, network: 'preprod' } as const
    for (const text of weak) {
      const given = () => Secret.ofText(text)
      for (const call of [
        vault.changePassphrase({ before: good(), after: given() }),
        vault.backUp({ policy, passphrase: given() }),
        vault.backUpWallet({ wallet, passphrase: given() }),
      ])
        await expect(call, text).rejects.toMatchObject({ code: 'invalid' })
    }
    vault.lock()
    await vault.unlock(good())
    expect(vault.status().state).toBe('unlocked')
  })
})
