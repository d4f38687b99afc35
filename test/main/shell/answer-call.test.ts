import { describe, expect, it } from 'vitest'
import type { Handlers } from '#contract/window/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { createAnswerCall } from '#main/shell/answer-call.ts'

const secret = 'correct horse battery staple'
const noHandlers: Handlers = JSON.parse('{}')

const withHandlers = (handlers: Partial<Handlers>) => {
  const logged: string[] = []
  const answer = createAnswerCall(async () => ({
    handlers: { ...noHandlers, ...handlers },
    log: (entry) => void logged.push(JSON.stringify(entry)),
  }))
  return { answer, logged }
}
const unlocked = { state: 'unlocked', backend: 'keychain' } as const

describe('a call of the window', () => {
  it('gets its handler’s answer, cut to what the contract names', async () => {
    const { answer } = withHandlers({
      'vault.unlock': ({ passphrase }) => ({ ...unlocked, passphrase }),
    })
    expect(await answer('vault.unlock', { passphrase: secret })).toEqual({
      ok: true,
      value: unlocked,
    })
  })

  it.each(['nope', 'toString', '__proto__', 7, null, ['vault.lock']])(
    'a call of the window does not exist: %s',
    async (name) => {
      const { answer } = withHandlers({})
      expect(await answer(name, null)).toMatchObject({ ok: false, error: { code: 'not_found' } })
    },
  )

  it('is refused before its handler sees a wrong input, and no value is repeated', async () => {
    let isCalled = false
    const { answer } = withHandlers({
      'vault.unlock': () => {
        isCalled = true
        return unlocked
      },
    })
    const result = await answer('vault.unlock', { passphrase: [secret] })
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid' } })
    expect(result).toMatchObject({
      error: { message: 'vault.unlock: passphrase: must be a string.' },
    })
    expect(JSON.stringify(result)).not.toContain(secret)
    expect(isCalled).toBe(false)
  })

  it('keeps code, message and plain details of a known failure', async () => {
    const { answer, logged } = withHandlers({
      'vault.unlock': () => {
        throw new ColdpressError('wrong_passphrase', 'Not this one.', { details: { left: 2 } })
      },
    })
    expect(await answer('vault.unlock', { passphrase: secret })).toEqual({
      ok: false,
      error: { code: 'wrong_passphrase', message: 'Not this one.', details: { left: 2 } },
    })
    expect(logged).toEqual([])
  })

  it('answers even when the details cannot be written as data', async () => {
    const { answer } = withHandlers({
      'vault.lock': () => {
        throw new ColdpressError('conflict', 'No.', { details: { big: 1n } })
      },
    })
    expect(await answer('vault.lock', null)).toMatchObject({ ok: false, error: { details: {} } })
  })

  it('gives an unforeseen failure a number, and repeats its message nowhere', async () => {
    const { answer, logged } = withHandlers({
      'vault.unlock': ({ passphrase }) => JSON.parse(passphrase),
    })
    const result = await answer('vault.unlock', { passphrase: secret })
    expect(result).toMatchObject({ ok: false, error: { code: 'internal' } })
    const id = result.ok ? '' : String(result.error.details['id'])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(id)
    expect(logged[0]).toContain('SyntaxError')
    expect(logged[0]).toContain('answer-call.test.ts')
    for (const text of [logged[0], JSON.stringify(result)]) expect(text).not.toContain('correct')
  })

  it('is internal when its handler answers what the contract does not know', async () => {
    const { answer, logged } = withHandlers({ 'vault.status': () => JSON.parse('{"state":"odd"}') })
    expect(await answer('vault.status', null)).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    })
    expect(logged).toHaveLength(1)
  })

  it('fails with the reason when the services could not be opened', async () => {
    const answer = createAnswerCall(() =>
      Promise.reject(new ColdpressError('corrupt', 'app.db is damaged.')),
    )
    expect(await answer('vault.status', null)).toMatchObject({ error: { code: 'corrupt' } })
    const other = createAnswerCall(() => Promise.reject(new Error('boom')))
    expect(await other('vault.status', null)).toMatchObject({ error: { code: 'internal' } })
  })
})
