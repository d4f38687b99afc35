import { describe, expect, it, vi } from 'vitest'
import { Secret } from '#platform/secret/secret.ts'
import { Session } from '#cli/session.ts'
import { ColdpressError } from '#values/errors/errors.ts'

const answering = (...typed: readonly string[]) => {
  const session = new Session({ quiet: true }, new AbortController().signal)
  const answers = [...typed]
  const asked = vi
    .spyOn(session.terminal, 'promptSecret')
    .mockImplementation(async () => Secret.ofText(answers.shift() ?? ''))
  const warned = vi.spyOn(session.terminal, 'warn').mockReturnValue(undefined)
  return { session, asked, said: () => warned.mock.calls.flat().join('\n') }
}

describe('choosing a passphrase on the command line', () => {
  const good = 'seven quiet herons printing ferns'

  it('says why a short passphrase is refused, and asks for another before it is repeated', async () => {
    const { session, asked, said } = answering('short', good, good)
    expect((await session.promptNewSecret('New: ')).text()).toBe(good)
    expect(said()).toContain('at least 12 are needed')
    expect(asked.mock.calls.map(([question]) => question)).toEqual([
      'New: ',
      'New: ',
      'Confirm passphrase: ',
    ])
  })

  it('asks for both again where the two differ', async () => {
    const { session, said } = answering(good, 'seven quiet herons printing fern', good, good)
    expect((await session.promptNewSecret('New: ')).text()).toBe(good)
    expect(said()).toContain('The two passphrases differ')
  })

  it('asks for a wrong passphrase again, three times in all', async () => {
    const wrong = new ColdpressError('wrong_passphrase', 'It does not open the vault.')
    const { session, asked, said } = answering('a', 'b', 'c', 'd')
    const open = async (passphrase: Secret): Promise<string> => {
      if (passphrase.text() !== 'c') throw wrong
      return 'open'
    }
    expect(await session.usePromptedSecret('Vault: ', open)).toBe('open')
    expect(said()).toContain('It does not open the vault.')
    const never = answering('a', 'b', 'd', 'c')
    await expect(never.session.usePromptedSecret('Vault: ', open)).rejects.toBe(wrong)
    expect(asked).toHaveBeenCalledTimes(3)
  })

  it('names the option where there is no terminal', async () => {
    const { terminal } = new Session({ quiet: true }, new AbortController().signal)
    await expect(terminal.promptSecret('API key: ', '--api-key-file FILE')).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('--api-key-file FILE'),
    })
  })
})
