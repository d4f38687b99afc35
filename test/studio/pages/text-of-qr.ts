import { decodeQR } from 'qr/decode.js'

/** Reads the modules of a page's inline image back. */
export const textOfQr = (html: string): string => {
  const size = Number(/viewBox="0 0 (\d+)/u.exec(html)?.[1])
  const scale = 4
  const width = size * scale
  const path = /<path d="(?<d>[^"]+)"/u.exec(html)?.groups?.['d'] ?? ''
  const data = new Uint8Array(width * width * 4).fill(255)
  let [x, y] = [0, 0]
  for (const step of path.matchAll(/([MmHhVvZz])([-\d.]*)[ ,]?([-\d.]*)/gu)) {
    const [, kind, first = '', second = ''] = step
    if (kind === 'M') [x, y] = [Number(first), Number(second)]
    else if (kind === 'm') [x, y] = [x + Number(first), y + Number(second)]
    else if (kind === 'h' && first === '1')
      for (let row = y * scale; row < (y + 1) * scale; row += 1)
        for (let column = x * scale; column < (x + 1) * scale; column += 1) {
          const at = (row * width + column) * 4
          data.fill(0, at, at + 3)
        }
  }
  return decodeQR({ width, height: width, data })
}
