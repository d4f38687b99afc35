import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, charsOf } from '#values/text/text.ts'

describe('lengths of text', () => {
  it('counts the bytes that an encoder would write', () => {
    assert(
      property(string({ unit: 'binary' }), string({ unit: 'grapheme' }), (a, b) => {
        // Halves of pairs too: what is cut in the middle is still counted as it would be written.
        for (const text of [a, b, a + b.slice(1), `\ud800${a}`, `${b}\udc00`, b.slice(0, -1)])
          expect(bytesOf(text)).toBe(new TextEncoder().encode(text).length)
      }),
    )
  })

  it('counts code points, not UTF-16 units', () => {
    expect(charsOf('a😀é')).toBe(3)
    expect(bytesOf('a😀é')).toBe(7)
  })
})
