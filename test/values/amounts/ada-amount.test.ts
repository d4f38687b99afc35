import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { adaField, maxLovelace, readAda } from '#values/amounts/ada-amount.ts'
import { adaText, setLocale } from '#values/text/format.ts'

const lovelaces = fc.oneof(
  fc.bigInt({ min: 1n, max: maxLovelace }),
  fc.bigInt({ min: 1n, max: 9_999_999n }),
  // Three decimals or fewer: the amounts that a reader could take for thousands.
  fc.bigInt({ min: 1n, max: 9_999_999n }).map((thousandths) => thousandths * 1000n),
)

describe('an amount in ADA', () => {
  test.each([
    ['25', 25_000_000n],
    [' 12.5 ', 12_500_000n],
    ['12,5', 12_500_000n],
    ['.000001', 1n],
    [',5', 500_000n],
    ['0.123', 123_000n],
    ['0,123', 123_000n],
    ['1234.567', 1_234_567_000n],
    ['1234,567', 1_234_567_000n],
    ['007.5', 7_500_000n],
    ['1 234', 1_234_000_000n],
    ['1\u00A0234,5', 1_234_500_000n],
    ["1'234.5", 1_234_500_000n],
    ['1 234,567', 1_234_567_000n],
    ['1,234.5', 1_234_500_000n],
    ['1.234,5', 1_234_500_000n],
    ['1,234,567', 1_234_567_000_000n],
    ['1,234,567.89', 1_234_567_890_000n],
    ['1.234.567,89', 1_234_567_890_000n],
    ['1.2340', 1_234_000n],
    ['1.0000000', 1_000_000n],
    ['45000000000', maxLovelace],
  ])('the amount %s in ADA has one meaning', (text, lovelace) => {
    expect(readAda(text)).toEqual({ lovelace })
  })

  test.each([
    ['1,234', '1,234 can mean 1234 or 1.234 ADA. Write 1234 or 1.2340.'],
    ['1.234', '1.234 can mean 1.234 or 1234 ADA. Write 1.2340 or 1234.'],
    ['25.000', '25.000 can mean 25 or 25000 ADA. Write 25 or 25000.'],
  ])('%s can be read as two amounts and is rejected with both', (text, error) => {
    expect(readAda(text)).toEqual({ error })
  })

  test.each([
    '',
    '-1',
    '+1',
    '1e3',
    'ten',
    '.',
    ',',
    '1.',
    '1.2.3',
    '1,23,456',
    '12 34',
    '1..5',
    '5 ₳',
    '0',
    '0.0',
    '0,000',
    '1.0000001',
    '45000000000.000001',
    '9'.repeat(60),
    '１２',
    '٣',
  ])('%j is rejected with a sentence', (text) => {
    expect(readAda(text)).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/u) })
  })

  test('comes back the same from the field that it is written into, with a point or a comma', () => {
    fc.assert(
      fc.property(lovelaces, (lovelace) => {
        const field = adaField(lovelace)
        expect(readAda(field)).toEqual({ lovelace })
        expect(readAda(field.replace('.', ','))).toEqual({ lovelace })
      }),
    )
  })

  test('is never read as another amount than the one it was written from, however it was grouped', () => {
    onTestFinished(() => setLocale('en-GB'))
    const grouped = fc.constantFrom('en-GB', 'de-DE', 'fr-FR', 'de-CH', 'en-ZA')
    fc.assert(
      fc.property(lovelaces, grouped, (lovelace, locale) => {
        setLocale(locale)
        const shown = adaText(lovelace, 'ADA').replace(/\sADA$/u, '')
        const { lovelace: read = lovelace, error = adaField(lovelace) } = readAda(shown)
        expect(read).toBe(lovelace)
        expect(error).toContain(adaField(lovelace))
      }),
    )
  })

  test('any other text gets a sentence and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { lovelace, error } = readAda(text)
        expect(lovelace === undefined).toBe(error !== undefined)
      }),
    )
  })
})
