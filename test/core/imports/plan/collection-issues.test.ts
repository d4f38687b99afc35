import { describe, expect, it } from 'vitest'
import { planImport } from '#core/imports/plan/plan.ts'
import type { RoyaltyStatus } from '#core/imports/plan/plan-types.ts'
import { readTable } from '#core/imports/table/table.ts'
import { writeCsv } from '../table/write-csv.ts'
import { collectionOf, fileOf, issuesOf, plainHeader, plainRow, planOf } from './plan-fixture.ts'

const planWith = (metadata: Parameters<typeof collectionOf>[0]) =>
  planOf({ rows: [plainHeader, plainRow], files: ['1.png'], metadata })

describe('what the collection gives all tokens', () => {
  it('incomplete_file: a file needs name, media type and source', () => {
    const plan = planWith({ files: [{ src: '<image>' }] })
    const found = issuesOf(plan, 'incomplete_file')
    expect(found).toMatchObject([{ severity: 'warning', row: null }])
    expect(found[0]?.message).toContain('files[0] has no name and no media_type')
    const whole = { name: '<name>', media_type: 'image/png', src: '<image>' }
    expect(issuesOf(planWith({ files: [whole] }), 'incomplete_file')).toEqual([])
  })

  it('address_not_ipfs and query_string: in a file and in the image', () => {
    const file = { name: 'Work', media_type: 'text/html' }
    const plan = planWith({
      image: 'https://example.com/<asset_name>.png',
      files: [
        { ...file, src: 'ipfs://Qm/<asset_name>.html?seed=1' },
        { ...file, src: 'ipfs://Qm/index.html' },
      ],
    })
    expect(issuesOf(plan, 'address_not_ipfs')).toHaveLength(1)
    expect(issuesOf(plan, 'query_string')).toHaveLength(1)
  })

  it('template_media_type: a fixed type that is no MIME type, or not that of an image', () => {
    const values = (metadata: Parameters<typeof collectionOf>[0]) =>
      issuesOf(planWith(metadata), 'template_media_type').map(({ value }) => value)
    expect(values({ media_type: 'png' })).toEqual(['png'])
    expect(values({ media_type: 'video/mp4' })).toEqual(['video/mp4'])
    const file = { name: 'Work', src: 'ipfs://Qm/work' }
    expect(values({ files: [{ ...file, media_type: 'mp4' }] })).toEqual(['mp4'])
    expect(
      values({ media_type: '<media_type>', files: [{ ...file, media_type: 'video/mp4' }] }),
    ).toEqual([])
  })

  it('media_type_mismatch: a file of another type than the collection says for every token', () => {
    const metadata = { media_type: 'image/webp' }
    const found = issuesOf(planWith(metadata), 'media_type_mismatch')
    expect(found).toMatchObject([{ row: 2, column: 'image', value: 'image/webp' }])
    expect(found[0]?.message).toContain('pinned as image/png')
    expect(issuesOf(planWith({ media_type: 'image/png' }), 'media_type_mismatch')).toEqual([])
  })

  it('misspelt_field: an attribute that looks like a field of CIP-25', () => {
    const plan = planWith({ attributes: { mediatype: 'image/png', Ink: 'blue' } })
    expect(issuesOf(plan, 'misspelt_field')).toMatchObject([{ row: null, value: 'mediatype' }])
  })
})

const planUnder = (royalty: RoyaltyStatus | undefined) =>
  planImport({
    table: readTable(writeCsv([plainHeader, plainRow])),
    files: [fileOf('1.png')],
    collection: collectionOf(),
    royalty,
  })

describe('royalty_first', () => {
  it.each(['unpaid', 'awaiting_witnesses', 'minting', 'failed', 'impossible'] as const)(
    'is said while the royalty is %s',
    (status) => {
      expect(issuesOf(planUnder(status), 'royalty_first')).toHaveLength(1)
    },
  )

  it.each(['minted', undefined] as const)('is not said of %s', (status) => {
    expect(issuesOf(planUnder(status), 'royalty_first')).toEqual([])
  })
})

describe('asset names of the collection', () => {
  it('asset_name_case: a new name that differs from a token by case only', () => {
    const plan = planOf({
      rows: [plainHeader, plainRow],
      files: ['1.png'],
      existing: [{ assetName: 'bean1', fields: { asset_name: 'bean1', name: 'x' }, image: null }],
    })
    expect(issuesOf(plan, 'asset_name_case')).toMatchObject([{ row: 2, value: 'Bean1' }])
  })
})
