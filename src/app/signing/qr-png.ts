import { crc32, deflateSync } from 'node:zlib'
import { encodeQR } from 'qr'

/** Rows of modules, true where dark, without a margin. */
export type QrModules = readonly (readonly boolean[])[]

/**
 * The library draws a margin in any case.
 * @param version the size, 1 to 40; the least that holds the text where it is not given
 */
export const qrModules = (text: string, version?: number): QrModules =>
  encodeQR(text, 'raw', { ecc: 'low', border: 1, version })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))

/** The margin that the standard asks for. */
const margin = 4
/** Pixels of a module. */
const scale = 8

/** A code as a PNG file, one bit for a pixel. */
export const qrPng = (text: string, version?: number): Uint8Array => {
  const modules = qrModules(text, version)
  const side = (modules.length + 2 * margin) * scale
  const isDark = (x: number, y: number): boolean =>
    modules[Math.floor(y / scale) - margin]?.[Math.floor(x / scale) - margin] ?? false
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
