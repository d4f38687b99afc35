import { describe, expect, test } from 'vitest'
import { countdownText } from '#renderer/views/sales/time-left.tsx'

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
