import { expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'

/** What a function of the catalogue says of one thing each; undefined for one that takes no number. */
const saidOfOne = (say: (...given: number[]) => unknown): string | undefined => {
  try {
    const said = say(...Array.from({ length: say.length }, () => 1))
    return typeof said === 'string' ? said : undefined
  } catch {
    return undefined
  }
}

const sentences = (part: unknown, path: string): (readonly [path: string, said: string])[] => {
  if (typeof part === 'function') {
    // Every function of the catalogue makes a text.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const said = saidOfOne(part as (...given: number[]) => unknown)
    return said === undefined ? [] : [[path, said]]
  }
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => sentences(value, `${path}.${key}`))
}

/** What these count is a limit, never one. */
const limits = new Set(['text.sales.form.errors.tokens'])

test('no sentence of the window says “1 tokens”', () => {
  const said = sentences(text, 'text')
  expect(said.length).toBeGreaterThan(300)
  expect(
    said.filter(([path, sentence]) => /\b1 tokens\b/u.test(sentence) && !limits.has(path)),
  ).toEqual([])
})
