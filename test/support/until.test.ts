import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { until } from './until.ts'

describe('What is waited for in vain', () => {
  const errors: unknown[] = []
  afterEach(({ task: { result } }) => {
    errors.push(...(result?.errors ?? []))
  })
  let asked = 0

  it.fails('ends with the time limit of its test', { timeout: 50 }, () =>
    until(() => {
      asked += 1
      return false
    }),
  )

  it('is named with its place by the error of that test, and asked for no more', async () => {
    const before = asked
    expect(errors).toMatchObject([
      { cause: { stack: expect.stringContaining('until.test.ts:13') } },
    ])
    // That nobody asks can only be given time.
    await sleep(30)
    expect(asked).toBe(before)
  })
})
