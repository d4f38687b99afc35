import { expect, it } from 'vitest'
import { slotAt } from '#core/cardano/slots.ts'
import { clockTime } from '#core/signing/clock-time.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

const newHome = async (): Promise<string> => {
  const home = temporaryFolder()
  return home
}

it('a clock that may be right gives the slot of now, and none without a network', async () => {
  const home = await newHome()
  const now = new Date('2027-03-01T00:00:00Z')
  expect(clockTime('preprod', home, now)).toEqual({ nowSlot: slotAt('preprod', now) })
  expect(clockTime(null, home, now)).toEqual({})
})

it('a clock that is wrong gives no slot, although the network had started by then', async () => {
  const home = await newHome()
  const wrong = new Date('2026-01-15T00:00:00Z')
  expect(clockTime('preprod', home, wrong)).toEqual({ isClockWrong: true })
})
