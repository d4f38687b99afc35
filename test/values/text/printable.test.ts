import { describe, expect, it } from 'vitest'
import { printable, printableJson, printableLines } from '#values/text/printable.ts'

describe('printable text', () => {
  it('shows every control character as an escape', () => {
    expect(printable('Fern\u{1b}[2J\u{7}\u{9b}1m\r\n\t\0')).toBe(
      String.raw`Fern\u{1b}[2J\u{7}\u{9b}1m\r\n\t\u{0}`,
    )
  })

  it.each(
    (
      '202a 202b 202c 202d 202e 2066 2067 2068 2069 200e 200f 61c ' +
      '200b 200c 200d 2060 feff ad 3164 2028 2029 e0041 d800 fe0f'
    ).split(' '),
  )('shows the invisible character U+%s as an escape', (code) => {
    const character = String.fromCodePoint(Number.parseInt(code, 16))
    expect(printable(`a${character}b`)).toBe(`a\\u{${code}}b`)
  })

  it('leaves letters, spaces and whole emoji as they are', () => {
    const text = 'é 日本 שלום 🌿 👩‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ☺️ C:\\new\\prints'
    expect(printable(text)).toBe(text)
  })

  it('keeps the line breaks that Coldpress wrote itself', () => {
    expect(printableLines('one\ntwo\u{2028}')).toBe('one\ntwo\\u{2028}')
  })

  it('writes JSON with the same value and nothing invisible', () => {
    const value = { name: 'Fern\u{202e}\u{9b}\u{e0041} 👩‍🚀', list: ['"\\\n'] }
    const json = printableJson(value)
    expect(json).not.toMatch(/[\u{202e}\u{e0041}]/u)
    expect(json).toContain('👩‍🚀')
    expect(JSON.parse(json)).toEqual(value)
  })
})
