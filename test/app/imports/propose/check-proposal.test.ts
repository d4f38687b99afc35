import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metadataErrors, unclosedTagErrors } from '#cardano/collection-errors.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import { checkProposal, proposedTemplate } from '#app/imports/propose/check-proposal.ts'
import { proposeCollection } from '#app/imports/propose/propose-collection.ts'
import { readTable } from '#app/imports/table/table.ts'
import { collectionOf, fileOf } from '../plan/plan-fixture.ts'
import { writeCsv } from '../table/write-csv.ts'

type Rows = readonly (readonly string[])[]

const files = ['1.png', '2.png', 'art/3.png', 'thumbs/1.png', 'river-at-dusk.jpg'].map((name) =>
  fileOf(name),
)

/** What is proposed for a table, and what a plan of it into that collection says. */
const proposed = async (rows: Rows) => {
  const table = readTable(writeCsv(rows))
  const proposal = proposeCollection(table, { folder: '/art/moths' }, files)
  const template = proposedTemplate(proposal)
  const { open, understood } = await checkProposal(proposal, { table, files })
  const plan = planImport({ table, files, collection: collectionOf(template) })
  return { proposal, template, open, understood, plan }
}

describe('the check of a proposal', () => {
  it('says how columns are read whose header does not say it, and that nothing is open', async () => {
    const { open, understood } = await proposed([
      ['asset_name', 'title', 'No'],
      ['Moth1', 'Moth one', '1'],
      ['Moth2', 'Moth two', '2'],
    ])
    expect(open).toBeNull()
    expect(understood).toEqual([
      expect.stringContaining('"title" is taken as name.'),
      expect.stringContaining('No column holds the images, so "No" names them'),
    ])
  })

  it('asks about the table before its rows', async () => {
    const { open } = await proposed([
      ['asset_name', 'name', 'front', 'back', 'description'],
      ['Moth1', 'Moth one', '1.png', '2.png', 'x'],
      ['Moth2', 'Moth two', '2.png', '1.png', 'y'],
    ])
    expect(open).toMatchObject({ rule: 'missing_column', column: 'image', rows: null })
  })

  it('names the fixes after which nothing is open', async () => {
    const rows = [
      ['asset_name', 'name', 'image'],
      ['Moth1', 'A moth above the slow canal, at night', '1.png'],
    ]
    expect((await proposed(rows)).open).toMatchObject({ rule: 'text_too_long', fixes: ['all'] })
    const more = await proposed([...rows, ['Moth2', 'Lost', '']])
    expect(more.open).toMatchObject({ rule: 'text_too_long', fixes: ['all', 'missing_image'] })
  })

  it('counts the rows with an error, and names the first', async () => {
    const { open } = await proposed([
      ['asset_name', 'name', 'image'],
      ['Moth1', 'Moth one', '1.png'],
      ['Moth2', '', ''],
      ['Moth3', 'Moth three', '9.png'],
    ])
    expect(open).toMatchObject({ rule: 'missing_value', column: 'name', rows: 2 })
    expect(open?.fixes).toEqual(['all', 'missing_image', 'file_not_found'])
    expect(open?.message).toMatch(/^Row 3, name: no name/u)
  })
})

it('What is proposed passes the plan of an import, or one question says why not', async () => {
  const header = fc.constantFrom(
    'asset_name',
    'name',
    'Title',
    'image',
    'scan',
    'No',
    'description',
    'Hat',
    'hat',
    'Wing colour',
    '<Paper>',
    'custom:Mood',
    'custom:name',
    'ignore:Note',
    'work',
    'price',
    'price_ada',
    'sold',
    'title_de',
    'Title / Titre',
    'mediaType',
    '__proto__',
    'a<b',
    '',
  )
  const cell = fc.constantFrom(
    '',
    '1',
    '2',
    '1.png',
    '3.png',
    '/thumbs/1.png',
    'https://shop.example/2.png?v=1',
    'River at dusk',
    'Moth one',
    '<b>',
    'x'.repeat(40),
    'Red',
    'red',
    '€5',
    'sold',
  )
  const table = fc
    .tuple(
      fc.uniqueArray(header, { minLength: 1, maxLength: 7 }),
      fc.array(fc.array(cell, { minLength: 7, maxLength: 7 }), { maxLength: 4 }),
    )
    .filter(([headers]) => headers.some((one) => one !== ''))
    .map(([headers, rows]): Rows => [
      ['asset_name', 'name', 'file', ...headers],
      ...rows.map((cells, at) => [
        `Moth${at}`,
        `Moth ${at}`,
        '1.png',
        ...cells.slice(0, headers.length),
      ]),
    ])
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const { proposal, template, open, plan } = await proposed(rows)
      expect([...metadataErrors(template), ...unclosedTagErrors(template)]).toEqual([])
      expect(open === null).toBe(plan.counts.errors === 0)
      if (open !== null) return
      const given = new Set(
        plan.tokens.flatMap(({ request }) => [
          ...(request.metadata_attributes ?? []).map(({ tag }) => tag),
          ...Object.keys(request.custom_attributes ?? {}),
        ]),
      )
      const named = (kind: string) =>
        proposal.columns.flatMap((column) => (column.kind === kind ? [column.name] : []))
      const tags = proposal.columns.flatMap((column) =>
        column.kind === 'attribute' && column.text.startsWith('<') ? [column.text] : [],
      )
      expect(new Set([...tags, ...named('each')]).difference(given)).toEqual(new Set())
      expect(new Set(named('left_out')).intersection(given)).toEqual(new Set())
    }),
    { numRuns: 400 },
  )
})
