import { describe, expect, it } from 'vitest'
import {
  countCodeLines,
  countLines,
  countParameters,
  countWord,
  filesNaming,
  findSharedNames,
  findSmallFiles,
} from '../../tools/structure/measure.ts'

const file = (path: string, ...lines: readonly string[]) => ({
  path,
  text: lines.map((line) => `${line}\n`).join(''),
})

describe('what npm run structure counts', () => {
  it('lines, and those that are neither blank nor comments nor imports', () => {
    const { text } = file(
      'src/a.ts',
      "import 'node:fs'",
      'import {',
      '  join,',
      "} from 'node:path'",
      '',
      '/**',
      ' * A comment.',
      ' */',
      '// another',
      "export const a = join('b', 'c') // with a word behind it",
    )
    expect([countLines(text), countCodeLines(text)]).toEqual([10, 1])
    expect([countLines(''), countLines('a')]).toEqual([0, 1])
  })

  it('small files that one file imports, by whatever path', () => {
    const long = Array.from({ length: 41 }, (_, index) => `export const l${index} = 1`)
    const files = [
      file('src/app/one-importer.ts', 'export const a = 1'),
      file('src/app/two-importers.ts', 'export const b = 1'),
      file('src/app/no-importer.ts', 'export const c = 1'),
      file('src/app/long.ts', ...long),
      file(
        'src/app/index.ts',
        "import { a } from './one-importer.ts'",
        "import type { A } from '#app/one-importer.ts'",
        "import { b } from './two-importers.ts'",
        "import { l0 } from './long.ts'",
        "import 'node:fs'",
      ),
      file('src/cli/main.ts', "const { b } = await import('#app/two-importers.ts')"),
    ]
    expect(findSmallFiles(files)).toEqual(['src/app/one-importer.ts'])
  })

  it('names that several files export themselves', () => {
    const files = [
      file('src/a.ts', 'export type Draft = 1', 'export const Draft = 1', 'const own = 1'),
      file('src/b.ts', 'export interface Draft {}', 'export async function own() {}'),
      file('src/c.ts', "export { Draft } from './b.ts'", 'export class Alone {}'),
    ]
    expect(findSharedNames(files)).toEqual([{ name: 'Draft', files: ['src/a.ts', 'src/b.ts'] }])
  })

  it('parameters of a name, and the files and places that name a word', () => {
    const files = [
      file(
        'src/a.tsx',
        'export const f = (one: number, { its }: { its: 1 }, its = 2) => one + its',
        'type G = (one: string) => void',
        'function h(this: void, own: 1) { const one = own; return [1].map((one) => <b>{one}</b>) }',
      ),
      file('src/b.ts', 'const maxPerBuyer = saleFacts', '// facts of max_per_buyer'),
    ]
    expect(countParameters(files, new Set(['one', 'its']))).toBe(4)
    expect(countWord(files, 'facts')).toBe(2)
    expect(filesNaming(files, 'max_per_buyer')).toEqual(['src/b.ts'])
  })
})
