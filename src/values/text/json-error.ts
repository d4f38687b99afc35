/** Where a text stops being JSON. It never repeats the text, which may hold keys. */
export type JsonError = {
  /** Both count from 1; a column is a character as editors count them. */
  readonly line: number
  readonly column: number
  /** What is wrong there, as the rest of a sentence. */
  readonly what: string
}

/** What may come next. */
type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end'

type Step = Expected | { readonly error: string }

type Broken = { readonly at: number; readonly error: string }
/** Where a token ends, or why it is none. */
type Token = number | Broken

/**
 * The first place where a text is no JSON (RFC 8259); undefined for JSON. JSON.parse names the place
 * in some of its messages only, and quotes the text. Nothing here recurses, however deep the text is.
 */
export const findJsonError = (text: string): JsonError | undefined => {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = skipBlanks(text, 0)
  while (at < text.length) {
    const end: Token = endOfToken(text, at)
    const step: Step = typeof end === 'number' ? stepOf(text[at] ?? '', expected, open) : end
    if (typeof step !== 'string')
      return placeOf(text, typeof end === 'number' ? at : end.at, step.error)
    expected = step
    at = skipBlanks(text, typeof end === 'number' ? end : at + 1)
  }
  if (open.length === 0 && expected === 'comma or end') return undefined
  const what =
    text.trim() === ''
      ? 'the file is empty'
      : 'the text ends here, before the last bracket is closed'
  return placeOf(text, text.trimEnd().length, what)
}

const skipBlanks = (text: string, from: number): number => {
  let at = from
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1
  return at
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/uy
const word = /(?:true|false|null)(?!\w)/uy

/** Where the token that begins here ends, or why it is none. */
const endOfToken = (text: string, at: number): Token => {
  const first = text[at] ?? ''
  if ('{}[]:,'.includes(first)) return at + 1
  if (first === '"') return endOfText(text, at)
  for (const pattern of [number, word]) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found !== null) return at + found[0].length
  }
  return { at, error: whyNoToken(first) }
}

const whyNoToken = (first: string): string => {
  if (/['`\u2018-\u201F\u00AB\u00BB\u2032\u2033]/u.test(first))
    return 'this quote is not the straight double one that JSON has'
  if (first === '/' || first === '#') return 'JSON has no comments'
  if (/[\d+.-]/u.test(first)) return 'this number is not written as JSON has it'
  return 'this is neither text in double quotes nor a number, true, false or null'
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-f]{4})/iuy

const endOfText = (text: string, start: number): Token => {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) return at + 1
    if (unit < 0x20)
      return {
        at: start,
        error:
          'the text that starts here has a line break or a tab in it, or its closing quote is missing',
      }
    if (unit !== 0x5c) continue
    escape.lastIndex = at
    const found = escape.exec(text)
    if (found === null)
      return { at, error: 'this backslash means nothing in JSON; write two of them' }
    at += found[0].length - 1
  }
  return { at: start, error: 'the quote of the text that starts here is never closed' }
}

const missingComma = 'a comma is missing before this'

/** What may follow a token, or what is wrong with it. `open` changes with the brackets. */
const stepOf = (first: string, expected: Expected, open: string[]): Step => {
  if (first === '}' || first === ']') return closeBracket(first, expected, open)
  if (first === ',') {
    if (expected !== 'comma or end' || open.length === 0)
      return { error: 'this comma has nothing before it' }
    return open.at(-1) === '{' ? 'name' : 'value'
  }
  if (first === ':') return expected === 'colon' ? 'value' : { error: 'this colon follows no name' }
  if (expected === 'colon') return { error: 'a colon is missing before this' }
  if (expected === 'comma or end')
    return { error: open.length === 0 ? 'the JSON ends before this' : missingComma }
  if (expected === 'name' || expected === 'name or end')
    return first === '"' ? 'colon' : { error: 'a name in double quotes is missing here' }
  if (first !== '{' && first !== '[') return 'comma or end'
  open.push(first)
  return first === '{' ? 'name or end' : 'value or end'
}

const closeBracket = (bracket: string, expected: Expected, open: string[]): Step => {
  if (open.at(-1) !== (bracket === '}' ? '{' : '['))
    return { error: 'this bracket closes none of its kind that is open' }
  if (expected === 'name' || (expected === 'value' && bracket === ']'))
    return { error: 'the comma before this bracket is one too many' }
  if (expected === 'value' || expected === 'colon')
    return { error: 'a value is missing before this bracket' }
  open.pop()
  return 'comma or end'
}

const placeOf = (text: string, at: number, what: string): JsonError => {
  const lines = text.slice(0, at).split(/\r\n|\n|\r/u)
  return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1, what }
}
