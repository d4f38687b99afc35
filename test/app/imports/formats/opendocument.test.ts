import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { readFolderTable } from '#app/imports/inputs/inputs.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import type { Plan } from '#app/imports/plan/plan-types.ts'
import { folderTest as it } from '../../../support/folder-test.ts'
import { collectionOf, fixedTable } from '../plan/plan-fixture.ts'
import { images, writeFiles } from './fixture.ts'

/** Of LibreOffice; see make.py there. */
const workbook = join(import.meta.dirname, '../../../fixtures/workbooks/libreoffice.ods')

describe('a folder with an OpenDocument workbook', () => {
  it('becomes a plan of what its cells show: dates, leading zeros, results of formulas', async ({
    folder,
  }) => {
    await writeFiles(folder, images('01-fern.jpg', '2.png', 'sub/10.png'))
    await copyFile(workbook, join(folder, 'tokens.ods'))
    await expect(readFolderTable({ folder })).rejects.toMatchObject({
      details: { rule: 'sheet_ambiguous' },
    })
    const { table, works, source } = await readFolderTable({ folder, sheet: 'Prints 2026' })
    expect(source).toMatchObject({ format: 'csv', sheet: { name: 'Prints 2026' } })
    const attributes = { plant: '<plant>', printed: '<printed>', label: '<label>' }
    const collection = collectionOf({ name: '<name>', image: '<image>', attributes })
    const input = { table, files: works, collection }
    const rules = (plan: Plan) =>
      plan.issues.flatMap(({ severity, rule }) => (severity === 'error' ? [rule] : []))
    // A price is an amount alone.
    expect(new Set(rules(planImport(input)))).toEqual(new Set(['invalid_price']))
    const fixed = await fixedTable(input, new Set(['price_column']))
    const plan = planImport({ ...input, table: fixed.table })
    expect(rules(plan)).toEqual([])
    const tokens = plan.tokens.map(({ request, image }) => ({
      ...Object.fromEntries(
        (request.metadata_attributes ?? []).map(({ tag, value }) => [tag, value]),
      ),
      edition: request.custom_attributes?.['edition'],
      price: request.custom_attributes?.['price'],
      image: image.kind === 'file' ? image.file.name : image,
    }))
    expect(tokens).toEqual([
      {
        '<plant>': 'Fern',
        '<printed>': '01.03.2026',
        '<label>': 'Fern No. 1 of 1',
        edition: '007',
        price: '1,234.50 ADA',
        image: '01-fern.jpg',
      },
      {
        '<plant>': '<Olive> & co.',
        '<printed>': '02.03.2026',
        '<label>': 'Olive No. 2 of 2',
        edition: '014',
        price: '2,469.00 ADA',
        image: '2.png',
      },
      {
        '<plant>': 'ü'.repeat(32),
        '<printed>': '3 March 2026',
        '<label>': 'Ginkgo No. 3 of 3',
        edition: '021',
        price: '3,703.50 ADA',
        image: 'sub/10.png',
      },
    ])
  })
})
