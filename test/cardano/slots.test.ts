import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networks } from '#cardano/network.ts'
import { clockSlot, currentSlot, maxSlot, slotAt, timeOf } from '#cardano/slots.ts'

const at = (time: string) => new Date(time)

describe('slots', () => {
  it.each([
    // The first block of each era, and the first epoch boundary of mainnet's Shelley era.
    ['mainnet', 0n, '2017-09-23T21:44:51.000Z'],
    ['mainnet', 1n, '2017-09-23T21:45:11.000Z'],
    ['mainnet', 4_492_799n, '2020-07-29T21:44:31.000Z'],
    ['mainnet', 4_492_800n, '2020-07-29T21:44:51.000Z'],
    ['mainnet', 4_924_800n, '2020-08-03T21:44:51.000Z'],
    ['preprod', 0n, '2022-06-01T00:00:00.000Z'],
    ['preprod', 86_399n, '2022-06-20T23:59:40.000Z'],
    ['preprod', 86_400n, '2022-06-21T00:00:00.000Z'],
    ['preview', 0n, '2022-10-25T00:00:00.000Z'],
    ['devnet', 60n, '2025-01-01T00:01:00.000Z'],
  ] as const)('on %s slot %s is at %s', (network, slot, time) => {
    expect(timeOf(network, slot).toISOString()).toBe(time)
    expect(slotAt(network, at(time))).toBe(slot)
  })

  it('rounds down, so that a lock never falls after the time asked for', () => {
    expect(slotAt('preview', at('2022-10-25T00:00:01.999Z'))).toBe(1n)
    expect(slotAt('mainnet', at('2017-09-23T21:45:10.999Z'))).toBe(0n)
  })

  it.each(networks)('%s: every slot has a time that has this slot', (network) => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), (slot) => {
        expect(slotAt(network, timeOf(network, slot))).toBe(slot)
      }),
    )
  })

  it.each(networks)('%s: a later time is never in an earlier slot', (network) => {
    const start = timeOf(network, 0n).getTime()
    const times = fc.integer({ min: start, max: start + 10 ** 12 })
    fc.assert(
      fc.property(times, times, (a, b) => {
        const [first, second] = [a, b].sort((x, y) => x - y).map((time) => new Date(time))
        expect(slotAt(network, first ?? at(''))).toBeLessThanOrEqual(
          slotAt(network, second ?? at('')),
        )
      }),
    )
  })

  it('has no slot for a time before the network or for no time at all', () => {
    expect(() => slotAt('preview', at('2022-10-24T23:59:59Z'))).toThrow('before preview started')
    expect(() => slotAt('mainnet', at('no time'))).toThrow('not a valid time')
  })

  it('tells nothing of a clock that shows a time before the network started', () => {
    expect(clockSlot('devnet', at('1956-05-01T00:00:00Z'))).toBeUndefined()
    expect(currentSlot('devnet', at('2024-12-31T23:59:59Z'))).toBe(0n)
    expect(currentSlot('devnet', at('2025-01-01T00:01:00Z'))).toBe(60n)
  })

  it('has no time for slots that do not exist or that no date can hold', () => {
    expect(() => timeOf('mainnet', -1n)).toThrow('not between 0 and 18446744073709551615')
    expect(() => timeOf('mainnet', maxSlot + 1n)).toThrow('not between')
    expect(() => timeOf('mainnet', maxSlot)).toThrow('too far in the future')
  })
})
