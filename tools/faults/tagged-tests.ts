/** A test with the comment `// Fault 12 of docs/faults.md.` above it. */
export type TaggedTest = {
  readonly path: string
  /** The titles of the groups around it and its own, as vitest prints them. */
  readonly title: string
  readonly faults: readonly number[]
}

const tag = /^\s*\/\/ Faults? (?<numbers>[\d, ]+) of docs\/faults\.md\.$/u
const group = /^\s*describe(?:\.\w+)*\((?:.*\)\()?(?<quote>['"`])(?<title>.*)\k<quote>/u
/** The first quoted text that a comma follows: the cases of an `it.each` come before it. */
const testTitle =
  /^\s*(?:it|test)(?:\.\w+)?\((?:[^()]*?\)\(\s*)?(?<quote>['"`])(?<title>.*?)\k<quote>,/su

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Titles of the groups around a line, outermost first. */
const groupsAround = (lines: readonly string[], at: number): readonly string[] => {
  const titles: string[] = []
  let indent = indentOf(lines[at] ?? '')
  for (let line = at - 1; line >= 0 && indent > 0; line -= 1) {
    const text = lines[line] ?? ''
    if (text.trim() === '' || indentOf(text) >= indent) continue
    indent = indentOf(text)
    const title = group.exec(text)?.groups?.['title']
    if (title !== undefined) titles.unshift(title)
  }
  return titles
}

/** The tests of a file that name faults. A comment above anything but a test is an error. */
export const taggedTests = (path: string, source: string): readonly TaggedTest[] => {
  const lines = source.split('\n')
  return lines.flatMap((line, at) => {
    const numbers = tag.exec(line)?.groups?.['numbers']
    if (numbers === undefined) return []
    const title = testTitle.exec(lines.slice(at + 1).join('\n'))?.groups?.['title']
    if (title === undefined) throw new Error(`${path}:${at + 1}: no test follows the fault.`)
    return [
      {
        path,
        title: [...groupsAround(lines, at), title].join(': '),
        faults: numbers.split(',').map(Number),
      },
    ]
  })
}
