import { isAllowedFile } from './structure/errors.ts'
import { filesOfFacts } from './structure/exceptions.ts'
import {
  countCodeLines,
  countLines,
  countParameters,
  countUnsealedFacts,
  type File,
  filesNaming,
  findSharedNames,
  findSmallFiles,
} from './structure/measure.ts'
import { codeOf, readFiles } from './structure/source-files.ts'

/**
 * `npm run structure`: prints how large the source is and how dear a change to it, beside what the
 * restructuring allows. The totals judge nothing; `npm run check` does (structure/errors.ts). `--names` lists the names that several files export, `--small` the small
 * files with one importer; other words are names, and each is printed with the files that name it.
 */
/** Where code stands that carries capabilities across processes and to people. */
const capabilityFolders = ['values', 'contract', 'transport', 'app', 'main', 'cli', 'renderer/data']

const isCapability = (path: string): boolean =>
  !path.startsWith('src/app/imports/') &&
  (capabilityFolders.some((folder) => `${path}/`.startsWith(`src/${folder}/`)) ||
    /^src\/studio\/\w+\/handlers\.ts$/.test(path))

const source = readFiles('src/**/*')
const code = codeOf(source)
const documents = readFiles('{*.md,docs/**/*.md}')
const sharedNames = findSharedNames(code)
const smallFiles = findSmallFiles(code)
const sum = (files: readonly File[], count: (text: string) => number): number =>
  files.reduce((total, { text }) => total + count(text), 0)
const kilobytes = (files: readonly File[]): number =>
  Math.round(sum(files, (text) => Buffer.byteLength(text)) / 1_000)

const rows: readonly (readonly [string, number, string])[] = [
  ['lines of src', sum(source, countLines), '149,000'],
  ['without comments, blank lines and imports', sum(source, countCodeLines), '111,000'],
  ['files of src', source.length, '1,450'],
  [
    'lines of capability code',
    sum(
      code.filter(({ path }) => isCapability(path)),
      countLines,
    ),
    '50,500',
  ],
  ['files of at most 40 lines with one importer', smallFiles.length, '40'],
  ['files that name a sale term (max_per_buyer)', filesNaming(code, 'max_per_buyer').length, '12'],
  ['names that several files export', sharedNames.length, '60'],
  [
    '“facts” outside of seals',
    countUnsealedFacts(code.filter(({ path }) => !isAllowedFile(path, filesOfFacts))),
    '0',
  ],
  ['parameters called one or its', countParameters(code, new Set(['one', 'its'])), '60'],
  [
    'kB of documents',
    kilobytes(documents.filter(({ path }) => !/docs\/(?:interface|faults)\.md$/.test(path))),
    '280',
  ],
  ['kB of README', kilobytes(documents.filter(({ path }) => path === 'README.md')), '14'],
]

const print = (cells: readonly string[]): void =>
  console.log(
    `${(cells[0] ?? '').padEnd(46)}${(cells[1] ?? '').padStart(9)}${(cells[2] ?? '').padStart(12)}`,
  )

const words = process.argv.slice(2)
if (words.length === 0) {
  print(['', 'now', 'at most'])
  for (const [name, count, goal] of rows) print([name, count.toLocaleString('en'), goal])
}
for (const word of words) {
  if (word === '--names')
    for (const { name, files } of sharedNames) console.log(`${name}: ${files.join(', ')}`)
  else if (word === '--small') for (const path of smallFiles) console.log(path)
  else {
    const files = filesNaming(code, word)
    console.log(`${word}: ${files.length} files`)
    for (const path of files) console.log(`  ${path}`)
  }
}
