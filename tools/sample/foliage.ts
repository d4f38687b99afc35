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
import { foot, leafy, stem, type Draw, type Plant } from './growth.ts'

export const fern: Draw = (random) => {
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

export const olive: Draw = (random) => {
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

export const ginkgo: Draw = (random) => {
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

export const eucalyptus: Draw = (random) => {
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

export const monstera: Draw = (random) => {
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
