import { shortText } from '#values/bounds/bounded.ts'

/** No leading zeros (semver.org), and small enough to compare as a number. */
const number = String.raw`(?:0|[1-9]\d{0,8})`
/** A number, or a word: at most 32 characters, not all of them digits. */
const beforePart = String.raw`(?:${number}(?![0-9A-Za-z-])|(?!\d+(?:\.|$))[0-9A-Za-z-]{1,32})`

/** `1.2.3`, or `1.2.3-beta.1` before it (semver.org, without build metadata). */
const pattern = new RegExp(
  String.raw`^(?<numbers>${number}\.${number}\.${number})(?:-(?<before>${beforePart}(?:\.${beforePart}){0,4}))?$`,
  'u',
)

/** The version of a release. */
export const version = shortText.regex(pattern, 'a version such as 1.2.3 is required')

/** Negative, zero or positive: whether the first is older than, as old as, or newer than the second. */
export const compareVersions = (left: string, right: string): number => {
  const [a, b] = [partsOf(left), partsOf(right)]
  return (
    firstDifference(a.numbers, b.numbers) ||
    // 1.0.0-beta comes before 1.0.0
    Number(a.before.length === 0) - Number(b.before.length === 0) ||
    firstDifference(a.before, b.before) ||
    a.before.length - b.before.length
  )
}

const partsOf = (text: string) => {
  const groups = pattern.exec(text)?.groups
  const split = (part: string | undefined): readonly string[] =>
    part === undefined ? [] : part.split('.')
  return { numbers: split(groups?.['numbers']), before: split(groups?.['before']) }
}

const firstDifference = (a: readonly string[], b: readonly string[]): number => {
  for (const [index, part] of a.entries()) {
    const against = b[index]
    if (against === undefined) return 0
    const order = comparePart(part, against)
    if (order !== 0) return order
  }
  return 0
}

const isNumber = (part: string): boolean => /^\d+$/u.test(part)

/** Numbers as numbers, and before words. */
const comparePart = (a: string, b: string): number => {
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b)
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
