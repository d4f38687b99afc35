/**
 * JSON set out over lines, every value as it was written: parsing and writing it again would round
 * numbers and drop fields that are there twice. Anything else comes out with its characters as well.
 */
export const indentJson = (json: string): string => {
  let [depth, out] = [0, '']
  const newLine = (): string => `\n${'  '.repeat(Math.max(0, depth))}`
  for (const token of json.match(tokens) ?? []) {
    if (/^\s/u.test(token)) continue
    if (token === '{' || token === '[') {
      depth += 1
      out += token + newLine()
    } else if (token === '}' || token === ']') {
      depth -= 1
      // one that holds nothing stays on its line
      out = /[[{]\s*$/u.test(out) ? out.trimEnd() + token : out + newLine() + token
    } else if (token === ',') out += token + newLine()
    else out += token === ':' ? ': ' : token
  }
  return out
}

/** A string, a sign, blanks, or what stands between. An unended string goes to the end. */
const tokens = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[{}[\],:]|\s+|[^\s"{}[\],:]+/gu
