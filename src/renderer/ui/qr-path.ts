import { encodeQR } from 'qr'

/** Modules around a code that stay white, as the standard asks (ISO/IEC 18004, 9.1). */
const quiet = 4

export type QrDrawing = {
  /** Sides of the square, in modules, the quiet zone included. */
  readonly side: number
  /** Of an SVG, in the same unit: all that is dark. */
  readonly path: string
}

/** The library draws at least one module of margin itself. */
const rowsOf = (text: string, version?: number): readonly (readonly boolean[])[] =>
  encodeQR(text, 'raw', { ecc: 'low', border: quiet, version })

/** Draws a code; each run of dark modules in a row is one rectangle. */
export const qrDrawing = (text: string, version?: number): QrDrawing => {
  const rows = rowsOf(text, version)
  const path = rows.flatMap((row, y) =>
    runsIn(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  )
  return { side: rows.length, path: path.join('') }
}

const runsIn = (row: readonly boolean[]): readonly (readonly [at: number, length: number])[] => {
  const starts = row.flatMap((isDark, x) => (isDark && row[x - 1] !== true ? [x] : []))
  return starts.map((x) => {
    const end = row.indexOf(false, x)
    return [x, (end === -1 ? row.length : end) - x] as const
  })
}

/** The version that the longest of these texts needs, so that all codes have one size. */
export const qrVersionFor = (texts: readonly string[]): number => {
  const longest = texts.reduce((most, text) => (text.length > most.length ? text : most), '')
  return (rowsOf(longest).length - 2 * quiet - 17) / 4
}
