import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lockCalendar, type LockToRemember } from '#app/policies/calendar.ts'

const now = new Date('2026-01-01T12:30:45.678Z')
const policy: LockToRemember = {
  policyId: '7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373',
  name: 'Herbarium',
  network: 'preprod',
  lock: { slot: 147_744_000, time: '2027-02-24T00:00:00.000Z' },
}

/** As a calendar reads it: lines put together again. */
const read = (text: string): readonly string[] => text.replaceAll('\r\n ', '').split('\r\n')

describe('the calendar of locks', () => {
  it('has an event at the lock, with reminders a week and a day ahead', () => {
    expect(read(lockCalendar([policy], now))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Coldpress//Policy locks//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      `UID:${policy.policyId}-preprod@coldpress`,
      'DTSTAMP:20260101T123045Z',
      'DTSTART:20270224T000000Z',
      'SUMMARY:Policy Herbarium locks',
      expect.stringMatching(/^DESCRIPTION:.*7eae28af.*\\, slot 147744000/u),
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-P7D',
      'DESCRIPTION:Policy Herbarium locks in a week',
      'END:VALARM',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-P1D',
      'DESCRIPTION:Policy Herbarium locks in a day',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it.each([
    ['never locks', null],
    ['has locked', { slot: 1, time: '2026-01-01T12:30:45.000Z' }],
    ['locks later than any date', { slot: '18446744073709551615', time: null }],
    ['locks after the year 9999', { slot: 1, time: '+010000-01-01T00:00:00.000Z' }],
  ])('leaves out a policy that %s', (_, lock) => {
    expect(lockCalendar([{ ...policy, lock }], now)).not.toContain('VEVENT')
  })

  it('folds every line at 75 octets without tearing a character, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
        const text = lockCalendar([{ ...policy, name }], now)
        expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
        for (const line of text.split('\r\n'))
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        const escaped = name
          .replaceAll(/[\\;,]/gu, (found) => `\\${found}`)
          .replaceAll(/\r?\n/gu, String.raw`\n`)
          .replaceAll(/\p{Cc}/gu, '')
        expect(read(text)).toContain(`SUMMARY:Policy ${escaped} locks`)
      }),
    )
  })
})
