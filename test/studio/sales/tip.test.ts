import { describe, expect, it } from 'vitest'
import { slotAt, timeOf } from '#cardano/slots.ts'
import { slotNow } from '#studio/sales/tip.ts'

describe('The slot of now', () => {
  const tip = { slot: slotAt('preprod', new Date('2026-03-01T12:00:00Z')) }
  const at = (secondsAfter: bigint) =>
    slotNow({ network: 'preprod', now: () => timeOf('preprod', tip.slot + secondsAfter) }, tip)

  it('goes on by the clock between two blocks', () => {
    expect(at(0n)).toBe(tip.slot)
    expect(at(40n)).toBe(tip.slot + 40n)
    expect(at(300n)).toBe(tip.slot + 300n)
  })

  it('is that of the newest block where the clock is plainly wrong', () => {
    expect(at(-3600n)).toBe(tip.slot)
    expect(at(301n)).toBe(tip.slot)
  })
})
