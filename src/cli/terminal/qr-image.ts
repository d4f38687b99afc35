import { crc32, deflateSync } from 'node:zlib'
import { encodeQR } from 'qr'

/**
 * Codes of one animation are all of one size, or they would jump. The number of a part grows as
 * they run; this is room for it.
 */
const roomForNumbers = 'A'.repeat(6)

/** Rows of modules, true where dark, without a margin. */
type Modules = readonly (readonly boolean[])[]

/** The margin that the standard asks for is 4; cameras are content with less, and terminals are small. */
const terminalMargin = 2
const imageMargin = 4
const imageScale = 8

export type QrSize = {
  /** Of the QR code: 1 to 40. */
  readonly version: number
  /** Sides of its drawing in a terminal. */
  readonly columns: number
  readonly rows: number
}

/** The size of the codes of an animation, by the text of one of them. */
export const qrSizeOf = (text: string): QrSize => {
  const modules = modulesOf(text + roomForNumbers).length
  const columns = modules + 2 * terminalMargin
  return { version: (modules - 17) / 4, columns, rows: Math.ceil(columns / 2) }
}

/** The library draws a margin in any case. */
const modulesOf = (text: string, version?: number): Modules =>
  encodeQR(text, 'raw', { ecc: 'low', border: 1, version })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))

/**
 * A code as text, two rows of modules in each line, black on white whatever colours the terminal
 * has: some readers know no inverted codes.
 */
export const drawQr = (text: string, size: QrSize): readonly string[] => {
  const modules = modulesOf(text, size.version)
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

/** A code as a PNG file, one bit for a pixel. */
export const qrImage = (text: string, { version }: QrSize): Uint8Array => {
  const modules = modulesOf(text, version)
  const side = (modules.length + 2 * imageMargin) * imageScale
  const isDark = (x: number, y: number): boolean =>
    modules[Math.floor(y / imageScale) - imageMargin]?.[Math.floor(x / imageScale) - imageMargin] ??
    false
  const rowBytes = Math.ceil(side / 8)
  // before each row stands the number of its filter: none
  const pixels = new Uint8Array((rowBytes + 1) * side)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (!isDark(x, y)) {
        const at = y * (rowBytes + 1) + 1 + (x >> 3)
        pixels[at] = (pixels[at] ?? 0) | (0x80 >> (x & 7))
      }
  return png(side, pixels)
}

/** A square greyscale image of one bit (PNG, third edition, 11.2). */
const png = (side: number, pixels: Uint8Array): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}
