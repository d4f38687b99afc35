import { expect, it } from 'vitest'
import { planImport } from '#app/imports/plan/plan.ts'
import type { FailedRow } from '#app/imports/plan/plan-types.ts'
import { readTable } from '#app/imports/table/table.ts'
import { writeCsv } from '../table/write-csv.ts'
import { collectionOf, fileOf, plainHeader, plainRow, withCell } from './plan-fixture.ts'

const issuesWith = (failed: readonly FailedRow[], file = fileOf('1.png')) =>
  planImport({
    table: readTable(writeCsv([plainHeader, plainRow])),
    files: [file],
    collection: collectionOf(),
    failed,
  }).issues

it('failed_before: warns of a row that would be sent again as it failed, and not once it was changed', () => {
  const [token] = withCell('name', 'Bean #1').tokens
  if (token === undefined) throw new Error('the row makes no token')
  const { assetName, request, image } = token
  const row = { assetName, request, image, isAboutImage: true, message: 'Row 2: It is damaged.' }
  expect(issuesWith([row])).toMatchObject([
    {
      rule: 'failed_before',
      severity: 'warning',
      row: 2,
      column: 'image',
      message: 'Row 2, image: the last run failed. It is damaged.',
    },
  ])
  expect(issuesWith([{ ...row, isAboutImage: false }])).toMatchObject([{ column: 'asset_name' }])
  expect(issuesWith([row], fileOf('1.png', { mtimeMs: 2 }))).toEqual([])
  expect(issuesWith([{ ...row, request: { ...request, name: 'Other' } }])).toEqual([])
})
