import { describe, expect, test } from 'vitest'
import { countTraits, shareText } from '#values/rarity/rarity.ts'

describe('the traits of a collection', () => {
  test('are counted by name and value', () => {
    const counts = countTraits([
      [
        { name: 'paper', value: 'Cotton' },
        { name: 'ink', value: 'Blue' },
      ],
      [{ name: 'paper', value: 'Cotton' }],
      [{ name: 'paper', value: 'Rice' }],
      [],
    ])
    expect(counts.get('paper')).toEqual(
      new Map([
        ['Cotton', 2],
        ['Rice', 1],
      ]),
    )
    expect(counts.get('ink')?.get('Blue')).toBe(1)
  })

  test('that a token lists twice count once', () => {
    const twice = { name: 'ink', value: 'Blue' }
    expect(
      countTraits([[twice, twice]])
        .get('ink')
        ?.get('Blue'),
    ).toBe(1)
  })

  test('named like a property of every object are counted too', () => {
    const counts = countTraits([[{ name: '__proto__', value: 'constructor' }]])
    expect(counts.get('__proto__')?.get('constructor')).toBe(1)
  })
})

test.each([
  [1, 24, '4.2%'],
  [12, 24, '50%'],
  [24, 24, '100%'],
  [9999, 10_000, '99.9%'],
  [1, 10_000, '<0.1%'],
  [0, 24, '0%'],
  [0, 0, '0%'],
])('the share of %i in %i tokens is written %s', (count, all, expected) => {
  expect(shareText(count, all)).toBe(expected)
})
