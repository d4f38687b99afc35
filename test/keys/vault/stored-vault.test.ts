import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { generatePolicyKey, verifyWitness } from '#cardano/keys.ts'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { openSeal } from '#keys/seal/seal.ts'
import { Secret } from '#platform/secret/secret.ts'
import { createFileStore } from '#keys/vault/file-store.ts'
import { lockHome } from '#keys/vault/vault-file.ts'
import {
  identityItem,
  type ItemName,
  policyItem,
  type SecretStore,
} from '#keys/vault/secret-store.ts'
import { createStoredVault, type StoredVaultParts } from '#keys/vault/stored-vault.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { sampleOrdered, sampleTransaction, sampleTxId } from '../../support/sample-transaction.ts'
import { homeTest as it } from '../../support/folder-test.ts'

const passphrase = (): Secret => Secret.ofText('correct horse battery')
const bodyHash = sampleTxId
const minute = 60_000

let clock: number

beforeEach(() => {
  clock = Date.parse('2026-01-01T00:00:00Z')
})

afterEach(() => {
  vi.useRealTimers()
})

const vaultJson = (home: string): string => join(home, 'vault.json')

const vaultOver = (
  home: string,
  store: SecretStore,
  parts: Partial<StoredVaultParts> = {},
): Vault =>
  createStoredVault({
    home,
    store,
    keychain: store,
    note: undefined,
    exists: false,
    autoLockMs: 15 * minute,
    scryptWorkFactor: 2,
    homeLockTimeoutMs: 5_000,
    now: () => new Date(clock),
    ...parts,
  })

describe('several keys', () => {
  it.for(['write', 'read back'] as const)(
    'are stored all or none: a failing %s of the last leaves the others as they were',
    async (error, { home }) => {
      const files = createFileStore(home)
      const [fresh, known, last] = [generatePolicyKey(), generatePolicyKey(), generatePolicyKey()]
      const failing = policyItem(last.keyHash)
      let written = false
      const store: SecretStore = {
        ...files,
        write: async (item, bytes) => {
          if (item === failing && error === 'write') throw new Error('disk full')
          written ||= item === failing
          await files.write(item, bytes)
        },
        read: async (item) => {
          const bytes = await files.read(item)
          return item === failing && written ? bytes?.slice(1) : bytes
        },
      }
      const vault = vaultOver(home, store)
      await vault.create(passphrase())
      await vault.storeKeys([known])
      vault.lock()
      const before = await files.read(policyItem(known.keyHash))

      await expect(vault.storeKeys([fresh, known, last])).rejects.toThrow(
        error === 'write' ? 'disk full' : 'did not read back',
      )
      expect(await vault.hasKey(fresh.keyHash)).toBe(false)
      expect(await vault.hasKey(last.keyHash)).toBe(false)
      expect(await files.read(policyItem(known.keyHash))).toEqual(before)
    },
  )
})

describe('a store that loses writes', () => {
  const forgetful = (home: string, item: ItemName): SecretStore => {
    const files = createFileStore(home)
    return {
      ...files,
      write: async (name, bytes) => void (name !== item && (await files.write(name, bytes))),
    }
  }

  it('does not get a vault: create says so, and another try starts afresh', async ({ home }) => {
    const vault = vaultOver(home, forgetful(home, identityItem))
    await expect(vault.create(passphrase())).rejects.toMatchObject({ code: 'corrupt' })
    expect(vault.status().state).toBe('new')
    const sound = vaultOver(home, createFileStore(home))
    await sound.create(passphrase())
    expect(sound.status().state).toBe('unlocked')
  })

  it('keeps the old passphrase when the new seal does not hold', async ({ home }) => {
    const files = createFileStore(home)
    await vaultOver(home, files).create(passphrase())
    let damaging = true
    const damagingOnce: SecretStore = {
      ...files,
      write: async (item, bytes) => {
        await files.write(item, damaging ? bytes.slice(0, 10) : bytes)
        damaging = false
      },
    }
    const vault = vaultOver(home, damagingOnce, { exists: true })
    await expect(
      vault.changePassphrase({ before: passphrase(), after: Secret.ofText('brand new words') }),
    ).rejects.toMatchObject({ code: 'corrupt' })
    await vault.unlock(passphrase())
    expect(vault.status().state).toBe('unlocked')
  })
})

describe('the probe', () => {
  it('tries both stores and leaves nothing of it', async ({ home }) => {
    const files = createFileStore(home)
    const noBus = new Error('no bus', { cause: new Error('DBus error') })
    const keychain: SecretStore = { ...files, write: () => Promise.reject(noBus) }
    const vault = vaultOver(home, files, { keychain })
    await vault.create(passphrase())
    expect(await vault.probe()).toEqual({
      store: { works: true },
      keychain: { works: false, reason: 'no bus', detail: 'DBus error' },
    })
    expect(await readdir(join(home, 'secrets', 'probe'))).toEqual([])
    expect(await vaultOver(home, keychain, { keychain }).probe()).toMatchObject({
      store: { works: false },
      keychain: { works: false },
    })
  })
})

describe('the auto-lock', () => {
  it('locks after the idle time; each use starts it again, a look does not', async ({ home }) => {
    const key = generatePolicyKey()
    const vault = vaultOver(home, createFileStore(home))
    await vault.create(passphrase())
    await vault.storeKeys([key])

    clock += 14 * minute
    expect(
      verifyWitness(
        await vault.witness({ transaction: sampleTransaction(), keyHash: key.keyHash }),
        bodyHash,
      ),
    ).toBe(true)
    clock += 14 * minute
    expect(vault.status().state).toBe('unlocked')
    clock += minute
    expect(vault.status().state).toBe('locked')
    await expect(
      vault.witness({ transaction: sampleTransaction(), keyHash: key.keyHash }),
    ).rejects.toMatchObject({
      code: 'vault_locked',
    })
    await vault.unlock(passphrase())
    expect(vault.status().state).toBe('unlocked')
  })

  it('wipes by its own timer, without anybody asking', async ({ home }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const vault = vaultOver(home, createFileStore(home))
    await vault.create(passphrase())
    vi.advanceTimersByTime(15 * minute - 1)
    expect(vault.status().state).toBe('unlocked')
    vi.advanceTimersByTime(1)
    expect(vault.status().state).toBe('locked')
  })
})

describe('changing the idle time', () => {
  it('counts the time that has passed already, and is no use', async ({ home }) => {
    const vault = vaultOver(home, createFileStore(home))
    await vault.create(passphrase())
    clock += 6 * minute
    await vault.setAutoLock(10 * minute)
    clock += 4 * minute - 1
    expect(vault.status().state).toBe('unlocked')
    clock += 1
    expect(vault.status().state).toBe('locked')
  })

  it('to less than has passed locks at once, and tells so once', async ({ home }) => {
    let locks = 0
    const vault = vaultOver(home, createFileStore(home), { onLock: () => (locks += 1) })
    await vault.create(passphrase())
    clock += 6 * minute
    await vault.setAutoLock(5 * minute)
    expect(locks).toBe(1)
    expect(vault.status().state).toBe('locked')
    vault.lock()
    expect(locks).toBe(1)
  })

  it('moves the timer, which tells when it locks', async ({ home }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let locks = 0
    const vault = vaultOver(home, createFileStore(home), { onLock: () => (locks += 1) })
    await vault.create(passphrase())
    await vault.setAutoLock(60 * minute)
    vi.advanceTimersByTime(60 * minute - 1)
    expect(locks).toBe(0)
    vi.advanceTimersByTime(1)
    expect(locks).toBe(1)
  })

  it('to Infinity keeps it open until somebody locks it, by clock and by timer', async ({
    home,
  }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const vault = vaultOver(home, createFileStore(home))
    await vault.create(passphrase())
    await vault.setAutoLock(Number.POSITIVE_INFINITY)
    for (const minutes of [60, 30 * 24 * 60]) {
      clock += minutes * minute
      vi.advanceTimersByTime(minutes * minute)
      expect(vault.status().state).toBe('unlocked')
    }
    vault.lock()
    expect(vault.status().state).toBe('locked')
  })

  it.for([0, -1, 1.5, Number.NaN, 25 * 24 * 60 * minute])(
    'refuses %j, which no timer keeps, and stays as it was',
    async (idleMs, { home }) => {
      const vault = vaultOver(home, createFileStore(home))
      await vault.create(passphrase())
      await expect(vault.setAutoLock(idleMs)).rejects.toMatchObject({ code: 'invalid' })
      expect(() => vaultOver(home, createFileStore(home), { autoLockMs: idleMs })).toThrow(
        'idle time',
      )
      clock += 14 * minute
      expect(vault.status().state).toBe('unlocked')
      clock += minute
      expect(vault.status().state).toBe('locked')
    },
  )

  it('while locked holds from the next unlock on', async ({ home }) => {
    const vault = vaultOver(home, createFileStore(home))
    await vault.create(passphrase())
    vault.lock()
    await vault.setAutoLock(minute)
    await vault.unlock(passphrase())
    clock += minute
    expect(vault.status().state).toBe('locked')
  })
})

describe('the identity noted in vault.json', () => {
  const noted = async (home: string): Promise<Record<string, unknown>> =>
    JSON.parse(await readFile(vaultJson(home), 'utf8'))

  it('follows a change of the passphrase, so that a locked vault takes keys after it', async ({
    home,
  }) => {
    const vault = vaultOver(home, createFileStore(home))
    await vault.create(passphrase())
    const before = await noted(home)
    await vault.changePassphrase({ before: passphrase(), after: Secret.ofText('brand new words') })
    expect(await noted(home)).toEqual({ ...before, identity: expect.not.stringMatching('^$') })
    expect((await noted(home))['identity']).not.toBe(before['identity'])
    await vaultOver(home, createFileStore(home), { exists: true }).storeKeys([generatePolicyKey()])
  })

  it('is noted at the first unlock of a home that an earlier version made', async ({ home }) => {
    const vault = vaultOver(home, createFileStore(home))
    await vault.create(passphrase())
    vault.lock()
    const { identity, ...earlier } = await noted(home)
    await writeFile(vaultJson(home), JSON.stringify(earlier))
    await vault.storeKeys([generatePolicyKey()])
    await vault.unlock(passphrase())
    expect(await noted(home)).toEqual({ ...earlier, identity })
  })

  it('asks for an unlock when the sealed identity is another file, and then goes on', async ({
    home,
  }) => {
    const files = createFileStore(home)
    const vault = vaultOver(home, files)
    await vault.create(passphrase())
    const copy = await files.read(identityItem)
    await vault.changePassphrase({ before: passphrase(), after: Secret.ofText('brand new words') })
    // a copy of the folder from before the change: the same identity under the earlier passphrase
    await files.write(identityItem, copy ?? new Uint8Array())
    const locked = vaultOver(home, files, { exists: true })
    await expect(locked.storeKeys([generatePolicyKey()])).rejects.toMatchObject({
      code: 'vault_locked',
    })
    await locked.unlock(passphrase())
    await locked.storeKeys([generatePolicyKey()])
    locked.lock()
    await locked.storeKeys([generatePolicyKey()])
  })
})

describe('the lock between processes', () => {
  it('is waited for, for a limited time, and a vault works once it is free', async ({ home }) => {
    const release = await lockHome(home, 1_000)
    const vault = vaultOver(home, createFileStore(home), { homeLockTimeoutMs: 60 })
    await expect(vault.create(passphrase())).rejects.toMatchObject({ code: 'timeout' })
    release()
    await vault.create(passphrase())
  })

  it('outlasts a store call that was given up on, since that may still write', async ({ home }) => {
    const files = createFileStore(home)
    let finish = (): void => {}
    const stuck = new Promise<void>((resolve) => {
      finish = resolve
    })
    const store: SecretStore = {
      ...files,
      write: () => Promise.reject(new Error('given up')),
      idle: () => stuck,
    }
    await expect(vaultOver(home, store).create(passphrase())).rejects.toThrow('given up')
    await expect(lockHome(home, 60)).rejects.toMatchObject({ code: 'timeout' })
    finish()
    const release = await lockHome(home, 1_000)
    release()
  })
})

describe("the key of a vault's seals", () => {
  const statement = {
    kind: 'address',
    network: 'testnet',
    collection: null,
    id: 'addr_test1',
    facts: {},
  } as const

  it('can be read while locked, follows from the identity and seals in an open vault alone', async ({
    home,
  }) => {
    const vault = vaultOver(home, createFileStore(home))
    expect(await vault.sealKey()).toBeUndefined()
    await vault.create(passphrase())
    const [seal] = await vault.seal([statement])
    vault.lock()
    await expect(vault.seal([statement])).rejects.toMatchObject({ code: 'vault_locked' })
    const key = await vaultOver(home, createFileStore(home), { exists: true }).sealKey()
    expect(key).toBe(await vault.sealKey())
    expect(seal && openSeal(key ?? '', seal)).toEqual(statement)
  })

  it('comes to a vault.json of an older version at its next unlock, which keeps the rest', async ({
    home,
  }) => {
    const vault = vaultOver(home, createFileStore(home))
    await vault.create(passphrase())
    const now: unknown = JSON.parse(await readFile(vaultJson(home), 'utf8'))
    await writeFile(
      vaultJson(home),
      JSON.stringify(now, (name, value) => (name === 'sealKey' ? undefined : value)),
    )
    clock += minute
    const again = vaultOver(home, createFileStore(home), { exists: true })
    expect(await again.sealKey()).toBeUndefined()
    await again.unlock(passphrase())
    expect(JSON.parse(await readFile(vaultJson(home), 'utf8'))).toEqual(now)
    expect(await again.sealKey()).toBe(await vault.sealKey())
  })
})

describe("a wallet's key", () => {
  /** Private key and chain code: no other secret of a vault has this length. */
  const parentBytes = 96

  const signing = async (home: string) => {
    const files = createFileStore(home)
    const read = vi.fn((item: ItemName) => files.read(item))
    const made: Uint8Array[] = []
    const ofBytes = Secret.ofBytes.bind(Secret)
    vi.spyOn(Secret, 'ofBytes').mockImplementation((bytes) => {
      if (bytes.length === parentBytes) made.push(bytes)
      return ofBytes(bytes)
    })
    const vault = vaultOver(home, { ...files, read })
    await vault.create(passphrase())
    const { id, accountKey } = await vault.createWallet()
    const orders = await Promise.all(
      [0, 1, 2].map((index) => {
        const { keyHash } = derivePaymentAddress(accountKey, index, 'devnet')
        return sampleOrdered(vault, 'devnet', keyHash, { wallet: id, index })
      }),
    )
    read.mockClear()
    for (const ordered of orders)
      expect(verifyWitness(await vault.witnessOrdered(ordered), bodyHash)).toBe(true)
    expect(read.mock.calls.flat()).toEqual([`phrase/${id}`])
    expect(made).toHaveLength(1)
    expect(made[0]?.some((byte) => byte !== 0)).toBe(true)
    const signAll = () => Promise.allSettled(orders.map((order) => vault.witnessOrdered(order)))
    return { vault, made, orders, signAll }
  }

  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.for([
    ['a lock', ({ vault }) => vault.lock()],
    ['the end of the idle time', () => void (clock += 15 * minute)],
    ['closing', ({ vault }) => vault.close()],
  ] satisfies [string, (of: { readonly vault: Vault }) => void][])(
    'is derived once while the vault is open; after %s it is zeroed and nothing signs',
    async ([, end], { home }) => {
      const { vault, made, signAll } = await signing(home)
      end({ vault })
      expect(await signAll()).toEqual(
        [0, 1, 2].map(() =>
          expect.objectContaining({ reason: expect.objectContaining({ code: 'vault_locked' }) }),
        ),
      )
      expect(made).toEqual([new Uint8Array(parentBytes)])
    },
  )

  it('is derived again after an unlock', async ({ home }) => {
    const { vault, made, orders } = await signing(home)
    vault.lock()
    await vault.unlock(passphrase())
    for (const ordered of orders)
      expect(verifyWitness(await vault.witnessOrdered(ordered), bodyHash)).toBe(true)
    expect(made).toHaveLength(2)
  })
})
