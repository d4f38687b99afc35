import { describe, expect, it, vi } from 'vitest'
import { Secret } from '#platform/secret/secret.ts'
import { Session } from '#cli/session.ts'

const answering = (...typed: readonly string[]) => {
  const session = new Session({ quiet: true }, new AbortController().signal)
  const answers = [...typed]
  const asked = vi
    .spyOn(session.terminal, 'promptSecret')
    .mockImplementation(async () => Secret.ofText(answers.shift() ?? ''))
  return { session, asked }
}

describe('choosing a passphrase on the command line', () => {
  it('refuses a short passphrase before it is repeated', async () => {
    const { session, asked } = answering('short', 'short')
    await expect(session.promptNewSecret('New: ')).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('at least 12 are needed'),
    })
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('asks twice for a good one, and refuses two that differ', async () => {
    const good = 'seven quiet herons printing ferns'
    const { session, asked } = answering(good, good)
    expect((await session.promptNewSecret('New: ')).text()).toBe(good)
    expect(asked.mock.calls).toEqual([['New: '], ['Confirm passphrase: ']])
    const other = answering(good, 'seven quiet herons printing fern')
    await expect(other.session.promptNewSecret('New: ')).rejects.toMatchObject({ code: 'usage' })
  })
})
