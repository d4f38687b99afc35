/**
 * A CSV in which each bare cell `="0001"`, as web exporters write it for spreadsheets, is quoted as a
 * whole. Such a cell is quoted from its second character on. Its quotes are even in number as those
 * of any cell, so blocks of records and the count of cells need no other rule for it.
 */
export const quoteShownText = (text: string, delimiter: string): string => {
  if (!text.includes('="')) return text
  const endsCell = (at: number): boolean =>
    at < 0 || at >= text.length || '\r\n'.includes(text.charAt(at)) || text.charAt(at) === delimiter
  let written = ''
  let from = 0
  let end = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', end)) {
    end = endOfQuotes(text, at)
    if (end === -1) break
    const start = at - 1
    if (text[start] !== '=' || !endsCell(start - 1) || !endsCell(end)) continue
    written += `${text.slice(from, start)}"${text.slice(start, end).replaceAll('"', '""')}"`
    from = end
  }
  return written + text.slice(from)
}

/** The place after the quote that closes the one that stands here; -1 where none does. */
const endOfQuotes = (text: string, open: number): number => {
  let at = text.indexOf('"', open + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? -1 : at + 1
}
