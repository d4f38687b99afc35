import { stroke } from './drawing.ts'
import type { Plant } from './growth.ts'
import { plants, type PlantName } from './plants.ts'
import { sheet, type Colour, type Pass } from './press.ts'
import { createRandom } from './random.ts'

const papers = {
  Cotton: [246, 241, 230],
  Oat: [236, 224, 202],
  Mist: [226, 233, 232],
  Blush: [245, 226, 214],
} as const satisfies Record<string, Colour>

/** Three inks: the ground, the leaf, the accent. The key block prints darker than all. */
const inks = {
  Prussian: {
    ground: [244, 178, 92],
    leaf: [36, 84, 124],
    accent: [222, 82, 62],
    key: [22, 38, 66],
  },
  Verdigris: {
    ground: [242, 158, 128],
    leaf: [44, 132, 118],
    accent: [214, 66, 78],
    key: [24, 52, 56],
  },
  Madder: {
    ground: [150, 196, 204],
    leaf: [186, 58, 66],
    accent: [240, 168, 60],
    key: [66, 24, 40],
  },
  Moss: { ground: [236, 192, 84], leaf: [88, 122, 62], accent: [206, 92, 50], key: [38, 50, 36] },
  Violet: {
    ground: [240, 172, 176],
    leaf: [92, 78, 146],
    accent: [238, 138, 62],
    key: [40, 32, 74],
  },
  Teal: {
    ground: [232, 206, 132],
    leaf: [18, 112, 130],
    accent: [230, 100, 96],
    key: [14, 46, 60],
  },
} as const satisfies Record<string, Record<'ground' | 'leaf' | 'accent' | 'key', Colour>>

export type Plate = {
  readonly number: number
  readonly paper: keyof typeof papers
  readonly ink: keyof typeof inks
  readonly plant: PlantName
  readonly press: PressName
}

const pick = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

const paperNames = ['Cotton', 'Oat', 'Mist', 'Blush'] as const
const inkNames = ['Prussian', 'Verdigris', 'Madder', 'Moss', 'Violet', 'Teal'] as const
const plantNames = [
  'Fern',
  'Olive',
  'Ginkgo',
  'Poppy',
  'Allium',
  'Eucalyptus',
  'Wheat',
  'Monstera',
] as const
const pressNames = ['Sun', 'Arch', 'Horizon', 'Proof'] as const

type PressName = (typeof pressNames)[number]

/** Each plant three times, each time on another paper, in another ink, from another press. */
export const plates: readonly Plate[] = Array.from({ length: 24 }, (_, index) => {
  const round = Math.floor(index / 8)
  return {
    number: index + 1,
    paper: pick(paperNames, index + round),
    ink: pick(inkNames, index + round * 3),
    plant: pick(plantNames, index),
    press: pick(pressNames, index * 3 + round),
  }
})

const left = 130
const top = 130
const wide = sheet - 2 * left
const tall = 900

const gradient = (id: string, from: number, to: number): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="${from}"/><stop offset="1" stop-color="#fff" stop-opacity="${to}"/></linearGradient>`

const shaded = (shape: string, from: number, to: number): string =>
  `<defs>${gradient('g', from, to)}</defs>${shape.replace('/>', ' fill="url(#g)"/>')}`

type Ground = { readonly solid: string; readonly tone: string }

const grounds: Readonly<Record<PressName, Ground>> = {
  Sun: {
    solid: '',
    tone: shaded('<circle cx="600" cy="520" r="372"/>', 0.92, 0.2),
  },
  Arch: {
    solid: `<path d="M${left + 90} ${top + tall}V520A380 380 0 0 1 ${left + wide - 90} 520V${top + tall}Z" fill="none" stroke="#fff" stroke-width="7"/>`,
    tone: shaded(
      `<path d="M${left + 112} ${top + tall}V520A358 358 0 0 1 ${left + wide - 112} 520V${top + tall}Z"/>`,
      0.16,
      0.86,
    ),
  },
  Horizon: {
    solid: Array.from({ length: 13 }, (_, index) => {
      const y = top + 120 + index * 58
      return `<rect x="${left}" y="${y}" width="${wide}" height="${4 + index * 3.4}" fill="#fff"/>`
    }).join(''),
    tone: shaded(`<rect x="${left}" y="${top}" width="${wide}" height="${tall}"/>`, 0.1, 0.5),
  },
  Proof: {
    solid: '',
    tone: shaded(`<rect x="${left}" y="${top}" width="${wide}" height="${tall}"/>`, 0.62, 0.12),
  },
}

/** Crosses in circles at the edges' middles: every ink prints them, so each miss of the lay shows. */
const marks = [
  { x: 600, y: 62 },
  { x: 600, y: sheet - 62 },
  { x: 62, y: 600 },
  { x: sheet - 62, y: 600 },
]
  .map(
    ({ x, y }) =>
      stroke(`M${x - 26} ${y}H${x + 26}M${x} ${y - 26}V${y + 26}`, 2) +
      `<circle cx="${x}" cy="${y}" r="15" fill="none" stroke="#fff" stroke-width="2"/>`,
  )
  .join('')

const cropMarks = [left, sheet - left]
  .map((x) =>
    stroke(
      `M${x} 40V84M${x} ${sheet - 40}V${sheet - 84}M40 ${x}H84M${sheet - 40} ${x}H${sheet - 84}`,
      2,
    ),
  )
  .join('')

const patch = (index: number): string =>
  `<rect x="${left + index * 46}" y="${sheet - 108}" width="40" height="40" fill="#fff"/>`

/** Numerals as a punch cutter would begin: strokes on a grid of 2 by 4. No font, so no surprise. */
const numerals: Readonly<Record<string, string>> = {
  '0': 'M0 1Q0 0 1 0T2 1V3Q2 4 1 4T0 3Z',
  '1': 'M.3 .8L1.2 0V4',
  '2': 'M0 1Q0 0 1 0T2 1Q2 2 0 4H2',
  '3': 'M0 .5Q.4 0 1 0Q2 0 2 1T1 1.9Q2 1.9 2 3T1 4Q.4 4 0 3.4',
  '4': 'M1.6 4V0L0 2.8H2',
  '5': 'M2 0H.3L.1 1.8Q2 1 2 2.8Q2 4 1 4Q.4 4 0 3.5',
  '6': 'M1.7 0Q0 1.4 0 2.9Q0 4 1 4T2 2.9Q2 1.8 1 1.8T0 2.9',
  '7': 'M0 0H2L.7 4',
  '8': 'M1 1.9Q.1 1.9 .1 1T1 0T1.9 1T1 1.9Q0 1.9 0 3T1 4T2 3T1 1.9',
  '9': 'M.3 4Q2 2.6 2 1.1Q2 0 1 0T0 1.1Q0 2.2 1 2.2T2 1.1',
  '/': 'M0 4.4L1.7 -.4',
}

const numeral = (text: string): string =>
  Array.from(text)
    .map(
      (sign, index) =>
        `<path d="${numerals[sign] ?? ''}" transform="translate(${sheet - left - 186 + index * 32} ${sheet - 104}) scale(9)" fill="none" stroke="#fff" stroke-width=".42" stroke-linecap="round" stroke-linejoin="round"/>`,
    )
    .join('')

const mirrored = (content: string): string =>
  `<g transform="translate(${sheet} 0) scale(-1 1)">${content}</g>`
const moved = (content: string, x: number, y: number, scale: number): string =>
  `<g transform="translate(${600 + x} ${985 + y}) scale(${scale}) translate(-600 -985)">${content}</g>`
const toned = (content: string, tone: number): string => `<g opacity="${tone}">${content}</g>`

/** What each ink of a plate prints, in the order of the presses: light before dark. */
export const passesOf = (
  plate: Plate,
): { readonly paper: Colour; readonly passes: readonly Pass[] } => {
  const random = createRandom(plate.number * 977)
  const plant = plants[plate.plant](random)
  const { ground, leaf, accent, key } = inks[plate.ink]
  const miss = (): readonly [number, number] => [
    random.between(-3.4, 3.4),
    random.between(-3.4, 3.4),
  ]
  const all = marks + cropMarks
  const echo = echoOf(plant, plate.press)
  return {
    paper: papers[plate.paper],
    passes: [
      {
        ink: ground,
        screen: 15,
        shift: miss(),
        solid: all + patch(0) + patch(4) + grounds[plate.press].solid,
        tone: grounds[plate.press].tone,
      },
      {
        ink: accent,
        screen: 75,
        shift: miss(),
        solid: all + patch(1) + patch(4) + plant.bloom,
        tone: echo + toned(plant.shade, 0.34),
      },
      {
        ink: leaf,
        screen: 45,
        shift: miss(),
        solid: all + patch(2) + patch(4) + plant.mass,
        tone: '',
      },
      {
        ink: key,
        screen: 0,
        shift: [0, 0],
        solid: all + patch(3) + plant.line + numeral(`${String(plate.number).padStart(2, '0')}/24`),
        tone: '',
      },
    ],
  }
}

/** The same block printed once more in the accent ink, behind: the third colour comes by itself. */
const echoOf = (plant: Plant, press: PressName): string => {
  if (press === 'Proof') return toned(moved(plant.mass, -46, 10, 1), 0.62)
  if (press === 'Horizon') return toned(moved(mirrored(plant.mass), 0, 0, 0.8), 0.3)
  return press === 'Sun' ? toned(mirrored(plant.mass), 0.22) : ''
}
