// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { SortedTable } from '#renderer/ui/sorted-table.tsx'
import { reactRoot } from '../react-root.ts'

const render = reactRoot()

beforeEach(async () => {
  await render(
    <MantineProvider env="test">
      <SortedTable
        rows={[
          { name: 'pear', count: 2 },
          { name: 'plum', count: 1 },
        ]}
        columns={[
          { key: 'name', title: 'Name', isRowHeader: true, cell: ({ name }) => name },
          {
            key: 'count',
            title: 'Count',
            align: 'end',
            sort: (a, b) => a.count - b.count,
            cell: ({ count }) => count,
          },
        ]}
        rowKey={({ name }) => name}
        label="Fruit"
        footer={{ name: 'all', count: 3 }}
      />
    </MantineProvider>,
  )
})

const names = () => [...document.querySelectorAll('[scope=row]')].map((cell) => cell.textContent)
const headers = () => [...document.querySelectorAll('[scope=col]')]
const press = () => act(async () => headers()[1]?.querySelector('button')?.click())

test('a table of a sheet sorts by its headers, and its sums stay below', async () => {
  expect(names()).toEqual(['pear', 'plum', 'all'])
  expect(headers().map((header) => header.getAttribute('aria-sort'))).toEqual([null, 'none'])
  await press()
  expect(names()).toEqual(['plum', 'pear', 'all'])
  expect(headers()[1]?.getAttribute('aria-sort')).toBe('ascending')
  await press()
  expect(names()).toEqual(['pear', 'plum', 'all'])
  expect(headers()[1]?.getAttribute('aria-sort')).toBe('descending')
})
