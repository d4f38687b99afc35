import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indentJson } from '#renderer/views/events/received/raw-event.tsx'

describe('JSON set out over lines', () => {
  it('is what JSON.stringify would write', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, wide) => {
        const written = JSON.stringify(value, null, wide ? '\t' : undefined)
        expect(indentJson(written)).toBe(JSON.stringify(JSON.parse(written), null, 2))
      }),
    )
  })

  it('keeps numbers, escapes and fields that are there twice as they were written', () => {
    expect(indentJson('{"a":1.50,"a":12345678901234567890,"b":"\\u00e9\\"{,"}')).toBe(
      '{\n  "a": 1.50,\n  "a": 12345678901234567890,\n  "b": "\\u00e9\\"{,"\n}',
    )
  })

  it('loses no character of what is no JSON', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const marks = (some: string) => some.replaceAll(/\s/gu, '')
        expect(marks(indentJson(text))).toBe(marks(text))
      }),
    )
  })
})
