import { describe, expect, test } from 'vitest'
import { readCollectionFile } from '#app/collections/collection-file.ts'
import { mapColumns } from '#app/imports/plan/columns.ts'
import { readTable } from '#app/imports/table/table.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { token, tokenRequest } from '#contract/tokens/token.ts'
import { writeCsv } from '../app/imports/table/write-csv.ts'
import sample from '../../resources/sample-collection.json' with { type: 'json' }

const otherNames = ['constructor', 'prototype', 'toString', 'hasOwnProperty']

describe('a column of a table', () => {
  const mapped = (header: string) =>
    mapColumns(readTable(writeCsv([[header], ['x']])), { tags: [], required: [] })

  test.each(['__proto__', 'custom:__proto__'])('%s is refused by its name', (header) => {
    const { columns, issues } = mapped(header)
    expect(columns).toEqual([])
    expect(issues).toContainEqual(
      expect.objectContaining({
        rule: 'forbidden_name',
        severity: 'error',
        column: header,
        message: expect.stringContaining('no attribute may be called __proto__'),
      }),
    )
  })

  test.each(otherNames)('%s becomes a custom attribute', (header) => {
    expect(mapped(header).columns).toMatchObject([{ target: { kind: 'custom', name: header } }])
  })
})

describe('a custom attribute of a token', () => {
  const withAttribute = (name: string): unknown =>
    JSON.parse(
      `{"name": "Leaf", "asset_name": "Leaf", "image": "x", "custom_attributes": {"a": "1", "${name}": "2"}}`,
    )

  test('called __proto__ is refused by its name', () => {
    const { error } = tokenRequest.safeParse(withAttribute('__proto__'))
    expect(error && describeIssues(error)).toMatch(/custom_attributes: the name __proto__/u)
  })

  test.each(otherNames)('a custom attribute called %s is kept', (name) => {
    const read = tokenRequest.parse(withAttribute(name))
    expect(Object.entries(read.custom_attributes ?? {})).toEqual([
      ['a', '1'],
      [name, '2'],
    ])
  })
})

test('what a service says of the metadata on chain keeps a key called __proto__ inside', () => {
  const metadata: unknown = JSON.parse('{"721": {"p": {"Leaf": {"__proto__": "x"}}}}')
  const fields = { id: 't', asset_name: 'Leaf', name: 'Leaf', status: 'OPEN' }
  const read = token.parse({ ...fields, metadata, created_at: 'now', updated_at: 'now' })
  expect(JSON.stringify(read.metadata)).toBe('{"721":{"p":{"Leaf":{"__proto__":"x"}}}}')
})

describe('a collection file', () => {
  const withName = (old: string, name: string) =>
    new TextEncoder().encode(JSON.stringify(sample).replace(`"${old}"`, `"${name}"`))

  test('with an attribute or a field called __proto__ is refused by that name', () => {
    const read = (old: string) => readCollectionFile('c.json', withName(old, '__proto__'))
    expect(() => read('paper')).toThrow(/metadata\.attributes: the name __proto__ is not allowed/u)
    expect(() => read('url')).toThrow(/__proto__: no such field/u)
  })

  test.each(otherNames)('keeps an attribute called %s', (name) => {
    const { metadata } = readCollectionFile('c.json', withName('paper', name))
    expect(Object.keys(metadata?.attributes ?? {})).toContain(name)
  })
})
