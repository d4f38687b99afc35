import { afterEach, describe, expect, it } from 'vitest'
import {
  adaText,
  bytesText,
  countText,
  cutMiddle,
  dateText,
  durationText,
  durationWords,
  plainAda,
  setLocale,
  utcText,
} from '#values/text/format.ts'

it.each([
  [0n, '0.00\u00A0₳'],
  [1n, '0.000001\u00A0₳'],
  [2_500_000n, '2.50\u00A0₳'],
  [100_000n, '0.10\u00A0₳'],
  [10_000_000n, '10.00\u00A0₳'],
  [-1_234_000_000n, '−1,234.00\u00A0₳'],
  [45_000_000_000_000_001n, '45,000,000,000.000001\u00A0₳'],
])('%d lovelace are %s, exactly', (lovelace, text) => {
  expect(adaText(lovelace)).toBe(text)
  expect(adaText(String(lovelace))).toBe(text)
})

it.each([
  [2_811_001n, '2.81\u00A0₳', '2.82\u00A0₳'],
  [2_810_000n, '2.81\u00A0₳', '2.81\u00A0₳'],
  [999_995_001n, '1,000.00\u00A0₳', '1,000.00\u00A0₳'],
  [9_999n, '0.009999\u00A0₳', '0.009999\u00A0₳'],
  [10_001n, '0.01\u00A0₳', '0.02\u00A0₳'],
])('%d lovelace are %s for the eye, and %s where they must be paid', (lovelace, nearest, up) => {
  expect(adaText(lovelace, '₳', { rounding: 'nearest' })).toBe(nearest)
  expect(adaText(lovelace, '₳', { rounding: 'up' })).toBe(up)
})

it('amounts are written with the word, or plain for programs and fields', () => {
  expect(adaText(-2_080_000n, 'ADA')).toBe('-2.08 ADA')
  expect(plainAda(1_234_500_000n)).toBe('1234.5')
  expect(plainAda(-1n)).toBe('-0.000001')
  expect(plainAda(70_000_000n)).toBe('70')
})

describe('in the locale of the system', () => {
  afterEach(() => setLocale('en-GB'))
  // of the machine's own zone, whichever it is
  const at = new Date(2026, 10, 22, 14, 5, 9)
  /** Versions of ICU differ in the blank before AM and PM. */
  const plainSpaces = (text: string): string => text.replaceAll(/\s/gu, ' ')
  const written = (locale: string): readonly string[] => {
    setLocale(locale)
    return [
      adaText(1_234_500_000n),
      countText(12_345, 'token'),
      plainSpaces(dateText(at)),
      bytesText(1500),
    ]
  }

  it.each([
    ['en-GB', '1,234.50\u00A0₳', '12,345 tokens', '22 Nov 2026, 14:05', '1.5 kB'],
    ['en-US', '1,234.50\u00A0₳', '12,345 tokens', 'Nov 22, 2026, 2:05 PM', '1.5 kB'],
    ['de_DE@calendar=japanese', '1.234,50\u00A0₳', '12.345 tokens', '22 Nov 2026, 14:05', '1,5 kB'],
    // its English is unknown to the runtime, which would write that of the United States
    ['pt-BR', '1.234,50\u00A0₳', '12.345 tokens', '22 Nov 2026, 14:05', '1,5 kB'],
    // French counts 0 as one
    ['fr-FR', '1\u202F234,50\u00A0₳', '12\u202F345 tokens', '22 Nov 2026, 14:05', '1,5 kB'],
    // neither its calendar nor its digits, which the fields of the window lack
    ['fa-IR', '1,234.50\u00A0₳', '12,345 tokens', '22 Nov 2026, 14:05', '1.5 kB'],
  ])('%s writes %s, %s, %s and %s', (locale, ...texts) => {
    expect(written(locale)).toEqual(texts)
    expect(countText(0, 'token')).toBe('0 tokens')
  })

  it('what is no locale changes nothing', () => {
    setLocale('de-DE')
    expect(written('C')).toEqual(written('de-DE'))
  })

  it('what goes to a reader elsewhere is the same in every locale', () => {
    setLocale('de-DE')
    expect(adaText(1_234_500_000n, 'ADA', { isNeutral: true })).toBe('1,234.5 ADA')
    expect(utcText(new Date('2026-11-22T23:30:09Z'))).toBe('2026-11-22 23:30 UTC')
    expect(utcText(new Date('2026-11-22T23:30:09Z'), 'second')).toBe('2026-11-22 23:30:09 UTC')
  })
})

it('one is singular, any other count is plural', () => {
  expect([0, 1, 2, 1200].map((count) => countText(count, 'token'))).toEqual([
    '0 tokens',
    '1 token',
    '2 tokens',
    '1,200 tokens',
  ])
  expect(countText(1n, 'policy', 'policies')).toBe('1 policy')
  expect(countText(2n, 'policy', 'policies')).toBe('2 policies')
})

it('lengths of time have their two largest units', () => {
  expect([8, 60, 200, 7500, 7200, 172_800].map((seconds) => durationText(seconds))).toEqual([
    '8 s',
    '1 min',
    '3 min 20 s',
    '2 h 5 min',
    '2 h',
    '2 days',
  ])
  expect([0n, 1n, 7500n, 90_000n].map((seconds) => durationWords(seconds))).toEqual([
    '0 seconds',
    '1 second',
    '2 hours 5 minutes',
    '1 day 1 hour',
  ])
})

it('a length of time is rounded to whole days, and from two years on to whole years', () => {
  const day = 86_400
  expect(durationText(365 * day - 1)).toBe('365 days')
  expect(durationText(355_054 * day)).toBe('972 years')
  expect(durationText(2 * day - 1)).toBe('47 h 59 min')
})

it('dates are in the style that is asked for; what is no date stays as it is', () => {
  const at = '2026-11-22T23:30:00Z'
  expect(dateText(at, 'utcDay')).toBe('22 Nov')
  expect(dateText(new Date(at), 'utcDate')).toBe('22 Nov 2026')
  expect(dateText('soon')).toBe('soon')
})

it('an ID, a hash and an address have one short form, with ten characters of their own', () => {
  const bech32 = 'vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'
  expect(
    ['7eae28af41'.repeat(6), `addr_test1${bech32}`, `addr1${bech32}`, 'sale-7', ''].map(cutMiddle),
  ).toEqual([
    '7eae28af41…28af41',
    'addr_test1vz2fxv2umy…pjrlsz',
    'addr1vz2fxv2umy…pjrlsz',
    'sale-7',
    '',
  ])
})

it('sizes are in decimal units', () => {
  expect([0, 999, 12_400_000, 1500].map(bytesText)).toEqual(['0 B', '999 B', '12 MB', '1.5 kB'])
})
