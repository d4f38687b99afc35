import { adaField } from '#values/amounts/ada-amount.ts'
import { InvalidArgumentError } from 'commander'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adaAmount, amount, seconds, wholeNumber, lockTime } from '#cli/options/option-values.ts'

describe('an amount on the command line', () => {
  it.each([
    ['25', 25_000_000n],
    ['2.5', 2_500_000n],
    ['25ada', 25_000_000n],
    ['2,5', 2_500_000n],
    ['0.000001 ADA', 1n],
    ['25000000lovelace', 25_000_000n],
  ])('an amount on the command line may be %s', (text, lovelace) =>
    expect(amount(text)).toBe(lovelace),
  )

  it.each([
    '',
    '0',
    '-1',
    '1,500',
    '1.0000001',
    '1.5lovelace',
    'lovelace',
    '5 doge',
    '1.',
    'ADA',
    '1e6',
  ])('an amount on the command line may not be %j', (text) =>
    expect(() => amount(text)).toThrow(InvalidArgumentError),
  )

  it('is read back as a field shows it', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 999_999_999_999_999n), (lovelace) => {
        const shown = adaField(lovelace)
        expect(amount(`${shown} ADA`)).toBe(lovelace)
        expect(adaAmount(shown)).toBe(lovelace)
        expect(amount(`${lovelace}lovelace`)).toBe(lovelace)
      }),
    )
  })
})

describe('a length of time and a count', () => {
  it('have a unit, and none', () => {
    expect(['45s', '30m', '2h', '3d'].map(seconds)).toEqual([45, 1800, 7200, 259_200])
    expect(wholeNumber('12')).toBe(12)
    for (const text of ['30', '', 'm', '1.5h', '2w'])
      expect(() => seconds(text)).toThrow(/such as/u)
    for (const text of ['', '-1', '1.5', '1e3', '9999999999'])
      expect(() => wholeNumber(text)).toThrow(/whole number/u)
  })
})

it.each(['15', 'soon', '0s', '30d'])(
  'a lock time of %s is refused with "never" as a choice',
  (text) => {
    expect(() => lockTime(text)).toThrow('Give "never", or a length of time')
  },
)
