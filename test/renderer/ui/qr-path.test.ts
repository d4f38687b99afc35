import { decodeQR } from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { type QrDrawing, qrDrawing, qrVersionFor } from '#renderer/ui/qr-path.ts'

const text = 'UR:BYTES/3-12/LPAXBNCFADAXCYRDGHMEMOHDFZ'

/** The pixels of a drawing, six for a module. */
const pixelsOf = ({ side, path }: QrDrawing) => {
  const size = side * 6
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/gu))
    for (let row = Number(y) * 6; row < Number(y) * 6 + 6; row += 1) {
      const from = row * size + Number(x) * 6
      for (let at = from; at < from + Number(width) * 6; at += 1) data.fill(0, at * 4, at * 4 + 3)
    }
  return { width: size, height: size, data }
}

describe('a drawn code', () => {
  it('is read as what it was drawn of', () => {
    expect(decodeQR(pixelsOf(qrDrawing(text)))).toBe(text)
  })

  it('has four white modules around it', () => {
    const { side, path } = qrDrawing(text)
    const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/gu)].map(([, ...numbers]) =>
      numbers.map(Number),
    )
    for (const [x = 0, y = 0, width = 0] of runs) {
      expect(Math.min(x, y, side - x - width, side - 1 - y)).toBeGreaterThanOrEqual(4)
    }
    expect(runs.length).toBeGreaterThan(100)
  })

  it('has one size with all others of its sequence', () => {
    const texts = [text, text.repeat(3), 'UR:BYTES/A']
    const version = qrVersionFor(texts)
    const sides = texts.map((one) => qrDrawing(one, version).side)
    expect(new Set(sides)).toEqual(new Set([qrDrawing(text.repeat(3)).side]))
    expect(decodeQR(pixelsOf(qrDrawing('UR:BYTES/A', version)))).toBe('UR:BYTES/A')
  })
})
