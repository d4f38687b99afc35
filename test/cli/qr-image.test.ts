import { stripVTControlCharacters } from 'node:util'
import { decodeQR } from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { qrSizeOf, drawQr } from '#cli/terminal/qr-image.ts'

const text = 'UR:BYTES/7-9/LPATAHCSIYCYBNFPZEGAHDDRTAADPKGAADCSFXCAFDDA'

/** The pixels that a terminal shows for half blocks: eight wide, two times eight high. */
const onScreen = (lines: readonly string[]) => {
  const plain = lines.map(stripVTControlCharacters)
  const width = (plain[0]?.length ?? 0) * 8
  const height = plain.length * 16
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const block = plain[Math.floor(y / 16)]?.[Math.floor(x / 8)] ?? ' '
      const isUpper = y % 16 < 8
      if (block === '█' || block === (isUpper ? '▀' : '▄'))
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  return { width, height, data }
}

describe('a code on a terminal', () => {
  it('is read as what was drawn', () => {
    expect(decodeQR(onScreen(drawQr(text, qrSizeOf(text))))).toBe(text)
  })

  it('is dark on white whatever colours the terminal has, with a margin', () => {
    const lines = drawQr(text, qrSizeOf(text))
    for (const line of lines)
      expect([line.slice(1, 21), line.slice(-6)]).toEqual(['[38;5;16;48;5;231m  ', '  \u{1b}[0m'])
    expect(stripVTControlCharacters(lines[0] ?? 'none').trim()).toBe('')
  })

  it('stays as large when the number of its part grows', () => {
    const size = qrSizeOf(text)
    const later = drawQr(text.replace('7-9', '100000-9'), size)
    expect(later).toHaveLength(drawQr(text, size).length)
    expect(later[0]).toHaveLength(drawQr(text, size)[0]?.length ?? 0)
  })
})
