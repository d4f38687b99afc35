import {
  at,
  cut,
  disc,
  fill,
  leaf,
  polyline,
  step,
  stroke,
  type Leaf,
  type Point,
} from './drawing.ts'
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

type Draw = (random: Random) => Plant

/** A stem that sways from the foot of the sheet upwards; `points` from foot to tip. */
const stem = (random: Random, foot: Point, height: number, sway: number) => {
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

const foot: Point = { x: 600, y: 985 }

const leafy = (leaves: readonly Leaf[], stalks: string, bloom = ''): Plant => ({
  mass: leaves.map(({ whole, veins }) => fill(whole) + stroke(veins, 2.6, 'bare')).join(''),
  shade: leaves.map(({ half }) => fill(half)).join(''),
  line: stalks,
  bloom,
})

const fern: Draw = (random) => {
  const frond = stem(random, foot, 760, 14)
  const leaves: Leaf[] = []
  for (let pair = 0; pair < 22; pair += 1) {
    const part = 0.1 + (pair / 22) * 0.88
    const length = 250 * Math.sin(Math.PI * (0.16 + part * 0.84)) ** 0.8 + 22
    for (const sign of [-1, 1]) {
      const angle = frond.angleAt(part) + sign * (74 - part * 26)
      leaves.push(
        leaf(frond.at(part), angle, length, 46, { fullness: 0.3, bend: -sign * 14, veins: 0 }),
      )
    }
  }
  leaves.push(leaf(frond.at(0.97), frond.angleAt(0.97), 70, 34, { veins: 0 }))
  return leafy(leaves, stroke(frond.path, 7))
}

const olive: Draw = (random) => {
  const main = stem(random, foot, 720, 20)
  const leaves: Leaf[] = []
  let fruit = ''
  let stalks = stroke(main.path, 8)
  for (let pair = 0; pair < 10; pair += 1) {
    const part = 0.14 + pair * 0.086
    const from = main.at(part)
    for (const sign of [-1, 1]) {
      const angle = main.angleAt(part) + sign * random.between(42, 62)
      leaves.push(
        leaf(from, angle, 230 - pair * 11, 62, { fullness: 0.45, bend: sign * -8, veins: 0 }),
      )
      if (random.chance(0.42)) {
        const hang = step(from, main.angleAt(part) + sign * 104, random.between(96, 128))
        stalks += stroke(`M${at(from)}L${at(hang)}`, 4)
        fruit += disc(hang, random.between(23, 29))
      }
    }
  }
  leaves.push(leaf(main.at(0.98), main.angleAt(0.98), 130, 50, { veins: 0 }))
  const ribs = leaves.map(({ veins }) => veins).join('')
  return { ...leafy(leaves, stalks + stroke(ribs, 2), fruit) }
}

const ginkgo: Draw = (random) => {
  const main = stem(random, foot, 640, 22)
  let mass = ''
  let shade = ''
  let line = stroke(main.path, 9)
  const fan = (from: Point, angle: number, size: number): void => {
    const heart = step(from, angle, size * 0.62)
    line += stroke(`M${at(from)}L${at(heart)}`, 5)
    const rim = Array.from({ length: 25 }, (_, index) => {
      const turn = -62 + (index / 24) * 124
      const notch = Math.abs(turn) < 7 ? 0.74 : 1
      const wave = 1 + Math.sin(index * 1.7) * 0.025
      return step(heart, angle + turn, size * notch * wave * (1 - Math.abs(turn) / 620))
    })
    const outline = `M${at(heart)}L${rim.map(at).join('L')}Z`
    const ribs = rim.map((point) => `M${at(heart)}L${at(point)}`).join('')
    mass += fill(outline) + stroke(ribs, 1.8, 'bare')
    shade += fill(`M${at(heart)}L${rim.slice(12).map(at).join('L')}Z`)
  }
  for (let index = 0; index < 6; index += 1) {
    const part = 0.24 + index * 0.128
    const sign = index % 2 === 0 ? 1 : -1
    fan(main.at(part), main.angleAt(part) + sign * random.between(54, 68), 168 - index * 6)
  }
  fan(main.at(0.99), main.angleAt(1), 158)
  return { mass, shade, line, bloom: '' }
}

const poppy: Draw = (random) => {
  let mass = ''
  let shade = ''
  let line = ''
  let bloom = ''
  const heads = [
    { height: 700, x: 600, size: 158 },
    { height: 520, x: 420, size: 112 },
    { height: 430, x: 790, size: 96 },
  ]
  for (const { height, x, size } of heads) {
    const stalk = stem(random, { x: foot.x + (x - 600) * 0.25, y: foot.y }, height, 5)
    const head = { x, y: foot.y - height }
    line += stroke(
      `M${at(stalk.at(0))}Q${at({ x: stalk.at(0.5).x, y: stalk.at(0.6).y })} ${at(head)}`,
      6,
    )
    const petals = 6
    for (let index = 0; index < petals; index += 1) {
      const turn = (index / petals) * 360 + random.between(-9, 9)
      const petal = leaf(head, turn, size, size * 1.05, { fullness: 0.62, veins: 0 })
      bloom += fill(petal.whole, index % 2 === 0 ? 1 : 0.72)
    }
    line += disc(head, size * 0.17)
    for (let index = 0; index < 22; index += 1) {
      const seed = step(head, index * 16.4, size * random.between(0.26, 0.36))
      line += disc(seed, 3.6)
    }
    for (const sign of [-1, 1]) {
      const blade = leaf(
        { x: foot.x + (x - 600) * 0.3, y: foot.y - height * 0.2 },
        sign * random.between(30, 52),
        height * 0.42,
        62,
        {
          bend: sign * 12,
          veins: 6,
        },
      )
      mass += fill(blade.whole) + stroke(blade.veins, 2.4, 'bare')
      shade += fill(blade.half)
    }
  }
  return { mass, shade, line, bloom }
}

const allium: Draw = (random) => {
  const main = stem(random, foot, 520, 8)
  const heart = { x: main.at(1).x, y: main.at(1).y - 120 }
  let line = stroke(`${main.path}L${at(heart)}`, 9)
  let bloom = ''
  for (let index = 0; index < 72; index += 1) {
    const turn = index * 137.508
    const reach = 205 * Math.sqrt((index + 1) / 72) * random.between(0.94, 1.04)
    const tip = step(heart, turn, reach)
    line += stroke(`M${at(heart)}L${at(tip)}`, 1.8)
    for (let petal = 0; petal < 6; petal += 1)
      bloom += fill(leaf(tip, turn + petal * 60, 25, 15, { fullness: 0.5, veins: 0 }).whole)
  }
  const blades = [-34, -17, 15, 36].map((angle) =>
    leaf(foot, angle + random.between(-4, 4), random.between(380, 520), 74, {
      bend: angle * 0.55,
      fullness: 0.34,
      veins: 0,
    }),
  )
  return { ...leafy(blades, line, bloom) }
}

const eucalyptus: Draw = (random) => {
  let mass = ''
  let shade = ''
  let line = ''
  let bloom = ''
  for (const { height, lean, bare, size } of [
    { height: 610, lean: -27, bare: 4, size: 52 },
    { height: 610, lean: 27, bare: 4, size: 52 },
    { height: 790, lean: 0, bare: 3, size: 66 },
  ]) {
    const points = Array.from({ length: 11 }, (_, index) =>
      step(foot, lean * (0.35 + index * 0.085), (height * index) / 10),
    )
    line += stroke(polyline(points), 6)
    points.slice(bare).forEach((point, index) => {
      for (const sign of [-1, 1]) {
        const radius = size - index * 5.2
        const turn = lean * 1.2 + sign * random.between(62, 76)
        const round = leaf(step(point, turn, 6), turn, radius * 1.9, radius * 2.2, {
          fullness: 0.5,
          veins: 3,
        })
        mass += fill(round.whole) + stroke(round.veins, 2, 'bare')
        shade += fill(round.half)
      }
      if (index > 3) bloom += disc(step(point, lean, 14), 9)
    })
  }
  return { mass, shade, line, bloom }
}

const wheat: Draw = (random) => {
  let line = ''
  let mass = ''
  let shade = ''
  let bloom = ''
  for (const lean of [-25, -12, 0, 12.5, 26]) {
    const height = random.between(480, 560) - Math.abs(lean) * 3
    const neck = step(foot, lean, height)
    const elbow = step(foot, lean * 0.35, height * 0.55)
    line += stroke(`M${at(foot)}Q${at(elbow)} ${at(neck)}`, 5)
    const tilt = lean * 1.5
    for (let grain = 12; grain >= 0; grain -= 1) {
      const spot = step(neck, tilt, grain * 20)
      const angle = tilt + (grain % 2 === 0 ? 31 : -31)
      const seed = leaf(spot, angle, 66 - grain, 34, { fullness: 0.45, veins: 0 })
      bloom += stroke(seed.whole, 7, 'bare') + fill(seed.whole)
      const beard = step(spot, tilt + (angle - tilt) * 0.42, 150)
      line += stroke(`M${at(step(spot, angle, 58))}L${at(beard)}`, 1.8)
    }
    const blade = leaf(step(foot, lean, height * 0.22), lean + (lean < 0 ? -26 : 26), 300, 42, {
      bend: lean < 0 ? -24 : 24,
      veins: 0,
    })
    mass += fill(blade.whole) + stroke(blade.veins, 2.4, 'bare')
    shade += fill(blade.half)
  }
  return { mass, shade, line, bloom }
}

const monstera: Draw = (random) => {
  const tall = splitLeaf({ x: 585, y: 700 }, random.between(-9, -2), 1)
  const small = splitLeaf({ x: 700, y: 845 }, random.between(58, 66), 0.46)
  const stalk = (heart: Point): string =>
    stroke(`M${at(foot)}Q${at({ x: foot.x, y: (heart.y + foot.y) / 2 })} ${at(heart)}`, 9)
  return {
    mass: tall.mass + small.mass,
    shade: tall.shade + small.shade,
    line: stalk({ x: 585, y: 700 }) + stalk({ x: 700, y: 845 }),
    bloom: '',
  }
}

/** A broad leaf with slits from its rim and holes along its midrib. */
const splitLeaf = (heart: Point, angle: number, scale: number): Omit<Plant, 'line' | 'bloom'> => {
  const blade = leaf(heart, angle, 540 * scale, 640 * scale, { fullness: 0.28, veins: 0 })
  let slits = ''
  let ribs = `M${at(heart)}L${at(step(heart, angle, 520 * scale))}`
  for (let index = 0; index < 6; index += 1) {
    for (const sign of [-1, 1]) {
      const root = step(heart, angle, (40 + index * 74) * scale)
      const turn = angle + sign * (78 - index * 8)
      ribs += `M${at(root)}L${at(step(root, turn, (250 - index * 26) * scale))}`
      const inner = step(root, turn - sign * 13, (104 - index * 8) * scale)
      const slit = leaf(inner, turn - sign * 13, 330 * scale, (40 - index * 2) * scale, {
        fullness: 0.7,
        veins: 0,
      })
      if (index < 5) slits += cut(slit.whole)
      slits += cut(
        leaf(step(root, turn, 34 * scale), turn + sign * 4, 46 * scale, 20 * scale).whole,
      )
    }
  }
  return {
    mass: fill(blade.whole) + slits + stroke(ribs, 4 * Math.sqrt(scale), 'bare'),
    shade: fill(blade.half) + slits,
  }
}

export const plants = {
  Fern: fern,
  Olive: olive,
  Ginkgo: ginkgo,
  Poppy: poppy,
  Allium: allium,
  Eucalyptus: eucalyptus,
  Wheat: wheat,
  Monstera: monstera,
} as const satisfies Record<string, Draw>
export type PlantName = keyof typeof plants
