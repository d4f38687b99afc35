import type { Raster } from '../image-job.ts'

/**
 * The bytes as the library decodes them rightly. It stops at every warning, so that damage is found;
 * what no viewer minds is put right before, in memory alone.
 */
export const soundBytes = (raster: Raster, bytes: Buffer): Buffer => {
  if (raster === 'jpeg') return withSoundScans(bytes)
  if (raster !== 'avis') return bytes
  // The library knows the first image of an animated AVIF under the brand of a still one alone.
  const still = Buffer.from(bytes)
  still.write('avif', 8, 'latin1')
  return still
}

const scanStart = 0xda
/** Baseline and extended sequential JPEG, by their marker. */
const sequential: ReadonlySet<number | undefined> = new Set([0xc0, 0xc1])
/** ITU-T T.81, B.2.3: a scan of sequential JPEG has these values and no others. */
const wholeScan = Buffer.of(0, 63, 0)

/**
 * Some Samsung phones write other values behind the components of a scan. Decoders take the ones
 * prescribed, with a warning.
 */
const withSoundScans = (bytes: Buffer): Buffer => {
  let isSequential = false
  let sound: Buffer | undefined
  for (let at = 2; bytes[at] === 0xff && at + 4 <= bytes.length;) {
    const marker = bytes[at + 1]
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (sequential.has(marker)) isSequential = true
    at = end
    if (marker !== scanStart || end > bytes.length) continue
    if (!isSequential) return bytes
    const isWhole = bytes.subarray(end - 3, end).equals(wholeScan)
    // One file is by one writer: where the first scan is right, the others are.
    if (isWhole && sound === undefined) return bytes
    sound ??= Buffer.from(bytes)
    wholeScan.copy(sound, end - 3)
    at = nextMarker(bytes, end)
  }
  return sound ?? bytes
}

/** Within a scan, 0xff is followed by 0, or by a marker that restarts it (0xd0 to 0xd7). */
const nextMarker = (bytes: Buffer, start: number): number => {
  let at = bytes.indexOf(0xff, start)
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
    at = bytes.indexOf(0xff, at + 2)
  }
  return bytes.length
}
