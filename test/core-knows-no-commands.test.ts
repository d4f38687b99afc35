import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..', 'src')

/** Options of other programs and of Coldpress's own start, which are code and no advice. */
const otherOptions = new Set([
  '--batch',
  '--all-tasks',
  '--pid',
  '--max-semi-space-size',
  '--max-old-space-size',
  '--heap-growing-percent',
  '--offline',
  // Of Kupo.
  '--match',
])
/** Words of files, messages and domains that start with the name. */
const otherWords = /coldpress (?:(?:seal|seal key|creator key) v1|release v?1|file v1)/gu

/** Lines of text in the code: comments and the payment page's style sheet are left out. */
const textLines = (folder: string): readonly string[] =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('style.ts'))
    .flatMap((name) =>
      readFileSync(join(source, folder, name), 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, '')
        .replaceAll(otherWords, '')
        .split('\n')
        .map((line) => `${folder}/${name}: ${line.trim()}`),
    )

const namesCommand = (line: string): boolean =>
  /coldpress [a-z]/u.test(line) ||
  (line.match(/(?<![\w-])--[a-z][a-z-]+/gu) ?? []).some((option) => !otherOptions.has(option))

it.each(['app', 'cardano', 'chain', 'keys', 'media', 'platform', 'studio', 'devnet'])(
  'no text in src/%s names a command or an option: the command line adds its advice itself',
  (folder) => {
    expect(textLines(folder).filter(namesCommand)).toEqual([])
  },
)

it('finds a command and an option in a text', () => {
  expect(namesCommand("'Run: coldpress gateway set preprod'")).toBe(true)
  expect(namesCommand("'Name it with --csv.'")).toBe(true)
})
