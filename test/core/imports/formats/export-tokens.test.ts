import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { exportFormats, exportTokens } from '#core/imports/formats/export-tokens.ts'
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
    name: `${assetName}, "the one"`,
    metadata_attributes: [{ tag: '<eyes>', value: eyes }],
    custom_attributes: { Story: `${'A long story. '.repeat(12)}End; of it` },
    ...(price === undefined ? {} : { price }),
  },
})
const tokens = [tokenOf('Bean0002', 'Red', 25_500_000), tokenOf('Bean0010', '007')]

describe('tokens that are exported', () => {
  for (const format of exportFormats)
    it(`come back from ${format} as the same tokens`, async ({ folder }) => {
      await mkdir(folder, { recursive: true })
      const name = format === 'csv' ? 'tokens.csv' : 'metadata.json'
      await writeFile(join(folder, name), exportTokens(format, collection, tokens))
      const { table, works, source } = await readFolderTable({ folder })
      expect(source.format).toBe(format)
      const plan = planImport({ table, files: works, collection, existing: tokens })
      expect(plan.issues.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(plan.tokens.map(({ assetName, state }) => [assetName, state])).toEqual([
        ['Bean0002', 'done'],
        ['Bean0010', 'done'],
      ])
      // Metadata holds no price.
      expect(plan.tokens.map(({ request }) => request.price)).toEqual(
        format === 'csv' ? [25_500_000, undefined] : [undefined, undefined],
      )
    })
})
