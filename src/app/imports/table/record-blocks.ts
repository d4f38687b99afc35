/** Some 500 rows: about three milliseconds to parse, once V8 has compiled the parser. */
const longestBlock = 64 * 1024
/** Before that it is ten times as slow: each of the first blocks is twice as long as the one before. */
const firstBlock = 4 * 1024

/**
 * A CSV in blocks of whole records, to parse one after the other. A line ends a record where the
 * quotes before it are even in number: one inside a quoted cell is written twice. A quote elsewhere
 * is an error, which the parser meets in its own block, however long that becomes.
 */
export function* recordBlocks(text: string): Generator<string> {
  // Of lines that end with \r\n, the \n.
  const lineEnd = text.includes('\n') ? '\n' : '\r'
  let start = 0
  let length = firstBlock
  let quote = text.indexOf('"')
  while (start < text.length) {
    let end = text.indexOf(lineEnd, start + length)
    let isInQuotes = false
    while (end !== -1) {
      for (; quote !== -1 && quote < end; quote = text.indexOf('"', quote + 1))
        isInQuotes = !isInQuotes
      if (!isInQuotes) break
      // No record ends before these quotes do.
      end = quote === -1 ? -1 : text.indexOf(lineEnd, quote)
    }
    const next = end === -1 ? text.length : end + 1
    yield text.slice(start, next)
    start = next
    length = Math.min(2 * length, longestBlock)
  }
}
