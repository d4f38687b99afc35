import { printable } from '#shared/printable.ts'
import { charsOf } from '#shared/text.ts'

/**
 * Columns of text, aligned, with a heading; what a person reads when `--json` is not given. Every
 * cell is shown on one line.
 */
export const table = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string => {
  const lines = [headings, ...rows].map((cells) => cells.map(printable))
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => charsOf(line[column] ?? ''))),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - charsOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A value on one line, or several under each other. */
type Fact = readonly [name: string, value: string | readonly string[] | undefined]

/** Facts under each other: `name  value`. A line break in a value is shown as `\n`. */
export const facts = (pairs: readonly Fact[]): string => {
  const lines = pairs.flatMap(([name, value]) =>
    [value ?? []].flat().map((line, at) => [at === 0 ? name : '', line] as const),
  )
  const width = Math.max(...lines.map(([name]) => charsOf(name)))
  return lines
    .map(([name, line]) => `${name}${' '.repeat(width - charsOf(name))}  ${printable(line)}`)
    .join('\n')
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** A length of time a person can plan with: `8 s`, `3 min 20 s`, `2 h 5 min`. */
export const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** A word that a shell takes as it is, for a command to be pasted. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
