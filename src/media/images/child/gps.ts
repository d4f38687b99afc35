import type { SourceImage } from './source-image.ts'

const gpsInfoTag = 0x8825

/**
 * Whether an image holds coordinates: cameras, phones and drones write them unasked. The names of
 * places in XMP and IPTC are typed in by a person, and are not meant.
 */
export const holdsGps = ({ exif, xmp }: Pick<SourceImage, 'exif' | 'xmp'>): boolean =>
  exifHoldsGps(exif) || xmpHoldsGps(xmp)

/**
 * XMP specification, part 2, Exif namespace: `exif:GPSLatitude` and `exif:GPSLongitude`, as attribute
 * or as element, whatever the prefix. Drones of DJI write `GpsLatitude`, `GpsLongtitude` or `Latitude`
 * (ExifTool's table of DJI tags).
 */
const xmpHoldsGps = (xmp: Buffer | undefined): boolean =>
  xmp !== undefined &&
  /[\w-]:(?:gps(?:dest)?)?(?:latitude|longt?itude)(?![\w-])/iu.test(xmp.toString('utf8'))

/**
 * Whether an EXIF block points to GPS data (Exif 2.32, section 4.6.3: tag GPSInfoIFDPointer of IFD 0).
 * A block that makes no sense holds none.
 */
const exifHoldsGps = (exif: Buffer | undefined): boolean => {
  if (exif === undefined) return false
  const tiff = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif
  if (tiff.length < 8) return false
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return false
  const short = (at: number): number =>
    order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const ifd = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (ifd + 2 > tiff.length) return false
  const entries = short(ifd)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = ifd + 2 + entry * 12
    if (at + 12 > tiff.length) return false
    if (short(at) === gpsInfoTag) return true
  }
  return false
}
