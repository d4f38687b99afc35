import { fill, polyline, stroke, type Leaf, type Point } from './drawing.ts'
import type { Random } from './random.ts'

/**
 * A plant as a printer would cut it into blocks: `mass` for the leaf ink, `shade` for the parts of
 * it that get a second ink, `line` for the dark key block, `bloom` for the accent.
 */
export type Plant = {
  readonly mass: string
  readonly shade: string
  readonly line: string
  readonly bloom: string
}

export type Draw = (random: Random) => Plant

/** A stem that sways from the foot of the sheet upwards; `points` from foot to tip. */
export const stem = (random: Random, foot: Point, height: number, sway: number) => {
  const lean = random.between(-sway, sway)
  const curl = random.between(-sway, sway)
  const points = Array.from({ length: 41 }, (_, index) => {
    const part = index / 40
    return {
      x: foot.x + lean * part * part * 6 + Math.sin(part * Math.PI) * curl * 3,
      y: foot.y - height * part,
    }
  })
  const angleAt = (part: number): number => {
    const before = pointAt(points, part - 0.02)
    const after = pointAt(points, part + 0.02)
    return (Math.atan2(after.x - before.x, before.y - after.y) * 180) / Math.PI
  }
  return { points, path: polyline(points), at: (part: number) => pointAt(points, part), angleAt }
}

const pointAt = (points: readonly Point[], part: number): Point => {
  const index = Math.round(Math.min(1, Math.max(0, part)) * (points.length - 1))
  return points[index] ?? { x: 0, y: 0 }
}

export const foot: Point = { x: 600, y: 985 }

export const leafy = (leaves: readonly Leaf[], stalks: string, bloom = ''): Plant => ({
  mass: leaves.map(({ whole, veins }) => fill(whole) + stroke(veins, 2.6, 'bare')).join(''),
  shade: leaves.map(({ half }) => fill(half)).join(''),
  line: stalks,
  bloom,
})
