import { charsOf } from '../shared/text.ts'

/**
 * Text that a terminal only shows. Names come from services and files: a control character among
 * them could move the cursor over what was said before, or recolour what comes after.
 */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}--[\n\t]]/gv, '\u{fffd}')

/** Columns of text, aligned, with a heading; what a person reads when `--json` is not given. */
export const table = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string => {
  const lines = [headings, ...rows]
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

/** Facts under each other: `name  value`. */
export const facts = (pairs: readonly (readonly [string, string | undefined])[]): string => {
  const shown = pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined)
  const width = Math.max(...shown.map(([name]) => charsOf(name)))
  return shown
    .map(([name, value]) => `${name}${' '.repeat(width - charsOf(name))}  ${value}`)
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
