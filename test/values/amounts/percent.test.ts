import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOfRate, rateOfPercent } from '#values/amounts/percent.ts'

describe('rateOfPercent', () => {
  test.each([
    ['0', '0'],
    ['5', '0.05'],
    ['7.3', '0.073'],
    ['7,5', '0.075'],
    ['12,345', '0.12345'],
    ['1.234', '0.01234'],
    ['12.5', '0.125'],
    ['.5', '0.005'],
    ['100', '1'],
    ['100.0', '1'],
    [' 28.57 ', '0.2857'],
    ['0.07', '0.0007'],
    ['05', '0.05'],
  ])('%s percent are the rate %s', (percent, rate) => {
    expect(rateOfPercent(percent)).toBe(rate)
  })

  test.each(['', '.', '-1', '100.01', '101', 'five', '1e2', '5 %', '1.2.3'])(
    'rateOfPercent refuses %j',
    (text) => {
      expect(rateOfPercent(text)).toBeUndefined()
    },
  )

  test('becomes a number that is written as it was typed, without float noise', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
        const percent = (hundredths / 100).toFixed(2)
        const rate = Number(rateOfPercent(percent))
        expect(String(rate).length).toBeLessThanOrEqual('0.1234'.length)
        expect(Math.round(rate * 10_000)).toBe(hundredths)
      }),
    )
  })
})

describe('percentOfRate', () => {
  test.each([
    ['0', '0'],
    ['0.05', '5'],
    ['0.073', '7.3'],
    ['1', '100'],
    ['1.0', '100'],
    ['0.0001', '0.01'],
    ['unknown', 'unknown'],
  ])('the rate %s is %s percent', (rate, percent) => {
    expect(percentOfRate(rate)).toBe(percent)
  })

  test('percentOfRate is the inverse of rateOfPercent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (thousandths) => {
        const percent = String(thousandths / 1000)
        expect(percentOfRate(rateOfPercent(percent) ?? '')).toBe(percent)
      }),
    )
  })
})
