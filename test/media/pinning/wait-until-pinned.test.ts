import { expect, it } from 'vitest'
import { finalFor } from '#media/pinning/final-error.ts'
import { waitUntilPinned } from '#media/pinning/wait-until-pinned.ts'
import { hello, signal } from './service-test.ts'

// Fault 10 of docs/faults.md.
it('a pin that never leaves its queue is given up for later, and is no failed image', async () => {
  let asked = 0
  const ask = async () => {
    asked += 1
    return 'queued'
  }
  const options = { service: 'blockfrost', cid: hello, pollMs: 1, longestMs: 5, signal }
  const error: unknown = await waitUntilPinned(ask, options).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'rate_limited', details: { rule: 'pin_queued' } })
  expect(finalFor(error)).toBeUndefined()
  expect(asked).toBe(6)
})
