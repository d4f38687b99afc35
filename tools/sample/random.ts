/** Numbers that look random and are the same each time: mulberry32. */
export type Random = {
  /** At least `low`, below `high`. */
  readonly between: (low: number, high: number) => number
  readonly chance: (probability: number) => boolean
}

export const createRandom = (seed: number): Random => {
  let state = Math.imul(seed + 1, 0x9e37_79b1) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
  }
}

/** Smooth noise from 0 to 1 with one value for each `cell` pixels, for mottled ink and paper. */
export const createSmoothNoise = (
  seed: number,
  cell: number,
): ((x: number, y: number) => number) => {
  const corner = (column: number, row: number): number => {
    let mixed =
      Math.imul(column, 374_761_393) ^ Math.imul(row, 668_265_263) ^ Math.imul(seed, 2_246_822)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
  const ease = (t: number): number => t * t * (3 - 2 * t)
  return (x, y) => {
    const column = Math.floor(x / cell)
    const row = Math.floor(y / cell)
    const across = ease(x / cell - column)
    const down = ease(y / cell - row)
    const upper = corner(column, row) * (1 - across) + corner(column + 1, row) * across
    const lower = corner(column, row + 1) * (1 - across) + corner(column + 1, row + 1) * across
    return upper * (1 - down) + lower * down
  }
}
