import { printable } from '#values/text/printable.ts'
import { charsOf } from '#values/text/text.ts'

/** Each column's heading, and its cell of an item. */
type Columns<Item> = Readonly<Record<string, (item: Item) => string>>

/**
 * A row for each item under aligned headings; what a person reads when `--json` is not given. Every
 * cell is shown on one line. Of no items it says `empty`.
 */
export const table = <Item>(
  items: readonly Item[],
  columns: Columns<Item>,
  empty?: string,
): string => {
  if (items.length === 0 && empty !== undefined) return empty
  const headings = Object.keys(columns)
  const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)))
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

/** Details under each other: `name  value`. A line break in a value is shown as `\n`. */
export const detailTable = (pairs: readonly Fact[]): string => {
  const lines = pairs.flatMap(([name, value]) =>
    [value ?? []].flat().map((line, at) => [at === 0 ? name : '', line] as const),
  )
  const width = Math.max(...lines.map(([name]) => charsOf(name)))
  return lines
    .map(([name, line]) => `${name}${' '.repeat(width - charsOf(name))}  ${printable(line)}`)
    .join('\n')
}
