/**
 * ICC.1:2022: the header has 128 bytes; then comes the number of tags, and 12 bytes for each:
 * signature, offset, size.
 */
const headerBytes = 128
const tagBytes = 12

/** The red, green and blue of sRGB (IEC 61966-2-1) as X, Y and Z under D50, as profiles state them. */
const srgbColours: Readonly<Record<string, readonly number[]>> = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
}

/** Profiles of sRGB round differently. The red of Display P3, the nearest other, is 0.08 away. */
const tolerance = 0.005

/**
 * Whether a colour profile is one of sRGB, by its three colours: the names vary. A profile that makes
 * no sense is another one.
 */
export const isSrgbProfile = (icc: Buffer): boolean =>
  Object.entries(srgbColours).every(([signature, wanted]) => {
    const at = offsetOf(icc, signature)
    // XYZType: its signature, 4 empty bytes, three numbers of 16 bits before the point and 16 behind
    return (
      at !== undefined &&
      at + 20 <= icc.length &&
      wanted.every(
        (value, index) =>
          Math.abs(icc.readInt32BE(at + 8 + index * 4) / 65_536 - value) < tolerance,
      )
    )
  })

const offsetOf = (icc: Buffer, signature: string): number | undefined => {
  if (icc.length < headerBytes + 4) return undefined
  const tags = icc.readUInt32BE(headerBytes)
  for (let tag = 0; tag < tags; tag += 1) {
    const at = headerBytes + 4 + tag * tagBytes
    if (at + tagBytes > icc.length) return undefined
    if (icc.toString('latin1', at, at + 4) === signature) return icc.readUInt32BE(at + 4)
  }
  return undefined
}
