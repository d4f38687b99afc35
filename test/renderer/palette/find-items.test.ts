import { expect, test } from 'vitest'
import { findItems, recentItems, type PaletteGroup } from '#renderer/views/palette/find-items.ts'

const item = (label: string, rest: { hint?: string; keywords?: string } = {}) => ({
  id: label,
  picture: { cid: null },
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

test('a name is found with letters left out, an ID only as it is', () => {
  expect(found('olv')).toMatchObject([['Tokens', expect.anything(), 23]])
  expect(found('plcs')).toEqual([['Go to', ['Policies'], 0]])
  expect(found('a2c3')).toEqual([])
})

test('among equal matches the one that was used last comes first', () => {
  const [tokens] = findItems(groups, 'olive', ['Olive No. 9', 'Olive No. 30'])
  expect(tokens?.items.map(({ label }) => label).slice(0, 3)).toEqual([
    'Olive No. 9',
    'Olive No. 30',
    'Olive No. 1',
  ])
  expect(recentItems(groups, ['gone', 'Press', 'Policies']).map(({ id }) => id)).toEqual([
    'Press',
    'Policies',
  ])
})
