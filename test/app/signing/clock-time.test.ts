import { expect } from 'vitest'
import { slotAt } from '#cardano/slots.ts'
import { clockTime } from '#app/signing/clock-time.ts'
import { homeTest as it } from '../../support/folder-test.ts'

it('a clock that may be right gives the slot of now, and none without a network', ({ home }) => {
  const now = new Date('2027-03-01T00:00:00Z')
  expect(clockTime('preprod', home, now)).toEqual({ nowSlot: slotAt('preprod', now) })
  expect(clockTime(null, home, now)).toEqual({})
})

it('a clock that is wrong gives no slot, although the network had started by then', ({ home }) => {
  const wrong = new Date('2026-01-15T00:00:00Z')
  expect(clockTime('preprod', home, wrong)).toEqual({ isClockWrong: true })
})
