import { describe, expect, it } from 'vitest'
import { createSenderLimit } from '#platform/http/sender-limit.ts'

describe('The rate limit of an address', () => {
  it('is its own, and fills again with time', () => {
    let seconds = 0
    const limit = createSenderLimit({ burst: 2, perSecond: 1, now: () => seconds * 1000 })
    const [one, other] = ['203.0.113.1', '203.0.113.2']
    expect([limit.receive(one), limit.receive(one), limit.receive(one)]).toEqual([
      true,
      true,
      false,
    ])
    expect(limit.receive(other)).toBe(true)
    seconds = 1
    expect([limit.receive(one), limit.receive(one)]).toEqual([true, false])
  })

  it('forgets the address that was quiet for the longest when there are too many', () => {
    const limit = createSenderLimit({ burst: 1, perSecond: 0 })
    expect(limit.receive('busy')).toBe(true)
    expect(limit.receive('quiet')).toBe(true)
    for (let visitor = 0; visitor < 19_999; visitor += 1) {
      limit.receive(`visitor ${visitor}`)
      limit.receive('busy')
    }
    expect(limit.receive('busy')).toBe(false)
    expect(limit.receive('quiet')).toBe(true)
  })
})
