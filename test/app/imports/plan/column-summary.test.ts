import { describe, expect, it } from 'vitest'
import { collectionTags } from '#app/imports/plan/collection-tags.ts'
import { summarizeColumns, mappingTargets } from '#app/imports/plan/column-summary.ts'
import { mapColumns } from '#app/imports/plan/columns.ts'
import { readTable } from '#app/imports/table/table.ts'
import type { Table } from '#app/imports/table/table-types.ts'
import { writeCsv } from '../table/write-csv.ts'
import { collectionOf } from './plan-fixture.ts'

const collection = collectionOf({ attributes: { Hat: '<hat>' }, description: 'a <mood> bean' })

const tags = collectionTags(collection.metadata ?? undefined)
const factsOf = (table: Table) => summarizeColumns(table, mapColumns(table, tags).columns)

describe('columnFacts', () => {
  it('tells what each column fills, and its first different values', () => {
    const table = readTable(
      writeCsv([
        ['Asset_Name', '<hue>', '', 'HAT', 'Year', 'hat'],
        ['B1', 'red', 'x', '', '2026', 'a'],
        ['B2', ' red', 'x', 'cap', '2026', 'b'],
        ['B3', 'x'.repeat(100), 'x', 'fez', '2026', 'c'],
        ['B4', 'blue', 'x', 'bow', '2026', 'd'],
      ]),
    )
    expect(factsOf(table)).toEqual([
      {
        header: 'Asset_Name',
        letter: 'A',
        target: { kind: 'field', name: 'asset_name' },
        samples: ['B1', 'B2', 'B3'],
        isNumber: false,
      },
      {
        header: '<hue>',
        letter: 'B',
        target: null,
        samples: ['red', `${'x'.repeat(79)}…`, 'blue'],
        isNumber: false,
      },
      { header: '', letter: 'C', target: null, samples: ['x'], isNumber: false },
      {
        header: 'HAT',
        letter: 'D',
        target: { kind: 'tag', name: '<hat>' },
        samples: ['cap', 'fez', 'bow'],
        isNumber: false,
      },
      {
        header: 'Year',
        letter: 'E',
        target: { kind: 'custom', name: 'Year' },
        samples: ['2026'],
        isNumber: false,
      },
      { header: 'hat', letter: 'F', target: null, samples: ['a', 'b', 'c'], isNumber: false },
    ])
  })

  it('shows the first values of a column that is empty for thousands of rows', () => {
    const empty = Array.from({ length: 2_000 }, (_, index) => [`B${index}`, ''])
    const [, hat] = factsOf(
      readTable(writeCsv([['asset_name', 'Hat'], ...empty, ['B2000', 'cap'], ['B2001', 'fez']])),
    )
    expect(hat?.samples).toEqual(['cap', 'fez'])
  })
})

describe('mappingTargets', () => {
  it("are the token's fields and the collection's tags", () => {
    expect(mappingTargets(collection).map(({ header, required }) => [header, required])).toEqual([
      ['asset_name', true],
      ['name', true],
      ['description', false],
      ['media_type', false],
      ['image', true],
      ['price_ada', false],
      ['<hat>', true],
      ['<mood>', true],
    ])
  })

  it('name headers that map a column there', () => {
    for (const { kind, name, header } of mappingTargets(collection)) {
      const table = readTable(writeCsv([[header], ['x']]))
      expect(factsOf(table)[0]?.target).toEqual({ kind, name })
    }
  })
})
