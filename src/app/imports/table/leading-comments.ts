import { countText } from '#values/text/format.ts'
import { issueOf, type Issue } from './issues.ts'
import { sniffDelimiter } from './sniff-delimiter.ts'
import type { Table } from './table-types.ts'

/** A licence and a description of the columns are shorter. */
const mostLines = 200

type Line = { readonly start: number; readonly end: number; readonly text: string }

/**
 * The text of a CSV without the comments above its header (`# …`, `// …`). Their lines stay, empty,
 * so that rows keep their numbers. A line with as many delimiters as the row below the comments is no
 * comment: it names the columns, or is a row whose first cell starts so.
 */
export const withoutComments = (
  text: string,
  given?: Table['delimiter'],
): { readonly body: string; readonly notes: readonly Issue[] } => {
  const { comments, rest } = commentsAbove(text)
  if (comments.length === 0 || rest === text.length) return { body: text, notes: [] }
  const delimiter = given ?? sniffDelimiter(text.slice(rest))
  const wanted = countOutsideQuotes(lineAt(text, rest).text, delimiter)
  const left = comments.filter((line) => countOutsideQuotes(line.text, delimiter) !== wanted)
  const named = comments.findLast((line) => !left.includes(line))
  const body = rewritten(text, left, named)
  return { body, notes: left.length === 0 ? [] : [noteOf(left.length)] }
}

/** The lines at the start that may be comments, and where the others begin. */
const commentsAbove = (text: string): { comments: readonly Line[]; rest: number } => {
  const comments: Line[] = []
  let rest = 0
  for (let at = 0; at < text.length && comments.length < mostLines;) {
    const line = lineAt(text, at)
    if (line.text.trim() !== '') {
      if (!/^\s*"?(?:#|\/\/)/u.test(line.text)) return { comments, rest: line.start }
      comments.push(line)
    }
    at = line.end
    rest = at
  }
  return { comments, rest }
}

const lineAt = (text: string, start: number): Line => {
  const lineEnd = /\r\n|\n|\r/gu
  lineEnd.lastIndex = start
  const found = lineEnd.exec(text)
  const end = found === null ? text.length : found.index + found[0].length
  return { start, end, text: text.slice(start, found?.index ?? text.length) }
}

const countOutsideQuotes = (line: string, delimiter: string): number =>
  line.replaceAll(/"[^"]*"/gu, '').split(delimiter).length

/** A header that is marked as a comment names its first column behind the mark. */
const rewritten = (text: string, left: readonly Line[], header: Line | undefined): string => {
  const end = Math.max(0, ...left.map((line) => line.end), header?.end ?? 0)
  let written = ''
  for (let at = 0; at < end;) {
    const line = lineAt(text, at)
    const lineEnd = text.slice(line.start + line.text.length, line.end)
    if (left.every(({ start }) => start !== at))
      written += at === header?.start ? line.text.replace(/^\s*#\s*(?=\p{L})/u, '') : line.text
    written += lineEnd
    at = line.end
  }
  return written + text.slice(end)
}

const noteOf = (count: number): Issue =>
  issueOf(
    'header_row',
    `${countText(count, 'comment')} above the header ${count === 1 ? 'is' : 'are'} left out.`,
  )
