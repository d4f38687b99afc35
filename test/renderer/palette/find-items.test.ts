import { expect, test } from 'vitest'
import { findItems, type PaletteGroup } from '#renderer/views/palette/find-items.ts'

const item = (label: string, rest: { hint?: string; keywords?: string } = {}) => ({
  id: label,
  label,
  run: () => undefined,
  ...rest,
})
const groups: readonly PaletteGroup[] = [
  { title: 'Go to', isFirst: true, items: [item('Collections'), item('Policies')] },
  {
    title: 'Tokens',
    items: Array.from({ length: 30 }, (_, index) => item(`Olive No. ${index + 1}`)),
  },
  {
    title: 'Policies',
    items: [item('The press', { keywords: 'a1b2c3' }), item('Press', { hint: 'Devnet' })],
  },
]
const found = (query: string) =>
  findItems(groups, query).map(({ title, items, left }) => [
    title,
    items.map(({ label }) => label),
    left,
  ])

test('before anything is typed, only the groups that come first are shown', () => {
  expect(found('  ')).toEqual([['Go to', ['Collections', 'Policies'], 0]])
})

test('every typed word is searched in name, hint and keywords', () => {
  expect(found('press devnet')).toEqual([['Policies', ['Press'], 0]])
  expect(found('A1B2')).toEqual([['Policies', ['The press'], 0]])
  expect(found('nothing')).toEqual([])
})

test('names that start with the text come first, and a long group says how many are left', () => {
  expect(found('press')).toEqual([['Policies', ['Press', 'The press'], 0]])
  const [tokens] = findItems(groups, 'olive')
  expect(tokens?.items).toHaveLength(7)
  expect(tokens?.left).toBe(23)
})
