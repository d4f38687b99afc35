import type { Table } from './table-types.ts'

type Delimiter = Table['delimiter']

/** In the order in which a tie is decided. */
const candidates = [',', ';', '\t'] as const satisfies readonly Delimiter[]

/** Enough records to distinguish cells from text with commas, few enough to cost nothing. */
const sampleRecords = 20
const sampleLength = 256 * 1024

/**
 * The delimiter whose number in the header is met again in the most of the first records, counted
 * outside quotes; where several agree, the more frequent. A table of one column has a comma.
 */
export const sniffDelimiter = (text: string): Delimiter => {
  const [header, ...records] = countPerRecord(text.slice(0, sampleLength))
  if (header === undefined) return ','
  const scores = candidates
    .map((delimiter, index) => ({
      delimiter,
      inHeader: header[index] ?? 0,
      agreeing: records.filter((counts) => counts[index] === header[index]).length,
    }))
    .filter(({ inHeader }) => inHeader > 0)
    // A stable sort: equal scores stay in the candidates' order.
    .sort((a, b) => b.agreeing - a.agreeing || b.inHeader - a.inHeader)
  return scores[0]?.delimiter ?? ','
}

/** How often each candidate stands outside quotes, for each record that is not blank. */
const countPerRecord = (text: string): readonly (readonly number[])[] => {
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
