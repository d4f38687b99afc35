import { qrModules } from '#app/signing/qr-png.ts'

/**
 * Codes of one animation are all of one size, or they would jump. The number of a part grows as
 * they run; this is room for it.
 */
const roomForNumbers = 'A'.repeat(6)

/** The standard asks for 4; cameras are content with less, and terminals are small. */
const terminalMargin = 2

export type QrSize = {
  /** Of the QR code: 1 to 40. */
  readonly version: number
  /** Sides of its drawing in a terminal. */
  readonly columns: number
  readonly rows: number
}

/** The size of the codes of an animation, by the text of one of them. */
export const qrSizeOf = (text: string): QrSize => {
  const modules = qrModules(text + roomForNumbers).length
  const columns = modules + 2 * terminalMargin
  return { version: (modules - 17) / 4, columns, rows: Math.ceil(columns / 2) }
}

/**
 * A code as text, two rows of modules in each line, black on white whatever colours the terminal
 * has: some readers know no inverted codes.
 */
export const drawQr = (text: string, size: QrSize): readonly string[] => {
  const modules = qrModules(text, size.version)
  const isDark = (x: number, y: number): boolean =>
    modules[y - terminalMargin]?.[x - terminalMargin] ?? false
  return Array.from({ length: size.rows }, (_row, row) => {
    const line = Array.from({ length: size.columns }, (_column, x) => {
      const [upper, lower] = [isDark(x, 2 * row), isDark(x, 2 * row + 1)]
      if (upper) return lower ? '█' : '▀'
      return lower ? '▄' : ' '
    })
    return `\u{1b}[38;5;16;48;5;231m${line.join('')}\u{1b}[0m`
  })
}
