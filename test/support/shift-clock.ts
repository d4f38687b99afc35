/** A module that moves the clock of the process that imports it first, and of those that it starts. */
export const shiftClock = (time: string): string => `
const Right = Date
const by = ${Date.parse(time)} - Right.now()
globalThis.Date = class extends Right {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Right.now() + by] : parts))
  }
  static now() {
    return Right.now() + by
  }
}
`
