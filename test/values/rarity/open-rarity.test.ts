import { describe, expect, test, onTestFinished } from 'vitest'
import { rarityOf } from '#values/rarity/open-rarity.ts'
import type { Trait } from '#values/rarity/rarity.ts'

const traitsOf = (traits: Readonly<Record<string, string>>): readonly Trait[] =>
  Object.entries(traits).map(([name, value]) => ({ name, value }))

const ranksOf = (tokens: readonly Readonly<Record<string, string>>[]) =>
  rarityOf(tokens.map(traitsOf))

/** Collections and results of OpenRarity's own tests (tests/test_rarity_ranker.py at f2bc4d8). */
describe('the published vectors', () => {
  test('same scores', () => {
    const ranked = ranksOf([
      { trait1: 'value1', trait2: 'value1', trait3: 'value1' },
      { trait1: 'value1', trait2: 'value1', trait3: 'value1' },
      { trait1: 'value2', trait2: 'value1', trait3: 'value3' },
      { trait1: 'value2', trait2: 'value2', trait3: 'value3' },
      { trait1: 'value3', trait2: 'value3', trait3: 'value3' },
    ])
    expect(ranked.map(({ rank }) => rank)).toEqual([3, 3, 5, 2, 1])
    expect(ranked.map(({ unique }) => unique)).toEqual([0, 0, 0, 1, 2])
    const scores = [
      0.8749925360622679, 0.8749925360622679, 0.7235980365241422, 1.1338031424711967,
      1.3926137488801251,
    ]
    for (const [index, score] of scores.entries())
      expect(ranked[index]?.score).toBeCloseTo(score, 12)
  })

  test('equal score and unique traits: the number of traits is a trait too', () => {
    const ranked = ranksOf([
      { trait1: 'value1', trait2: 'value1', trait3: 'value2' },
      { trait1: 'value1', trait2: 'value2', trait3: 'value2' },
      { trait1: 'value1', trait2: 'value2', trait3: 'value3' },
      { trait1: 'value1', trait2: 'value2', trait3: 'value2', trait4: 'value1' },
    ])
    expect(ranked.map(({ rank, unique }) => [rank, unique])).toEqual([
      [2, 1],
      [4, 0],
      [2, 1],
      [1, 2],
    ])
  })

  test('unique scores', () => {
    const ranked = ranksOf([
      { trait1: 'value1', trait2: 'value1', trait3: 'value2' },
      { trait1: 'value1', trait2: 'value2', trait3: 'value2' },
      { trait1: 'value1', trait2: 'value2', trait3: 'value3' },
      { trait1: 'value1', trait2: 'value4', trait3: 'value2', trait4: 'value1' },
    ])
    expect(ranked.map(({ rank, unique }) => [rank, unique])).toEqual([
      [3, 1],
      [4, 0],
      [2, 1],
      [1, 3],
    ])
  })

  test('one token is no surprise; no token has no rank', () => {
    expect(ranksOf([{ trait1: 'value1' }])).toEqual([{ rank: 1, score: 0, unique: 2 }])
    expect(ranksOf([])).toEqual([])
  })

  test('tokens that are spread evenly all score 1', () => {
    const ranked = ranksOf(
      Array.from({ length: 100 }, (_, at) => ({ a: `${at % 10}`, b: `${at % 10}` })),
    )
    for (const { rank, score } of ranked) {
      expect(rank).toBe(1)
      expect(score).toBeCloseTo(1, 12)
    }
  })

  test.each(['none', 'None ', 'null', '', ' '])(
    'the value %j is as if it were not there',
    (value) => {
      const tokens = (special: Readonly<Record<string, string>>) => [
        { bottom: '1', hat: '1', special: 'true' },
        { bottom: '1', hat: '1', ...special },
        { bottom: '2', hat: '2', ...special },
        { bottom: '2', hat: '2', ...special },
        { bottom: '3', hat: '2', ...special },
      ]
      expect(ranksOf(tokens({ special: value }))).toEqual(ranksOf(tokens({})))
    },
  )
})

describe('computed by hand', () => {
  test('two of four tokens have one trait of two values', () => {
    // Ink: red 1/4, blue 1/4, absent 1/2: entropy 1.5. Number of traits: 1/2 and 1/2: entropy 1.
    const [red, blue, plain] = ranksOf([{ Ink: 'Red' }, { Ink: 'Blue' }, {}, {}])
    expect(red).toEqual({ rank: 1, score: (2 + 1) / 2.5, unique: 1 })
    expect(blue).toEqual(red)
    expect(plain).toEqual({ rank: 3, score: (1 + 1) / 2.5, unique: 0 })
  })

  test('case and outer white space make no other value', () => {
    const [first, second] = ranksOf([{ Ink: 'Blue' }, { ink: ' BLUE ' }, { Ink: 'Red' }])
    expect(first).toEqual(second)
  })
})

test('ten times as many tokens take ten times as many steps', () => {
  const tokens = Array.from({ length: 10_000 }, (_, at) =>
    Array.from({ length: 10 }, (_trait, name) => ({
      name: `trait ${name}`,
      value: `value ${(at * (name + 7)) % (name * 13 + 5)}`,
    })),
  )
  // oxlint-disable-next-line typescript/unbound-method -- called with its map below
  const { get } = Map.prototype
  onTestFinished(() => void Object.assign(Map.prototype, { get }))
  let looks = 0
  Object.assign(Map.prototype, {
    get(this: Map<unknown, unknown>, key: unknown) {
      looks += 1
      return get.call(this, key)
    },
  })
  const looksFor = (count: number): number => {
    looks = 0
    expect(Math.min(...rarityOf(tokens.slice(0, count)).map(({ rank }) => rank))).toBe(1)
    return looks
  }
  const some = looksFor(1_000)
  expect(some).toBeGreaterThan(10_000)
  expect(looksFor(10_000)).toBeLessThan(11 * some)
})
