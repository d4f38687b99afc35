import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { slotAt } from '#core/cardano/slots.ts'
import { clockTime } from '#core/signing/clock-time.ts'

const newHome = async (): Promise<string> => {
  const home = await mkdtemp(join(tmpdir(), 'coldpress-clock-'))
  onTestFinished(() => rm(home, { recursive: true }))
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
