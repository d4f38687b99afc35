import type { Pixels } from './pixels.ts'

/** The side of the small grey image that a look is made from. */
export const lookSide = 32
/** Frequencies in each direction that make the 64 bits; the mean, frequency 0, is left out. */
const frequencies = 8

/** A wave of half a step of brightness: what is fainter is noise of a codec or of rounding. */
const plainBelow = (lookSide * lookSide) / 8

/** Of each frequency the cosines of the discrete cosine transform (DCT-II), one for each pixel of a row. */
const cosines = Array.from({ length: frequencies }, (_, index) =>
  Float64Array.from({ length: lookSide }, (_pixel, at) =>
    Math.cos(((2 * at + 1) * (index + 1) * Math.PI) / (2 * lookSide)),
  ),
)

/**
 * A perceptual hash, 16 hex digits: images that look alike differ in few of its 64 bits. Each says
 * whether one of the low frequencies is above their mean, as in sharp-phash, which computes all
 * 1,024 frequencies and takes 4 ms an image for it.
 */
export const lookOf = (pixels: Pixels): string | undefined => hashOf(greyOf(pixels))

/**
 * @param grey `lookSide` rows of as many values
 * @returns undefined for a plain area, which has no pattern to be compared: colours are none
 */
export const hashOf = (grey: Float64Array): string | undefined => {
  const spectrum = cosines.flatMap((across) => {
    const columns = Float64Array.from({ length: lookSide }, (_, y) =>
      product(across, grey.subarray(y * lookSide, (y + 1) * lookSide)),
    )
    return cosines.map((down) => product(down, columns))
  })
  if (spectrum.every((value) => Math.abs(value) < plainBelow)) return undefined
  const mean = spectrum.reduce((sum, value) => sum + value, 0) / spectrum.length
  const bits = spectrum.map((value) => (value > mean ? '1' : '0')).join('')
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0')
}

const product = (float64Array: Float64Array, other: Float64Array): number => {
  let sum = 0
  for (let index = 0; index < float64Array.length; index += 1)
    sum += (float64Array[index] ?? 0) * (other[index] ?? 0)
  return sum
}

/** `lookSide` rows of mean brightness, 0 to 255, on white; of an animation the first frame. */
export const greyOf = (pixels: Pixels): Float64Array => {
  const { width, height } = pixels
  const grey = new Float64Array(lookSide * lookSide)
  for (let row = 0; row < lookSide; row += 1) {
    const [top, bottom] = span(row, height)
    for (let column = 0; column < lookSide; column += 1) {
      const [left, right] = span(column, width)
      grey[row * lookSide + column] = meanOf(pixels, { top, bottom, left, right })
    }
  }
  return grey
}

/** The part of a side that belongs to one of `lookSide` cells: at least one pixel. */
const span = (cell: number, side: number): readonly [number, number] => {
  const from = Math.floor((cell * side) / lookSide)
  return [from, Math.max(from + 1, Math.floor(((cell + 1) * side) / lookSide))]
}

type Area = {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

const meanOf = ({ data, width, channels }: Pixels, { top, bottom, left, right }: Area): number => {
  const [down, across] = [step(bottom - top), step(right - left)]
  let sum = 0
  let count = 0
  for (let y = top; y < bottom; y += down)
    for (let x = left; x < right; x += across) {
      sum += brightness(data, (y * width + x) * channels, channels)
      count += 1
    }
  return sum / count
}

/** Eight pixels in each direction are enough for a mean: of 1024² it would else be a million. */
const step = (side: number): number => Math.max(1, Math.floor(side / 8))

/** Weights of ITU-R BT.601 for red, green and blue. */
const brightness = (data: Buffer, at: number, channels: Pixels['channels']): number => {
  const first = data[at] ?? 0
  const grey =
    channels < 3 ? first : 0.299 * first + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
  if (channels % 2 === 1) return grey
  const opacity = (data[at + channels - 1] ?? 0) / 255
  return grey * opacity + 255 * (1 - opacity)
}
