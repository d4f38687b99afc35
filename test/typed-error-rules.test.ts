import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..', 'src')

/** What reads the rule of any error: the tables themselves, what crosses HTTP, the advice by rule. */
const readsAnyRule = new Set([
  'values/errors/error-rules.ts',
  'contract/rule-headers.ts',
  'cli/terminal/error-advice.ts',
])

/** Details with a rule that is written out, and reading the rule of details. */
const untyped = /details: \{[^}]*\brule: '|details\??(?:\.rule\b|\['rule'\])/u

it('an error rule is thrown and caught by the table of its capability', () => {
  const files = globSync('**/*.ts', { cwd: source })
    .map((path) => path.replaceAll('\\', '/'))
    // The rules of an import are those of its issues.
    .filter((path) => !/^(?:app|contract|main\/services)\/imports\//u.test(path))
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.filter((path) => {
    const code = readFileSync(join(source, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//gu, '')
    return untyped.test(code)
  })
  expect(found.filter((path) => !readsAnyRule.has(path))).toEqual([])
})
