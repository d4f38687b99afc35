import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import {
  type ExportFormat,
  exportFormats,
  exportTokens,
  unheldFacts,
} from '#core/imports/formats/export-tokens.ts'
import { readFolderTable } from '#core/imports/inputs/inputs.ts'
import { planImport } from '#core/imports/plan/plan.ts'
import type { ExistingToken } from '#core/imports/plan/plan-types.ts'
import { folderTest as it } from '../../../support/folder-test.ts'
import { collectionOf } from '../plan/plan-fixture.ts'

const image = 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKbxBJ'
const collection = collectionOf({
  name: '<name>',
  image: '<image>',
  attributes: { Eyes: '<eyes>', Artist: 'Ada Press' },
})
const tokenOf = (assetName: string, eyes: string, price?: number): ExistingToken => ({
  assetName,
  image,
  fields: {
    asset_name: assetName,
    name: assetName.replace(/0*(?=\d+$)/u, ' #'),
    metadata_attributes: [{ tag: '<eyes>', value: eyes }],
    custom_attributes: { Story: `${'A long story. '.repeat(12)}End; of "it"` },
    ...(price === undefined ? {} : { price }),
  },
})
const tokens = [tokenOf('Bean0002', 'Red', 25_500_000), tokenOf('Bean0010', '007')]

describe('tokens that are exported', () => {
  const readBack = async (folder: string, format: ExportFormat, held = tokens) => {
    await mkdir(folder, { recursive: true })
    const exported = exportTokens(format, collection, held)
    const files =
      exported instanceof Uint8Array
        ? new Map([[format === 'cip25' ? 'metadata.json' : 'tokens.csv', exported]])
        : exported
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes)
    const { table, works, source } = await readFolderTable({ folder })
    expect(source.format).toBe(format)
    const plan = planImport({ table, files: works, collection, existing: held })
    return { ...plan, files: [...files.keys()] }
  }

  for (const format of exportFormats)
    it(`come back from ${format} as the same tokens`, async ({ folder }) => {
      const plan = await readBack(folder, format)
      expect(plan.issues.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(plan.tokens.map(({ assetName, state }) => [assetName, state])).toEqual([
        ['Bean0002', 'done'],
        ['Bean0010', 'done'],
      ])
      expect(plan.tokens.map(({ request }) => request.price)).toEqual(
        format === 'csv' ? [25_500_000, undefined] : [undefined, undefined],
      )
      // Metadata holds no price, which is said before.
      expect(unheldFacts(format, collection, tokens).join(' ')).toMatch(
        format === 'csv' ? /^$/u : /^The format has no prices: 1 token has one\./u,
      )
    })

  it('that NMKR would rename are files of their own and come back', async ({ folder }) => {
    const odd = ['Fern_1', 'fern1', 'Ferné', '№9'].map((name) => tokenOf(name, 'Red'))
    const { files, tokens: read } = await readBack(folder, 'nmkr', odd)
    expect(files).toEqual(['Fern1.metadata', 'fern1-2.metadata', 'Ferne.metadata', 'No9.metadata'])
    expect(new Set(read.map(({ assetName, state }) => `${assetName} ${state}`))).toEqual(
      new Set(['Fern_1 done', 'fern1 done', 'Ferné done', '№9 done']),
    )
    expect(unheldFacts('nmkr', collection, odd)).toEqual([
      expect.stringContaining('would change 3 names'),
    ])
  })

  it('whose names OpenSea cannot hold are counted before', () => {
    const odd = [tokenOf('Fern', 'Red'), tokenOf('Olive', 'Blue')]
    expect(unheldFacts('opensea', collection, odd).join(' ')).toContain(
      'no asset names. An import makes them of the name and the number: 2 tokens get another one, such as Beans0001.',
    )
  })
})
