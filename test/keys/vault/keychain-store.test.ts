import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createKeychainStore, serviceName, type KeychainEntry } from '#keys/vault/keychain-store.ts'
import { identityItem } from '#keys/vault/secret-store.ts'

const absent: KeychainEntry = {
  setSecret: async () => {},
  getSecret: async () => null,
  deleteCredential: async () => false,
}

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)

describe('the keychain service name', () => {
  it('is plain for the default home and tied to the path of any other', () => {
    expect(serviceName('/home/ada/coldpress', true)).toBe('Coldpress')
    // printf %s /tmp/one | sha256sum
    expect(serviceName('/tmp/one', false)).toBe('Coldpress 02c3a714')
    expect(serviceName('/tmp/two', false)).not.toBe(serviceName('/tmp/one', false))
  })
})

/** A keychain that writes only when the test lets it. */
const slowStore = (write: (secret: Uint8Array) => void) => {
  let answer = (): void => {}
  const store = createKeychainStore('service', 30, async () => ({
    ...absent,
    setSecret: (secret) =>
      new Promise((resolve) => {
        answer = () => {
          write(secret)
          resolve()
        }
      }),
  }))
  return { store, answer: () => answer() }
}

describe('the keychain store', () => {
  it('gives up on a call that never ends, and never starts the calls that waited behind it', async () => {
    const writes: number[] = []
    const { store, answer } = slowStore((secret) => writes.push(secret[0] ?? -1))

    const calls = [store.write(identityItem, bytes(1)), store.write(identityItem, bytes(2))]
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({
        reason: {
          code: 'keychain_unreachable',
          message: expect.stringContaining('does not answer'),
        },
      })
    }

    let idle = false
    const settled = store.idle().then(() => (idle = true))
    await sleep(1)
    expect(idle).toBe(false)
    answer()
    await settled
    expect(writes).toEqual([1])
  })

  it('writes what it was given, also when the caller has given up and wiped it', async () => {
    const written: Uint8Array[] = []
    const { store, answer } = slowStore((secret) => written.push(Uint8Array.from(secret)))
    const secret = bytes(1, 2, 3)
    await expect(store.write(identityItem, secret)).rejects.toThrow('does not answer')
    secret.fill(0)
    answer()
    await store.idle()
    expect(written).toEqual([bytes(1, 2, 3)])
  })

  it('does not start to write when opening the keychain took all its time', async () => {
    let started = false
    const store = createKeychainStore('service', 20, async () => {
      await sleep(60)
      return { ...absent, setSecret: async () => void (started = true) }
    })
    await expect(store.write(identityItem, bytes(1))).rejects.toThrow('does not answer')
    await store.idle()
    expect(started).toBe(false)
  })

  it('runs calls one after another', async () => {
    const order: string[] = []
    const store = createKeychainStore('service', 5_000, async () => ({
      ...absent,
      setSecret: async (secret) => {
        order.push(`start ${secret[0]}`)
        await sleep(5)
        order.push(`end ${secret[0]}`)
      },
    }))
    await Promise.all([store.write(identityItem, bytes(1)), store.write(identityItem, bytes(2))])
    expect(order).toEqual(['start 1', 'end 1', 'start 2', 'end 2'])
  })

  it('wipes the plain array that the library hands out', async () => {
    const handedOut = [1, 2, 3]
    const store = createKeychainStore('service', 5_000, async () => ({
      ...absent,
      getSecret: async () => handedOut,
    }))
    expect(await store.read(identityItem)).toEqual(bytes(1, 2, 3))
    expect(handedOut).toEqual([0, 0, 0])
  })

  it('calls several items of one name damage, not an unreachable keychain', async () => {
    const store = createKeychainStore('service', 5_000, async () => ({
      ...absent,
      getSecret: () => Promise.reject(new Error('Entry is matched by 2 credentials: [...]')),
    }))
    await expect(store.read(identityItem)).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringContaining('vault/identity'),
    })
  })

  it('names a keychain whose library cannot be loaded or opened', async () => {
    const store = createKeychainStore('service', 5_000, () => Promise.reject(new Error('no bus')))
    await expect(store.read(identityItem)).rejects.toMatchObject({
      code: 'keychain_unreachable',
      message: expect.stringContaining('Unlock or start it'),
      cause: expect.objectContaining({ message: 'no bus' }),
    })
  })
})
