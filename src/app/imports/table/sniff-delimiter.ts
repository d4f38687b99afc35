import type { Table } from './table-types.ts'

type Delimiter = Table['delimiter']

/** In the order in which a tie is decided. */
const candidates = [',', ';', '\t', '|'] as const satisfies readonly Delimiter[]

/** Enough records to distinguish cells from text with commas, few enough to cost nothing. */
const sampleRecords = 20
const sampleLength = 256 * 1024

/** The header is among these: titles stand above it. */
const mostTitles = 10

/**
 * The delimiter of the header and what is below it, counted outside quotes. The header is the first record whose most
 * frequently repeated delimiter is as often in the next record, and in half of all that follow: a
 * title's comma is not. A table of one column has a comma.
 */
export const sniffDelimiter = (text: string): Delimiter => {
  const counted = countPerRecord(text.slice(0, sampleLength))
  const starts = counted.slice(0, mostTitles).map((_, start) => bestFrom(counted.slice(start)))
  const header = starts.find((best) => best?.isHeader)
  // Of a table whose records differ, or a header alone.
  const others = starts
    .filter((best) => best !== undefined)
    .sort((a, b) => b.run - a.run || b.inHeader - a.inHeader)
  return (header ?? others[0])?.delimiter ?? ','
}

/** The delimiter that the first of some records shares with the most others; of several, the more frequent. */
const bestFrom = ([first = [], ...records]: Counts) => {
  const [best] = candidates
    .map((delimiter, index) => {
      const agrees = records.map((counts) => counts[index] === first[index])
      const agreeing = agrees.filter(Boolean).length
      return {
        delimiter,
        inHeader: first[index] ?? 0,
        agreeing,
        /** How many follow without another number between them. */
        run: [...agrees, false].indexOf(false),
        isHeader: agrees[0] === true && 2 * agreeing >= records.length,
      }
    })
    .filter(({ inHeader }) => inHeader > 0)
    // A stable sort: equal scores stay in the candidates' order.
    .sort((a, b) => b.agreeing - a.agreeing || b.inHeader - a.inHeader)
  return best
}

type Counts = readonly (readonly number[])[]

/** How often each candidate stands outside quotes, for each record that is not blank. */
const countPerRecord = (text: string): Counts => {
  const records: number[][] = []
  let counts = candidates.map(() => 0)
  let quoted = false
  let blank = true
  for (const character of text) {
    if (character === '"') quoted = !quoted
    const ends = !quoted && (character === '\n' || character === '\r')
    if (ends && !blank) {
      records.push(counts)
      if (records.length === sampleRecords) return records
      counts = candidates.map(() => 0)
    }
    blank = ends || (blank && character.trim() === '' && character !== '\t')
    const index = quoted ? -1 : candidates.findIndex((candidate) => candidate === character)
    if (index !== -1) counts[index] = (counts[index] ?? 0) + 1
  }
  if (!blank) records.push(counts)
  return records
}
