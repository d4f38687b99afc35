/** SVG fragments. Everything is drawn white, which means ink, on black, which means bare paper. */

export type Point = { readonly x: number; readonly y: number }

/** Degrees clockwise from straight up. */
export const step = (from: Point, angle: number, length: number): Point => ({
  x: from.x + Math.sin((angle * Math.PI) / 180) * length,
  y: from.y - Math.cos((angle * Math.PI) / 180) * length,
})

/** Two decimals: enough for the eye, and the same text on every machine. */
export const at = ({ x, y }: Point): string => `${x.toFixed(2)} ${y.toFixed(2)}`

export const fill = (path: string, tone = 1): string =>
  `<path d="${path}" fill="#fff" fill-opacity="${tone}"/>`

export const cut = (path: string): string => `<path d="${path}" fill="#000"/>`

export const stroke = (path: string, width: number, colour: 'ink' | 'bare' = 'ink'): string =>
  `<path d="${path}" fill="none" stroke="${colour === 'ink' ? '#fff' : '#000'}" stroke-width="${width.toFixed(2)}" stroke-linecap="round" stroke-linejoin="round"/>`

export const disc = ({ x, y }: Point, radius: number, tone = 1): string =>
  `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="${radius.toFixed(2)}" fill="#fff" fill-opacity="${tone}"/>`

export const polyline = (points: readonly Point[]): string => `M${points.map(at).join('L')}`

export type Leaf = {
  readonly whole: string
  /** The side that lies in shade, along the midrib. */
  readonly half: string
  readonly veins: string
}

/**
 * A leaf from its stalk to its tip. `fullness` is its widest place as a part of the length,
 * `bend` moves the tip's half sideways.
 */
export const leaf = (
  from: Point,
  angle: number,
  length: number,
  width: number,
  { fullness = 0.4, bend = 0, veins = 5 } = {},
): Leaf => {
  const tip = step(from, angle + bend, length)
  const side = (sign: 1 | -1): readonly [Point, Point] => [
    step(step(from, angle, length * fullness * 0.6), angle + 90 * sign, width * 0.62),
    step(step(from, angle + bend, length * (fullness + 0.36)), angle + 90 * sign, width * 0.5),
  ]
  const middle = step(from, angle + bend * 0.3, length * 0.5)
  const [left1, left2] = side(-1)
  const [right1, right2] = side(1)
  const spine = `Q${at(middle)} ${at(from)}`
  const ribs = Array.from({ length: veins }, (_, index) => {
    const part = (index + 1) / (veins + 1)
    const root = step(from, angle + bend * part * 0.8, length * (0.08 + part * 0.72))
    const reach = width * 0.44 * Math.sin(Math.PI * Math.min(1, part * 0.8 + 0.18))
    return [-1, 1]
      .map(
        (sign) => `M${at(root)}L${at(step(root, angle + bend * part + 48 * sign, reach * 1.15))}`,
      )
      .join('')
  }).join('')
  return {
    whole: `M${at(from)}C${at(left1)} ${at(left2)} ${at(tip)}C${at(right2)} ${at(right1)} ${at(from)}Z`,
    half: `M${at(from)}C${at(right1)} ${at(right2)} ${at(tip)}${spine}Z`,
    veins: `M${at(from)}Q${at(middle)} ${at(step(from, angle + bend, length * 0.9))}${ribs}`,
  }
}
