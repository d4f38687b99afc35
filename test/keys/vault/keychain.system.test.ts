import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { policyKeyOf, verifyWitness } from '#cardano/keys.ts'
import type { VaultOptions } from '#keys/vault/vault.ts'
import { startKeychainSession, type KeychainSession } from '../../support/keychain-session.ts'
import { startVaultProcess, type VaultProcess } from './vault-process.ts'
import { sampleTransaction, sampleTxId } from '../../support/sample-transaction.ts'

const passphrase = 'correct horse battery'
const keyHex = '4a'.repeat(32)
const otherKeyHex = '5b'.repeat(32)
const { keyHash } = policyKeyOf(new Uint8Array(32).fill(0x4a))
const otherHash = policyKeyOf(new Uint8Array(32).fill(0x5b)).keyHash
const bodyHash = sampleTxId
const transaction = Buffer.from(sampleTransaction()).toString('hex')
const witness = z.object({ publicKey: z.string(), signature: z.string() })

let session: KeychainSession
let home: string
let processes: VaultProcess[]

beforeEach(async () => {
  session = await startKeychainSession()
  home = await realpath(await mkdtemp(join(tmpdir(), 'coldpress-home-')))
  processes = []
})

afterEach(async () => {
  session.thaw()
  await Promise.all(processes.map((each) => each.finish()))
  await session.stop()
  await rm(home, { recursive: true, force: true })
})

const start = (env: Readonly<Record<string, string>> = session.env): VaultProcess => {
  const started = startVaultProcess(env)
  processes.push(started)
  return started
}

const options = (): VaultOptions => ({
  home,
  isDefaultHome: false,
  scryptWorkFactor: 4,
  keychainTimeoutMs: 4_000,
})

const opened = async (env?: Readonly<Record<string, string>>): Promise<VaultProcess> => {
  const vault = start(env)
  await vault.run('open', options())
  return vault
}

const service = (): string =>
  `Coldpress ${createHash('sha256').update(home).digest('hex').slice(0, 8)}`

const expectWitness = async (vault: VaultProcess): Promise<void> => {
  const answer = witness.parse(await vault.run('witness', transaction, keyHash))
  expect(verifyWitness(answer, bodyHash)).toBe(true)
}

describe('a vault in a real gnome-keyring', () => {
  it('keeps age ciphertext in items that others on the bus can see, and nothing in the home', async () => {
    const vault = await opened()
    expect(await vault.run('status')).toEqual({ state: 'new', backend: 'keychain' })
    await vault.run('create', passphrase)
    await vault.run('storeKeys', keyHex)

    for (const username of ['vault/identity', `policy/${keyHash}`]) {
      expect(await session.searchItems({ service: service(), username })).toHaveLength(1)
      const raw = String(await start().run('rawRead', service(), username))
      expect(raw).toMatch(/^age-encryption\.org\/v1\n/)
      expect(raw).not.toContain(Buffer.from(keyHex, 'hex').toString('latin1'))
    }
    // The probe's random item is gone again.
    expect(await session.searchItems({ service: service() })).toHaveLength(2)
    expect((await readdir(home)).toSorted()).toEqual(['vault.json', 'vault.lock'])
    expect(JSON.parse(await readFile(join(home, 'vault.json'), 'utf8'))).toEqual({
      format: 1,
      identity: expect.stringMatching(/^[0-9a-f]{64}$/u),
      recipient: expect.stringMatching(/^age1/),
      backend: 'keychain',
      created: expect.any(String),
      sealKey: expect.stringMatching(/^[0-9a-f]{64}$/u),
    })
  })

  it('takes keys in a fresh, locked process and signs in another once unlocked', async () => {
    await (await opened()).run('create', passphrase)

    const locked = await opened()
    expect(await locked.run('status')).toEqual({ state: 'locked', backend: 'keychain' })
    await locked.run('storeKeys', keyHex, otherKeyHex)
    await expect(locked.run('witness', transaction, keyHash)).rejects.toMatchObject({
      code: 'vault_locked',
    })
    await expect(locked.run('unlock', 'another passphrase')).rejects.toMatchObject({
      code: 'wrong_passphrase',
    })

    const fresh = await opened()
    await fresh.run('unlock', passphrase)
    await expectWitness(fresh)
    await fresh.run('removeKey', keyHash)
    expect(await fresh.run('hasKey', keyHash)).toBe(false)
    expect(await fresh.run('hasKey', otherHash)).toBe(true)
  })

  it('keeps API keys as they are, for use before there is a passphrase and while locked', async () => {
    const vault = await opened()
    await vault.run('setApiKey', 'acc-1', 'secret ✓ key')
    expect(await (await opened()).run('getApiKey', 'acc-1')).toBe('secret ✓ key')
    await vault.run('removeApiKey', 'acc-1')
    expect(await vault.run('getApiKey', 'acc-1')).toBe(null)
  })

  it('changes the passphrase', async () => {
    const vault = await opened()
    await vault.run('create', passphrase)
    await vault.run('storeKeys', keyHex)
    await vault.run('changePassphrase', passphrase, 'a quite different one')
    const fresh = await opened()
    await expect(fresh.run('unlock', passphrase)).rejects.toMatchObject({
      code: 'wrong_passphrase',
    })
    await fresh.run('unlock', 'a quite different one')
    await expectWitness(fresh)
  })

  it('restores a lost vault.json from the identity, and never overwrites that identity', async () => {
    const vault = await opened()
    await vault.run('create', passphrase)
    await vault.run('storeKeys', keyHex)
    const facts = JSON.parse(await readFile(join(home, 'vault.json'), 'utf8'))
    await rm(join(home, 'vault.json'))

    const fresh = await opened()
    expect(await fresh.run('status')).toMatchObject({ state: 'locked', backend: 'keychain' })
    await expect(fresh.run('create', 'a second passphrase')).rejects.toMatchObject({
      code: 'conflict',
    })
    await fresh.run('unlock', passphrase)
    const restored = JSON.parse(await readFile(join(home, 'vault.json'), 'utf8'))
    expect(restored.recipient).toBe(facts.recipient)
    await expectWitness(fresh)
  })

  it('gives one of two processes that create at once the vault, and loses no key', async () => {
    const pair = [await opened(), await opened()]
    const outcomes = await Promise.allSettled(pair.map((each) => each.run('create', passphrase)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict' },
    })
    await Promise.all(pair.map((each) => each.run('storeKeys', keyHex)))
    const fresh = await opened()
    await fresh.run('unlock', passphrase)
    await expectWitness(fresh)
  })

  it('names a damaged item, and the others still sign', async () => {
    const vault = await opened()
    await vault.run('create', passphrase)
    await vault.run('storeKeys', keyHex, otherKeyHex)
    await start().run('rawWrite', service(), `policy/${otherHash}`, 'not age')
    await expect(vault.run('witness', transaction, otherHash)).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringContaining(`policy/${otherHash}`),
    })
    await expectWitness(vault)
  })
})

describe('a keychain that does not answer', () => {
  it('locked: a new home gets sealed files and a note, an existing vault is refused', async () => {
    await session.lock()
    const fresh = start()
    expect(await fresh.run('open', options())).toEqual({
      state: 'new',
      backend: 'sealed-files',
      note: expect.stringContaining('found no working keychain'),
    })
    await expect(start().run('open', { ...options(), backend: 'keychain' })).rejects.toMatchObject({
      code: 'keychain_unreachable',
    })
  })

  it('killed and started again locked: no second vault, no silent fallback', async () => {
    const vault = await opened()
    await vault.run('create', passphrase)
    await vault.run('storeKeys', keyHex)
    await session.killKeyring()

    await expect(vault.run('witness', transaction, keyHash)).rejects.toMatchObject({
      code: 'keychain_unreachable',
    })
    await expect(vault.run('storeKeys', otherKeyHex)).rejects.toMatchObject({
      code: 'keychain_unreachable',
    })
    expect(await vault.run('probe')).toMatchObject({
      store: { works: false },
      keychain: { works: false },
    })
    await expect(start().run('open', options())).rejects.toMatchObject({
      code: 'keychain_unreachable',
      message: expect.stringContaining('Start or unlock the keychain'),
    })
    expect(await readdir(home)).not.toContain('secrets')
  })

  it('hung: calls end with an error, and the vault works on when it is back', async () => {
    const vault = await opened()
    await vault.run('create', passphrase)
    await vault.run('storeKeys', keyHex)
    session.freeze()
    await expect(vault.run('witness', transaction, keyHash)).rejects.toMatchObject({
      code: 'keychain_unreachable',
    })
    session.thaw()
    await expectWitness(vault)
  })

  it('absent: sealed files with a note; a keychain that comes later is not used', async () => {
    const { DBUS_SESSION_BUS_ADDRESS: _address, ...rest } = session.env
    const without = { ...rest, XDG_RUNTIME_DIR: join(home, 'no-such-folder') }
    const vault = await opened(without)
    expect(await vault.run('status')).toMatchObject({
      backend: 'sealed-files',
      note: expect.stringContaining('found no working keychain'),
    })
    await vault.run('create', passphrase)
    await vault.run('storeKeys', keyHex)

    const later = await opened()
    expect(await later.run('status')).toMatchObject({ state: 'locked', backend: 'sealed-files' })
    await later.run('unlock', passphrase)
    await expectWitness(later)
    expect(await later.run('probe')).toEqual({
      store: { works: true },
      keychain: { works: true },
    })
    expect(await session.searchItems({ service: service() })).toEqual([])

    // A lost vault.json does not turn this home into a new one in the keychain.
    await rm(join(home, 'vault.json'))
    expect(await (await opened()).run('status')).toMatchObject({
      state: 'locked',
      backend: 'sealed-files',
    })
  })

  it('two vaults for one home, vault.json lost: asks which is meant', async () => {
    await (await opened()).run('create', passphrase)
    await rm(join(home, 'vault.json'))
    const files = start()
    await files.run('open', { ...options(), backend: 'sealed-files' })
    await files.run('create', passphrase)
    await rm(join(home, 'vault.json'))
    await expect(start().run('open', options())).rejects.toMatchObject({ code: 'conflict' })
    expect(await start().run('open', { ...options(), backend: 'keychain' })).toMatchObject({
      state: 'locked',
    })
  })

  it('an item that is locked away is not taken for one that is missing', async () => {
    const vault = await opened()
    await vault.run('create', passphrase)
    await session.lock()
    await expect(vault.run('unlock', passphrase)).rejects.toMatchObject({
      code: 'keychain_unreachable',
    })
    await expect(vault.run('create', 'a second passphrase')).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})
