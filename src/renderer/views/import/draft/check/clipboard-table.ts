/**
 * The cells that a spreadsheet puts on the clipboard: tabs between them, a line for each row. A cell
 * with a tab, a line break or a quotation mark stands in quotation marks, which are doubled inside.
 */
export const cellsOfClipboard = (text: string): readonly (readonly string[])[] => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === undefined || end === '') break
    if (end !== '\t') rows.push([])
  }
  // the last line has an end, too
  if (rows.length > 1 && rows.at(-1)?.join('') === '') rows.pop()
  return rows
}

const cell = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gu
