import { describe, expect, it } from 'vitest'
import { Secret } from '#platform/secret/secret.ts'
import { createReopener } from '#keys/vault/reopener.ts'
import { ColdpressError, type ErrorCode } from '#values/errors/errors.ts'

const fail = (code: ErrorCode, message: string): never => {
  throw new ColdpressError(code, message)
}

/** A vault that is locked, with a passphrase file of which a test says what is in it. */
const lockedVault = () => {
  const state = { open: false, file: 'right' as string | undefined, unlocks: 0, reads: 0, ms: 0 }
  const { openAgain, isReady } = createReopener({
    vault: {
      unlock: async (passphrase) => {
        state.unlocks += 1
        if (passphrase.text() !== 'right') fail('wrong_passphrase', 'It is another passphrase.')
        state.open = true
      },
    },
    readPassphrase: async () => {
      state.reads += 1
      return Secret.ofText(state.file ?? fail('usage', 'The passphrase file cannot be read.'))
    },
    now: () => new Date(state.ms),
  })
  const sign = async (): Promise<string> =>
    state.open ? 'signed' : fail('vault_locked', 'The vault is locked.')
  return { state, sign: () => openAgain(sign), openAgain, isReady }
}

describe('A vault that is opened again when there is something to sign', () => {
  it('is opened once for all who sign at the same time, and not while it is open', async () => {
    const { state, sign } = lockedVault()
    expect(await Promise.all([sign(), sign(), sign()])).toEqual(['signed', 'signed', 'signed'])
    await sign()
    expect(state).toMatchObject({ unlocks: 1, reads: 1 })
    state.open = false
    expect(await sign()).toBe('signed')
    expect(state).toMatchObject({ unlocks: 2, reads: 2 })
  })

  it('stays locked, in words, while its file is gone, and tries it again only after a pause', async () => {
    const { state, sign, isReady } = lockedVault()
    expect(isReady()).toBe(true)
    state.file = undefined
    for (const _ of [1, 2])
      await expect(sign()).rejects.toMatchObject({
        code: 'vault_locked',
        message: expect.stringContaining('The passphrase file cannot be read.'),
      })
    expect(state.reads).toBe(1)
    expect(isReady()).toBe(false)
    state.file = 'right'
    await expect(sign()).rejects.toMatchObject({ code: 'vault_locked' })
    state.ms += 15_000
    expect(await sign()).toBe('signed')
    expect(isReady()).toBe(true)
  })

  it('does not try a wrong passphrase with every signature', async () => {
    const { state, sign } = lockedVault()
    state.file = 'wrong'
    for (const _ of [1, 2, 3]) await expect(sign()).rejects.toMatchObject({ code: 'vault_locked' })
    expect(state.unlocks).toBe(1)
    state.ms -= 3_600_000
    await expect(sign()).rejects.toMatchObject({ code: 'vault_locked' })
    expect(state.unlocks).toBe(2)
  })

  it('is not opened for work that failed for another reason', async () => {
    const { state, openAgain } = lockedVault()
    const work = async (): Promise<never> => fail('key_missing', 'The key is gone.')
    await expect(openAgain(work)).rejects.toMatchObject({ code: 'key_missing' })
    expect(state.unlocks).toBe(0)
  })
})
