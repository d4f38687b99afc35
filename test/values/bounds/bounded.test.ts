import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  anyRecord,
  jsonValue,
  listOf,
  longText,
  recordOf,
  shortText,
} from '#values/bounds/bounded.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { limits } from '#values/bounds/limits.ts'

const errorsOf = (schema: z.ZodType, value: unknown): string => {
  const { error } = schema.safeParse(value)
  return error === undefined ? 'none' : describeIssues(error)
}

describe('bounded types', () => {
  test('text at its limit passes, and text above it is refused with both numbers', () => {
    expect(errorsOf(shortText, 'x'.repeat(limits.shortTextChars))).toBe('none')
    expect(errorsOf(longText, 'x'.repeat(limits.shortTextChars + 1))).toBe('none')
    expect(errorsOf(shortText, 'x'.repeat(limits.shortTextChars + 1))).toContain(
      `${limits.shortTextChars + 1} characters, at most ${limits.shortTextChars} allowed`,
    )
  })

  test('text that is too long reaches no check that follows', () => {
    let read = 0
    const decoded = shortText.refine(() => {
      read += 1
      return true
    })
    expect(decoded.safeParse('x'.repeat(limits.shortTextChars + 1)).success).toBe(false)
    expect(read).toBe(0)
  })

  test('a list above its limit is refused with its length, and a narrower limit holds', () => {
    const list = listOf(z.int())
    expect(
      errorsOf(
        list,
        Array.from({ length: limits.listItems }, () => 1),
      ),
    ).toBe('none')
    expect(
      errorsOf(
        list,
        Array.from({ length: limits.listItems + 1 }, () => 1),
      ),
    ).toContain(`${limits.listItems + 1} items, at most ${limits.listItems} allowed`)
    expect(list.max(2).safeParse([1, 2, 3]).success).toBe(false)
  })

  test('a record counts its names', () => {
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${index}`, 'x']))
    expect(errorsOf(recordOf(longText), named(limits.recordNames))).toBe('none')
    expect(errorsOf(recordOf(longText), named(limits.recordNames + 1))).toContain(
      `${limits.recordNames + 1} names, at most ${limits.recordNames} allowed`,
    )
  })

  test('a record of anything is passed on as it came, within the same limits', () => {
    const given = { '721': { policy: { Frog: { name: 'Frog' } } } }
    expect(anyRecord.parse(given)).toBe(given)
    const many = Array.from({ length: limits.recordNames + 1 }, (_, at) => [`name ${at}`, 1])
    expect(errorsOf(anyRecord, Object.fromEntries(many))).toContain(
      `${limits.recordNames + 1} names, at most ${limits.recordNames} allowed`,
    )
    expect(errorsOf(anyRecord, JSON.parse('{"__proto__": 1}'))).toContain('__proto__')
    for (const other of [null, undefined, 'text', 7, [given]])
      expect(errorsOf(anyRecord, other)).toContain('must be an object')
  })

  test('a record refuses the name __proto__ and keeps constructor and prototype', () => {
    const given: unknown = JSON.parse('{"__proto__": "red", "color": "blue"}')
    expect(errorsOf(recordOf(longText), given)).toContain('__proto__')
    const others = { constructor: 'a', prototype: 'b', toString: 'c' }
    expect(recordOf(longText).parse(others)).toEqual(others)
  })

  test('a JSON value keeps a key that is called __proto__', () => {
    const given: unknown = JSON.parse('{"a": {"__proto__": "red"}}')
    expect(JSON.stringify(jsonValue.parse(given))).toBe('{"a":{"__proto__":"red"}}')
  })
})
