import type { Table } from '#app/imports/table/table-types.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IssueRule } from '#contract/imports/import-rules.ts'
import type { Issue } from '#app/imports/table/issues.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import type { ExistingToken, FileEntry } from '#app/imports/plan/plan-types.ts'
import { editTable } from '#app/imports/table/edit-table.ts'
import { mapColumns } from '#app/imports/plan/columns.ts'
import { letterOfIssue, fixEdit } from '#app/imports/plan/fix-edit.ts'
import { readTable } from '#app/imports/table/table.ts'
import { collectionOf, fileOf, plainHeader, plainRow } from '../plan/plan-fixture.ts'
import { writeCsv } from './write-csv.ts'

const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'
const cidV1 = 'ipfs://bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf47mvof4'
const metadata = { attributes: { Hat: '<hat>' } }

type Scene = {
  readonly rows: readonly (readonly string[])[]
  readonly files?: readonly string[]
  readonly metadata?: typeof metadata
  readonly existing?: readonly ExistingToken[]
}

const tableOf = ({ rows }: Scene): Table => readTable(writeCsv(rows))
const planOf = (table: Table, { files = ['1.png'], metadata, existing = [] }: Scene) =>
  planImport({
    table,
    files: files.map((name): FileEntry => fileOf(name)),
    collection: collectionOf(metadata),
    existing,
  })

const isSame = (a: Issue, b: Issue): boolean =>
  a.rule === b.rule && a.row === b.row && a.column === b.column

/** Of issues that look the same, one is gone. */
const expectFixed = (scene: Scene, found: Issue): void => {
  const table = tableOf(scene)
  const edit = fixEdit(found, { table, columns: planOf(table, scene).columns })
  if (edit === undefined) throw new Error(`${found.rule} has a fix that cannot be applied`)
  const alike = (table: Table) =>
    planOf(table, scene).issues.filter((other) => isSame(other, found)).length
  expect(alike(editTable(table, [edit]))).toBe(alike(table) - 1)
}

const withCell = (column: string, value: string, rest: Partial<Scene> = {}): Scene => {
  const at = plainHeader.findIndex((name) => name === column)
  if (at === -1)
    return {
      rows: [
        [...plainHeader, column],
        [...plainRow, value],
      ],
      ...rest,
    }
  return { rows: [plainHeader, plainRow.map((cell, i) => (i === at ? value : cell))], ...rest }
}

const scenes: readonly (readonly [IssueRule, string, Scene])[] = [
  [
    'guessed_column',
    'file_name for image',
    { rows: [['Asset Name', 'name', 'file_name'], plainRow] },
  ],
  ['guessed_column', 'hat in other words', withCell('attributes[Hat]', 'cap', { metadata })],
  ['unknown_tag', 'a tag of another collection', withCell('<hue>', 'red')],
  ['guessed_column', 'MIME type', withCell('MIME type', 'image/png')],
  ['price_column', 'an attribute', withCell('Price', '5')],
  ['price_unconfirmed', 'in hundreds', withCell('Price', '850')],
  ['row_too_long', 'a comma too many', { rows: [plainHeader, [...plainRow, 'more']] }],
  ['row_too_short', 'cells missing', { rows: [[...plainHeader, 'Mood'], plainRow] }],
  ['surrounding_whitespace', 'spaces', withCell('name', ' Bean ')],
  ['surrounding_whitespace', 'in a column without brackets', withCell('hat', 'cap ', { metadata })],
  ['invisible_character', 'zero width', withCell('name', 'Be\u200Ban')],
  ['invisible_character', 'beside a space', withCell('description', '\u200B a bean')],
  ['text_too_long', 'a name', withCell('name', 'x'.repeat(33))],
  ['text_too_many_bytes', 'a name', withCell('name', '豆'.repeat(22))],
  ['misread_character', 'quotation marks', withCell('name', '\u0084Bean\u0093')],
  ['text_too_long', 'a description', withCell('description', 'x'.repeat(33))],
  ['text_too_many_bytes', 'a description', withCell('description', '豆'.repeat(22))],
  ['missing_value', 'name', withCell('name', '')],
  ['missing_value', 'image', withCell('image', '', { files: ['bean1.PNG'] })],
  ['missing_image', 'no file', withCell('image', '')],
  ['file_not_found', 'no such file', withCell('image', '9.png', { files: [] })],
  [
    'missing_value',
    'asset name',
    { rows: [plainHeader, ['', 'Bean', 'Bean7.png']], files: ['Bean7.png'] },
  ],
  ['missing_tag_value', 'hat', withCell('hat', '', { metadata })],
  ['duplicate_asset_name', 'twice', { rows: [plainHeader, plainRow, plainRow] }],
  ['invalid_image', 'one slash', withCell('image', `ipfs:/${cid}`)],
  ['file_not_found', 'another ending', withCell('image', '1.jpg')],
  ['file_not_found', 'a bare CID', withCell('image', cid)],
  ['file_name_differs', 'another case', withCell('image', 'ART.png', { files: ['art.PNG'] })],
  ['media_type_mismatch', 'gif', withCell('media_type', 'image/gif')],
  ['asset_name_not_ascii', 'an accent', withCell('asset_name', 'Béan1')],
  ['image_in_pieces', 'a CIDv1', withCell('image', cidV1)],
  ['invalid_image', 'a query', withCell('image', `ipfs://${cid}?seed=1`)],
  [
    'token_under_other_name',
    'made anew',
    withCell('image', `ipfs://${cid}`, {
      existing: [
        { assetName: 'B1', image: `ipfs://${cid}`, fields: { asset_name: 'B1', name: 'Bean #1' } },
      ],
    }),
  ],
  [
    'similar_values',
    'case',
    {
      rows: [
        [...plainHeader, 'Ink'],
        ['B1', 'Bean', '1.png', 'blue'],
        ['B2', 'Bean', '1.png', 'Blue'],
        ['B3', 'Bean', '1.png', 'Blue'],
      ],
    },
  ],
]

// Thousands of plans: on a busy machine they take their time.
describe('every fix that planning offers', () => {
  it.each(scenes)('%s (%s) is gone once it is applied', (rule, _, scene) => {
    const found = planOf(tableOf(scene), scene).issues.find((one) => one.rule === rule)
    if (found?.fix === undefined) throw new Error('no such issue')
    expectFixed(scene, found)
  })

  it('is gone, whatever else is wrong with the table; no rule but those above has one', () => {
    const met = new Set<IssueRule>()
    const header = fc.constantFrom(
      'asset_name',
      'Name',
      'name',
      'image',
      'file',
      'hat',
      '<hat>',
      '<hue>',
      'mime',
      'price',
      'media_type',
      'traits[hat]',
      'A',
      'B',
      '',
    )
    const cell = fc.constantFrom(
      '',
      'Bean1',
      'bean1',
      ' Bean1',
      'a\u200Bb',
      '1.png',
      '1.PNG',
      '1.jpg',
      '1',
      cid,
      `ipfs://ipfs/${cid}`,
      'image/gif',
      '<hat>',
      '\u200B',
      'x'.repeat(40),
    )
    const row = fc.array(cell, { minLength: 1, maxLength: 7 })
    const files = fc.subarray(['1.png', '2.PNG', 'Bean1.png', ' 3.png', 'ipfs:4.png'])
    fc.assert(
      fc.property(
        fc
          .array(header, { minLength: 1, maxLength: 6 })
          .filter((all) => all.some((one) => one !== ''))
          // Of two price columns the other is the price once the first is an attribute.
          .filter((all) => all.filter((one) => one === 'price').length < 2),
        fc.array(row, { maxLength: 5 }),
        files,
        (first, rows, files) => {
          const scene: Scene = { rows: [first, ...rows], files, metadata }
          for (const found of planOf(tableOf(scene), scene).issues)
            if (found.fix !== undefined) {
              met.add(found.rule)
              expectFixed(scene, found)
            }
        },
      ),
      { numRuns: 500 },
    )
    expect(met.difference(new Set(scenes.map(([rule]) => rule)))).toEqual(new Set())
    expect(met.size).toBeGreaterThan(8)
  })

  it('offers no file whose name a cell cannot hold', () => {
    for (const name of [' 1.png', 'data:1.png']) {
      const scene = withCell('image', name === ' 1.png' ? '1.jpg' : 'DATA', { files: [name] })
      for (const { fix } of planOf(tableOf(scene), scene).issues)
        expect(fix?.kind).not.toBe('pick_file')
    }
  })
})

describe('the column of an issue', () => {
  const table = readTable(
    writeCsv([
      ['Image', 'B', '', 'A', 'Mood', 'Mood', 'Name'],
      ['1', '2', '3', '4', '5', '6', '7'],
    ]),
  )
  const of = (rule: IssueRule, column: string, value?: string) =>
    letterOfIssue(
      {
        severity: 'error',
        rule,
        row: 1,
        column,
        message: '',
        ...(value === undefined ? {} : { value }),
      },
      { table, columns: mapColumns(table, { tags: [], required: [] }).columns },
    )

  it('is a field by its name, whatever the header spells', () => {
    expect([of('invalid_image', 'image'), of('missing_value', 'name')]).toEqual(['A', 'G'])
  })

  it('is the header before a letter, but for a column without one', () => {
    expect([of('surrounding_whitespace', 'B'), of('surrounding_whitespace', 'A')]).toEqual([
      'B',
      'D',
    ])
    expect([of('empty_header', 'C'), of('empty_header', 'A')]).toEqual(['C', 'D'])
  })

  it('is the second of two that are named alike, where that is the error', () => {
    expect(of('duplicate_header', 'Mood', 'F')).toBe('F')
    expect(of('surrounding_whitespace', 'Mood')).toBe('E')
  })

  it('is a guessed field by its name too', () => {
    const guessed = readTable(
      writeCsv([
        ['asset_name', 'name', 'File'],
        ['1', '2', '3'],
      ]),
    )
    const { columns } = mapColumns(guessed, { tags: [], required: [] })
    const issue = { severity: 'error', rule: 'file_not_found', row: 2, message: '' } as const
    expect(letterOfIssue({ ...issue, column: 'image' }, { table: guessed, columns })).toBe('C')
  })

  it('is none where the column is missing', () => {
    expect(of('missing_column', 'image')).toBeUndefined()
    expect(of('missing_tag_column', '<hat>')).toBeUndefined()
  })
})
