import { globSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { type Fault, faultGroups, serviceMoods } from './faults.ts'
import { type TaggedTest, taggedTests } from './tagged-tests.ts'

const readTests = (root: string): readonly TaggedTest[] =>
  globSync('test/**/*.test.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll(sep, '/'))
    .sort((a, b) => a.localeCompare(b, 'en'))
    .flatMap((path) => taggedTests(path, readFileSync(join(root, path), 'utf8')))

/** A title as a cell shows it: `|` would end the cell. */
const cellText = (text: string): string => text.replaceAll('|', String.raw`\|`)

const testLine = ({ path, title }: TaggedTest): string =>
  `[${basename(path)}](../${path}): ${cellText(title)}`

const faultRow = (fault: Fault, number: number, tests: readonly TaggedTest[]): string => {
  const ofFault = tests.filter(({ faults }) => faults.includes(number))
  if (ofFault.length === 0) throw new Error(`No test names fault ${number}: ${fault.what}.`)
  return `| ${number} | ${fault.what} | ${fault.reaction} | ${ofFault.map(testLine).join('<br>')} |`
}

const moodRows = (): readonly string[] =>
  serviceMoods.map(
    ([moods, does]) => `| ${moods.map((mood) => `\`${mood}\``).join(', ')} | ${does} |`,
  )

/** The text of docs/faults.md, from the faults and the tests that name them. */
export const faultsPage = (root: string): string => {
  const tests = readTests(root)
  const count = faultGroups.flatMap(({ faults }) => faults).length
  const unknown = tests.find(({ faults }) => faults.some((number) => number < 1 || number > count))
  if (unknown !== undefined)
    throw new Error(`${unknown.path} names a fault above ${count}: ${unknown.title}.`)
  let number = 0
  const sections = faultGroups.flatMap(({ title, about, faults }) => [
    `## ${title}`,
    '',
    about,
    '',
    '| no. | fault | what Coldpress does | tests |',
    '|---|---|---|---|',
    ...faults.map((fault) => faultRow(fault, (number += 1), tests)),
    '',
  ])
  return [
    '# Faults of an import',
    '',
    'What goes wrong while an import runs, what Coldpress does then, and the tests that make it happen. `node tools/make-faults.ts` makes this page. The faults are in [tools/faults/faults.ts](../tools/faults/faults.ts). A test names its fault in a comment, `// Fault 12 of docs/faults.md.`',
    '',
    ...sections,
    '## Moods of the hostile minting service',
    '',
    '| mood | what the service does |',
    '|---|---|',
    ...moodRows(),
    '',
  ].join('\n')
}
