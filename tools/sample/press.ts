import sharp from 'sharp'
import { createRandom, createSmoothNoise } from './random.ts'

export type Colour = readonly [red: number, green: number, blue: number]

/** One pass through the press: a block, its ink, and how it sits on the sheet. */
export type Pass = {
  readonly ink: Colour
  /** SVG content: white takes full ink. */
  readonly solid: string
  /** SVG content: gray becomes dots of matching size. */
  readonly tone: string
  /** Degrees of the dot screen; each ink needs its own, or the dots make a pattern of their own. */
  readonly screen: number
  /** Pixels by which the sheet missed the lay. */
  readonly shift: readonly [x: number, y: number]
}

export const sheet = 1200
const dotPitch = 13

/** Prints the passes over each other on paper; ink on ink darkens as it does in print. */
export const print = async (
  paper: Colour,
  passes: readonly Pass[],
  seed: number,
): Promise<Buffer> => {
  const pixels = layPaper(paper, seed)
  for (const [index, pass] of passes.entries()) {
    const solid = await block(pass.solid, pass.shift)
    const tone = await block(pass.tone, pass.shift)
    ink(pixels, pass, solid, tone, seed * 16 + index)
  }
  return pixels
}

const block = async (content: string, [x, y]: Pass['shift']): Promise<Buffer> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet}" height="${sheet}"><rect width="100%" height="100%" fill="#000"/><g transform="translate(${x} ${y})">${content}</g></svg>`
  return sharp(Buffer.from(svg))
    .removeAlpha()
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer()
}

/** Soft clouds and short fibres rather than grain: it looks like paper and still packs well. */
const layPaper = (paper: Colour, seed: number): Buffer => {
  const random = createRandom(seed * 31 + 7)
  const clouds = createSmoothNoise(seed, 170)
  const felt = createSmoothNoise(seed + 99, 23)
  const light = new Float32Array(sheet * sheet)
  for (let y = 0; y < sheet; y += 1)
    for (let x = 0; x < sheet; x += 1)
      light[y * sheet + x] = (clouds(x, y) - 0.5) * 5 + (felt(x, y) - 0.5) * 4
  for (let fibre = 0; fibre < 420; fibre += 1) {
    let x = random.between(0, sheet)
    let y = random.between(0, sheet)
    let angle = random.between(0, Math.PI * 2)
    const shade = random.chance(0.35) ? 7 : random.between(-17, -6)
    const length = random.between(8, 34)
    for (let step = 0; step < length; step += 1) {
      const spot = Math.floor(y) * sheet + Math.floor(x)
      if (x >= 0 && x < sheet && spot >= 0 && spot < light.length) light[spot] = shade
      angle += random.between(-0.22, 0.22)
      x += Math.cos(angle)
      y += Math.sin(angle)
    }
  }
  const pixels = Buffer.alloc(sheet * sheet * 3)
  for (const [spot, change] of light.entries())
    for (const [channel, value] of paper.entries())
      pixels[spot * 3 + channel] = Math.max(0, Math.min(255, Math.round(value + change)))
  return pixels
}

const ink = (pixels: Buffer, pass: Pass, solid: Buffer, tone: Buffer, seed: number): void => {
  const mottle = createSmoothNoise(seed, 38)
  const starved = createSmoothNoise(seed + 5, 5)
  const turn = (pass.screen * Math.PI) / 180
  const across = Math.cos(turn) / dotPitch
  const down = Math.sin(turn) / dotPitch
  for (let y = 0; y < sheet; y += 1) {
    for (let x = 0; x < sheet; x += 1) {
      const spot = y * sheet + x
      const wanted = tone[spot] ?? 0
      const full = (solid[spot] ?? 0) / 255
      if (wanted === 0 && full === 0) continue
      const u = (x * across + y * down) * 2 * Math.PI
      const v = (y * across - x * down) * 2 * Math.PI
      const dots = wanted === 0 ? 0 : dotCoverage(wanted / 255, Math.cos(u) + Math.cos(v))
      // Where the forme was starved of ink, the paper shows as specks.
      const speck = starved(x, y) > 0.93 - mottle(x + 400, y) * 0.07 ? 0.45 : 1
      const coverage = Math.max(full, dots) * speck * (0.9 + mottle(x, y) * 0.1)
      for (const [channel, value] of pass.ink.entries()) {
        const under = pixels[spot * 3 + channel] ?? 0
        pixels[spot * 3 + channel] = Math.round(under * (1 - coverage * (1 - value / 255)))
      }
    }
  }
}

/** `wave` from -2 between dots to 2 at their centres; the edge is one pixel soft. */
const dotCoverage = (tone: number, wave: number): number =>
  Math.max(0, Math.min(1, (wave / 2 - (1 - 2 * tone)) * 2.6 + 0.5))
