import { createHash } from 'node:crypto'
import { readdir, realpath } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generatePolicyKey, verifyWitness } from '#cardano/keys.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { startKeychainSession, type KeychainSession } from '../../../support/keychain-session.ts'
import { openRemoteHarness, type RemoteHarness } from './remote-harness.ts'
import { sampleTransaction, sampleTxId } from '../../../support/sample-transaction.ts'

const passphrase = (): Secret => Secret.ofText('correct horse battery')
const bodyHash = sampleTxId

let session: KeychainSession
let harness: RemoteHarness

beforeEach(async () => {
  session = await startKeychainSession()
  harness = await openRemoteHarness(session.env)
})

afterEach(async () => {
  session.thaw()
  await harness.close()
  await session.stop()
})

const open = (): Promise<Vault> => harness.open({ backend: 'auto', keychainTimeoutMs: 4_000 })

const items = async (): Promise<number> => {
  const home = await realpath(harness.home)
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 8)
  return (await session.searchItems({ service: `Coldpress ${hash}` })).length
}

describe('a keys process with a real gnome-keyring', () => {
  it('keeps everything there, also when it is killed in the middle of work', async () => {
    const vault = await open()
    expect(vault.status()).toEqual({ state: 'new', backend: 'keychain' })
    await vault.create(passphrase())
    await vault.setApiKey({ accountId: 'shop', apiKey: Secret.ofText('an-api-key') })
    const keys = Array.from({ length: 100 }, () => generatePolicyKey())
    const [first] = keys
    if (first === undefined) throw new Error('no keys')
    await vault.storeKeys([first])

    const storing = vault.storeKeys(keys)
    storing.catch(() => undefined)
    await expect.poll(items, { interval: 20 }).toBeGreaterThan(6)
    harness.port().signal('SIGKILL')
    await expect(storing).rejects.toMatchObject({ code: 'internal' })
    expect(await items()).toBeLessThan(102)

    expect((await vault.getApiKey('shop'))?.text()).toBe('an-api-key')
    await vault.unlock(passphrase())
    await vault.storeKeys(keys)
    expect(await items()).toBe(102)
    for (const { keyHash } of keys)
      expect(
        verifyWitness(await vault.witness({ transaction: sampleTransaction(), keyHash }), bodyHash),
      ).toBe(true)
    expect((await readdir(harness.home)).toSorted()).toEqual(['vault.json', 'vault.lock'])
  })

  it('killed while the keychain is away: is not replaced by sealed files, and works when it is back', async () => {
    const vault = await open()
    await vault.create(passphrase())
    session.freeze()
    harness.port().signal('SIGKILL')
    await expect.poll(() => harness.deaths, { timeout: 30_000 }).toHaveLength(1)
    expect(harness.deaths[0]).toMatchObject({
      restarted: false,
      message: expect.stringContaining('Start or unlock the keychain'),
    })
    expect(vault.status()).toMatchObject({ state: 'locked', backend: 'keychain' })
    session.thaw()
    await vault.unlock(passphrase())
    expect(vault.status()).toEqual({ state: 'unlocked', backend: 'keychain' })
    expect(await readdir(harness.home)).not.toContain('secrets')
  })

  it('that cannot be reached at the start says so as the vault does', async () => {
    const vault = await open()
    await vault.create(passphrase())
    await session.killKeyring()
    await expect(open()).rejects.toMatchObject({ code: 'keychain_unreachable' })
    await expect(vault.unlock(passphrase())).rejects.toMatchObject({
      code: 'keychain_unreachable',
    })
  })
})
