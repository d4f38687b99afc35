import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const renderer = join(import.meta.dirname, '..', 'src', 'renderer')

const sources = async (): Promise<readonly (readonly [string, string])[]> => {
  const names = await readdir(renderer, { recursive: true })
  return Promise.all(
    names
      .filter((name) => /\.tsx?$/u.test(name))
      .map(
        async (name) =>
          [name.replaceAll('\\', '/'), await readFile(join(renderer, name), 'utf8')] as const,
      ),
  )
}

/** Where an amount is text and not an element with its exact value on hover. */
const amountsAsText = [
  // They are the element and the sentence of an error, whose details are exact.
  'ui/text-parts.tsx',
  'text/en/common.ts',
  // Exact: what is signed.
  'views/signing/amount.tsx',
  'views/signing/details-sheet.tsx',
  'views/signing/net-change.tsx',
  'views/signing/sentence.ts',
  // One line of text; each token has its exact price.
  'views/collections/counts-text.ts',
  // Charts have a table with the exact amounts; buttons stand beside them.
  'views/sales/analytics/sales-charts.tsx',
  'views/minting/form/test-wallet-funding.tsx',
]

test('every other amount of ADA in the window is exact on hover', async () => {
  const found = (await sources())
    .filter(([, source]) => /\badaText\(/u.test(source))
    .map(([name]) => name)
  expect(found.toSorted()).toEqual(amountsAsText.toSorted())
})

test('no text of the window lets a line end between an amount and its sign', async () => {
  const found = (await sources()).filter(([, source]) =>
    /[\d}] ₳/u.test(source.replaceAll(/\/\*.*?\*\/|\/\/.*/gsu, '')),
  )
  expect(found.map(([name]) => name)).toEqual([])
})

test('no text of the window has the word ADA behind an amount', async () => {
  const found = (await sources()).filter(([, source]) =>
    /[\d}] ADA\b|adaText\([^)]*'ADA'/u.test(source.replaceAll(/\/\*.*?\*\/|\/\/.*/gsu, '')),
  )
  expect(found.map(([name]) => name)).toEqual([])
})
