import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonError } from '#values/text/json-error.ts'
import { parseJsonText } from '#values/text/read-json-text.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('where a text stops being JSON', () => {
  it.for([
    ['{\n "name": "a"\n "image": "1.png"\n}', 3, 2, 'a comma is missing before this'],
    ['{"a": 1,}', 1, 9, 'one too many'],
    ['[1, 2,\r\n]', 2, 1, 'one too many'],
    ['{"a" 1}', 1, 6, 'a colon is missing'],
    ["{'a': 1}", 1, 2, 'straight double one'],
    ['{“a”: 1}', 1, 2, 'straight double one'],
    ['{a: 1}', 1, 2, 'neither text in double quotes'],
    ['{"a": NaN}', 1, 7, 'neither text in double quotes'],
    ['{"a": 01}', 1, 7, 'not written as JSON'],
    ['{"a": "x\ny"}', 1, 7, 'line break'],
    ['{"a": "C:\\x"}', 1, 10, 'write two of them'],
    ['{"a": [1, 2}', 1, 12, 'closes none of its kind'],
    ['{"a": }', 1, 7, 'a value is missing'],
    ['{"a": 1', 1, 8, 'before the last bracket is closed'],
    ['{"a": "1', 1, 7, 'never closed'],
    ['{}{}', 1, 3, 'the JSON ends before this'],
    ['// beans\n{}', 1, 1, 'no comments'],
    ['  \n', 1, 1, 'the file is empty'],
    ['{"🌱": "🌱" x}', 1, 11, 'neither text in double quotes'],
  ] as const)('%j is wrong on line %i, column %i', ([text, line, column, what]) => {
    expect(isJson(text)).toBe(false)
    expect(findJsonError(text)).toMatchObject({ line, column })
    expect(findJsonError(text)?.what).toContain(what)
  })

  it('agrees with JSON.parse about any text that is made of what JSON has', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '.5',
      'true',
      ' ',
      '\n',
      '\\',
      'e3',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        expect(findJsonError(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 3_000 },
    )
  })

  it('agrees with JSON.parse about any value, also with one character less', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, place) => {
        const text = JSON.stringify(value, null, 1)
        expect(findJsonError(text)).toBeUndefined()
        const at = place % text.length
        const cut = text.slice(0, at) + text.slice(at + 1)
        expect(findJsonError(cut) === undefined).toBe(isJson(cut))
      }),
    )
  })

  it('a text of a hundred thousand brackets is read without recursion', () => {
    expect(findJsonError('['.repeat(100_000))).toMatchObject({ column: 100_001 })
  })

  it('no error quotes the text, and a long number keeps its digits', () => {
    expect(JSON.stringify(parseJsonText('{"key": secret}'))).not.toContain('secret')
    expect(parseJsonText('{"a": 123456789012345678901234, "b": 0.12345}')).toEqual({
      value: { a: '123456789012345678901234', b: 0.12345 },
    })
  })
})
