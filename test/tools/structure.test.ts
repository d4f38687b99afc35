import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isAllowedFile, listedTests, structureErrors } from '../../tools/structure/errors.ts'
import { filesOfFacts } from '../../tools/structure/exceptions.ts'
import {
  countCodeLines,
  countLines,
  countParameters,
  countUnsealedFacts,
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

  it('parameters of a name, and the files that name a word', () => {
    const files = [
      file(
        'src/a.tsx',
        'export const f = (one: number, { its }: { its: 1 }, its = 2) => one + its',
        'type G = (one: string) => void',
        'function h(this: void, own: 1) { const one = own; return [1].map((one) => <b>{one}</b>) }',
      ),
      file('src/b.ts', 'const maxPerBuyer = 1'),
    ]
    expect(countParameters(files, new Set(['one', 'its']))).toBe(4)
    expect(filesNaming(files, 'max_per_buyer')).toEqual(['src/b.ts'])
  })

  it('“facts”, but for what a seal states', () => {
    const files = [
      file('src/a.ts', 'const saleFacts = 1', '// facts of a sale, --out facts.json'),
      file('src/b.ts', "import { Seal } from '#keys/seal/seal.ts'", 'const facts = 1'),
      file('src/c.ts', '/** @throws as `SealedFacts.require` */', "call('servers.confirmFacts')"),
    ]
    expect(countUnsealedFacts(files)).toBe(2)
    expect(isAllowedFile('src/keys/vault/a.ts', filesOfFacts)).toBe(true)
    expect(isAllowedFile('src/app/a.ts', filesOfFacts)).toBe(false)
  })
})

describe('what npm run check refuses about the structure', () => {
  const files = [
    file('src/app/small.ts', 'export const cancel = 1'),
    file('src/studio/handlers.ts', 'export const cancel = 1'),
    file(
      'src/studio/app.ts',
      "import { cancel } from './handlers.ts'",
      "import * as small from '#app/small.ts'",
    ),
  ]
  const allow = (...allowed: readonly string[]) => [{ why: 'for a test', allowed }]

  it('names that several files export, and small files with one importer, without a reason', () => {
    expect(structureErrors(files, { names: [], smallFiles: allow('src/*/handlers.ts') })).toEqual([
      'cancel is exported by src/app/small.ts and src/studio/handlers.ts: give each a name of its own',
      'src/app/small.ts is small and has one importer: merge it into that, or into a file on its subject',
    ])
    expect(
      structureErrors(files, {
        names: allow('cancel'),
        smallFiles: allow('src/app/small.ts', 'src/*/handlers.ts'),
      }),
    ).toEqual([])
  })

  it('exceptions that nothing needs any more', () => {
    const app = files.slice(2)
    expect(
      structureErrors(app, { names: allow('cancel'), smallFiles: allow('src/*/handlers.ts') }),
    ).toEqual([
      'cancel is not exported by several files any more: remove it from tools/structure/exceptions.ts',
      'src/*/handlers.ts fits no small file with one importer any more: remove it from tools/structure/exceptions.ts',
    ])
  })

  it('a test that the configuration of vitest lists by itself', () => {
    const configuration = readFileSync(
      join(import.meta.dirname, '..', '..', 'vitest.config.ts'),
      'utf8',
    )
    expect(listedTests(configuration)).toEqual([])
    expect(
      listedTests(configuration.replace("'test/**/*.isolated.test.ts'", "'test/a/b.test.ts'")),
    ).toEqual([
      'vitest.config.ts lists test/a/b.test.ts: let the suffix of its name say when it runs',
    ])
  })
})
