/** How text that a delimiter has cut into cells was put together again. */
export type JoinedCells = {
  readonly cells: readonly string[]
  readonly by: 'quotes' | 'blanks' | 'end'
}

/** Quotes that people and word processors write and no table knows, with what closes them. */
const closing: Readonly<Record<string, string>> = {
  '\u201C': '\u201D"',
  '\u201D': '\u201D"',
  '\u201E': '\u201C\u201D"',
  '\u201F': '\u201D"',
  '\u2018': '\u2019',
  '\u201A': '\u2018\u2019',
  '\u00AB': '\u00BB',
  '\u00BB': '\u00AB',
  '\u2039': '\u203A',
  "'": "'",
}

/**
 * A record with more cells than the header, with as many: what typographic quotes hold together, what
 * begins with a blank after a delimiter, or else what is beyond the header is one cell with what is
 * before it. No text is lost.
 */
export const joinCells = (
  written: readonly string[],
  width: number,
  delimiter: string,
): JoinedCells => {
  const cells = written.slice(0, 1 + written.findLastIndex((cell) => cell.trim() !== ''))
  const quoted = joinWhere(cells, delimiter, inQuotes(cells))
  if (quoted.length === width) return { cells: quoted, by: 'quotes' }
  const blanks = joinWhere(cells, delimiter, (at) => /^\s+\S/u.test(cells[at] ?? ''))
  if (blanks.length === width) return { cells: blanks, by: 'blanks' }
  return {
    cells: [...cells.slice(0, width - 1), cells.slice(width - 1).join(delimiter)],
    by: 'end',
  }
}

/** @param isMore whether the cell at this place belongs to the one before it */
const joinWhere = (
  cells: readonly string[],
  delimiter: string,
  isMore: (at: number) => boolean,
): readonly string[] => {
  const joined: string[] = []
  for (const [at, cell] of cells.entries())
    if (at > 0 && isMore(at)) joined.push(`${joined.pop()}${delimiter}${cell}`)
    else joined.push(cell)
  return joined
}

/** Whether a cell is between an opening quote and the cell that closes it. */
const inQuotes = (cells: readonly string[]): ((at: number) => boolean) => {
  const inside = new Set<number>()
  for (let at = 0; at < cells.length; at += 1) {
    const text = (cells[at] ?? '').trim()
    const ends = closing[text[0] ?? '']
    const closes = (cell: string, from: number): boolean =>
      cell.trim().length > from && ends !== undefined && ends.includes(cell.trim().at(-1) ?? ' ')
    if (ends === undefined || closes(text, 1)) continue
    const end = cells.findIndex((cell, place) => place > at && closes(cell, 0))
    if (end === -1) continue
    for (let place = at + 1; place <= end; place += 1) inside.add(place)
    at = end
  }
  return (at) => inside.has(at)
}
