/** Bytes of a chunk beside its data: length, type and checksum. */
const chunkFrame = 12

/**
 * A PNG without the size at which it would be printed (the chunk pHYs), which depends on how the
 * pixels came to the encoder. It stands before the pixels (PNG specification, section 5.6).
 */
export const withoutDensity = (png: Buffer): Buffer => {
  // after the signature
  let at = 8
  while (at + chunkFrame <= png.length) {
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') return png
    const end = at + chunkFrame + png.readUInt32BE(at)
    if (type === 'pHYs') return Buffer.concat([png.subarray(0, at), png.subarray(end)])
    at = end
  }
  return png
}
