import { at, disc, fill, leaf, step, stroke } from './drawing.ts'
import { foot, leafy, stem, type Draw } from './growth.ts'

export const poppy: Draw = (random) => {
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

export const allium: Draw = (random) => {
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

export const wheat: Draw = (random) => {
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
