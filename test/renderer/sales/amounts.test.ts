import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adaField, lovelaceOf } from '#renderer/views/sales/ada-amount.ts'
import { countdownText } from '#renderer/views/sales/time-left.tsx'

describe('an amount in ADA', () => {
  test('is read as people write it', () => {
    expect(lovelaceOf('25')).toBe('25000000')
    expect(lovelaceOf(' 12.5 ')).toBe('12500000')
    expect(lovelaceOf('.000001')).toBe('1')
    expect(lovelaceOf('1,234,567.89')).toBe('1234567890000')
    expect(lovelaceOf('1 234')).toBe('1234000000')
  })

  test('is none where it could be misread, or is nothing', () => {
    for (const text of ['', '0', '0.0', '-1', '1e3', '1.0000001', '12,5', 'ten', '.', '1.2.3'])
      expect(lovelaceOf(text), text).toBeUndefined()
  })

  test('comes back the same from the field that it is written into', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 45_000_000_000_000_000n }), (lovelace) => {
        expect(lovelaceOf(adaField(String(lovelace)))).toBe(String(lovelace))
      }),
    )
  })
})

describe('a countdown', () => {
  const now = Date.parse('2026-11-22T04:00:00Z')
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()

  test('has the same width within an hour, and says hours beyond it', () => {
    expect(countdownText(at(249), now)).toBe('4:09')
    expect(countdownText(at(59), now)).toBe('0:59')
    expect(countdownText(at(3849), now)).toBe('1:04:09')
    expect(countdownText(at(86_400), now)).toBe('24:00:00')
  })

  test('says the last second until it is over, and never less than none', () => {
    expect(countdownText(at(0.2), now)).toBe('0:01')
    expect(countdownText(at(0), now)).toBe('0:00')
    expect(countdownText(at(-5), now)).toBe('0:00')
  })
})
