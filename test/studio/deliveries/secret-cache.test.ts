import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Secret } from '#platform/secret/secret.ts'
import { createSecretCache } from '#studio/deliveries/secret-cache.ts'

const open = (ttlMs: number) => {
  const loads: string[] = []
  const state: { error: Error | undefined } = { error: undefined }
  const cache = createSecretCache(async (id) => {
    loads.push(id)
    if (state.error !== undefined) throw state.error
    return Secret.ofText(`secret of ${id}`)
  }, ttlMs)
  return { cache, loads, state }
}

describe('Secrets of deliveries', () => {
  it('are asked for once, also by several at the same time, and wiped when nobody needs them', async () => {
    const { cache, loads } = open(0)
    const [one, same] = await Promise.all([cache.of('a'), cache.of('a')])
    expect(one.text()).toBe('secret of a')
    expect(same).toBe(one)
    expect(loads).toEqual(['a'])
    await sleep(2)
    cache.clear()
    await sleep(0)
    expect(() => one.text()).toThrow('wiped')
    expect((await cache.of('a')).text()).toBe('secret of a')
    expect(loads).toEqual(['a', 'a'])
  })

  it('stay while they are needed, and none is left at the end', async () => {
    const { cache } = open(60_000)
    const secret = await cache.of('a')
    cache.clear()
    await sleep(0)
    expect(secret.text()).toBe('secret of a')
    cache.wipeAll()
    await sleep(0)
    expect(() => secret.text()).toThrow('wiped')
  })

  it('are not wiped before they are there, however long the vault takes', async () => {
    const loaded = Promise.withResolvers<Secret>()
    const cache = createSecretCache(() => loaded.promise, 0)
    const chainAnswer = cache.of('a')
    await sleep(2)
    cache.clear()
    const again = cache.of('a')
    loaded.resolve(Secret.ofText('a secret'))
    expect((await chainAnswer).text()).toBe('a secret')
    expect(await again).toBe(await chainAnswer)
    await sleep(2)
    cache.clear()
    await sleep(0)
    await expect(chainAnswer.then((secret) => secret.text())).rejects.toThrow('wiped')
  })

  it('are asked for again after the vault refused', async () => {
    const { cache, state } = open(60_000)
    state.error = new Error('locked')
    await expect(cache.of('a')).rejects.toThrow('locked')
    state.error = undefined
    expect((await cache.of('a')).text()).toBe('secret of a')
  })
})
