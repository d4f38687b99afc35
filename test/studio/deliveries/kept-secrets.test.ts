import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Secret } from '../../../src/core/secret/secret.ts'
import { keepSecrets } from '../../../src/studio/deliveries/kept-secrets.ts'

const open = (keepMs: number) => {
  const loads: string[] = []
  const state: { error: Error | undefined } = { error: undefined }
  const kept = keepSecrets(async (id) => {
    loads.push(id)
    if (state.error !== undefined) throw state.error
    return Secret.ofText(`secret of ${id}`)
  }, keepMs)
  return { kept, loads, state }
}

describe('Secrets of deliveries', () => {
  it('are asked for once, also by several at the same time, and wiped when nobody needs them', async () => {
    const { kept, loads } = open(0)
    const [one, same] = await Promise.all([kept.of('a'), kept.of('a')])
    expect(one.text()).toBe('secret of a')
    expect(same).toBe(one)
    expect(loads).toEqual(['a'])
    await sleep(2)
    kept.forget()
    await sleep(0)
    expect(() => one.text()).toThrow('wiped')
    expect((await kept.of('a')).text()).toBe('secret of a')
    expect(loads).toEqual(['a', 'a'])
  })

  it('stay while they are needed, and none is left at the end', async () => {
    const { kept } = open(60_000)
    const secret = await kept.of('a')
    kept.forget()
    await sleep(0)
    expect(secret.text()).toBe('secret of a')
    kept.wipeAll()
    await sleep(0)
    expect(() => secret.text()).toThrow('wiped')
  })

  it('are not wiped before they are there, however long the vault takes', async () => {
    const loaded = Promise.withResolvers<Secret>()
    const kept = keepSecrets(() => loaded.promise, 0)
    const asked = kept.of('a')
    await sleep(2)
    kept.forget()
    const again = kept.of('a')
    loaded.resolve(Secret.ofText('a secret'))
    expect((await asked).text()).toBe('a secret')
    expect(await again).toBe(await asked)
    await sleep(2)
    kept.forget()
    await sleep(0)
    await expect(asked.then((secret) => secret.text())).rejects.toThrow('wiped')
  })

  it('are asked for again after the vault refused', async () => {
    const { kept, state } = open(60_000)
    state.error = new Error('locked')
    await expect(kept.of('a')).rejects.toThrow('locked')
    state.error = undefined
    expect((await kept.of('a')).text()).toBe('secret of a')
  })
})
