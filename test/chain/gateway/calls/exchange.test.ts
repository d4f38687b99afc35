import { describe, expect, it } from 'vitest'
import { parseExactJson } from '#chain/gateway/calls/exchange.ts'

describe('JSON with numbers of any size', () => {
  it.each([
    ['{"a":9223372036854775807}', { a: '9223372036854775807' }],
    ['{"a":-12345678901234567}', { a: '-12345678901234567' }],
    ['[1,2.5,1e3,12345678901234]', [1, 2.5, 1000, 12_345_678_901_234]],
    [
      '{"12345678901234567890":"1234567890123456789"}',
      { '12345678901234567890': '1234567890123456789' },
    ],
    ['"a \\" 12345678901234567890 \\\\"', 'a " 12345678901234567890 \\'],
    ['1.2345678901234567890', 1.234_567_890_123_456_7],
  ])('a whole number that is too large becomes text: %s', (text, value) => {
    expect(parseExactJson(text)).toEqual(value)
  })

  it.each(['', '{', '"open', '<html>'])('what is not JSON is nothing: %s', (text) => {
    expect(parseExactJson(text)).toBeUndefined()
  })

  it('a text of many megabytes is read', () => {
    const long = 'x'.repeat(8_000_000)
    expect(parseExactJson(JSON.stringify([long]))).toEqual([long])
  })
})
