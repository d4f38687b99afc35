import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = import.meta.dirname
const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['bench/**', 'tests-wait.test.ts'] })
const filesWith = (pattern: RegExp): readonly string[] =>
  files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))

it('Tests press Escape through closeByEscape, which waits until what it closes is there', () => {
  expect(filesWith(/press\('Escape'\)/u)).toEqual([join('support', 'window-actions.ts')])
})

it('Tests of the window wait for a state of the page, and never for a time', () => {
  expect(filesWith(/waitForTimeout/u)).toEqual([])
})

it('Tests give no page a limit of its own: app.ts sets one that holds on a busy machine', () => {
  expect(filesWith(/setDefaultTimeout/u)).toEqual([join('support', 'app.ts')])
})
