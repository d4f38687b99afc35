import { describe, expect, it } from 'vitest'
import { Cid } from '#media/content/cid.ts'
import { existingTokenIssue } from '#app/imports/plan/existing.ts'
import type { ExistingToken } from '#app/imports/plan/plan-types.ts'
import { token } from '#contract/tokens/token.ts'
import { fileOf, issuesOf, plainHeader, planOf, type Scene } from './plan-fixture.ts'

const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'
const otherCid = 'QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n'

const answered = (facts: Readonly<Record<string, unknown>> = {}) =>
  token.parse({
    id: 't1',
    asset_name: 'Bean1',
    name: 'Bean #1',
    fingerprint: null,
    status: 'FOR_SALE',
    description: null,
    image: `ipfs://${cid}`,
    media_type: 'image/png',
    metadata_attributes: [{ name: 'Hat', tag: 'hat', value: 'cap' }],
    custom_attributes: { Mood: 'calm' },
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...facts,
  })

const held = existingTokenIssue(answered())

const planWith = (existing: ExistingToken, image = '1.png', scene: Partial<Scene> = {}) =>
  planOf({
    rows: [
      [...plainHeader, 'hat', 'custom:Mood'],
      ['Bean1', 'Bean #1', image, 'cap', 'calm'],
    ],
    files: image === '1.png' ? ['1.png'] : [],
    metadata: { attributes: { Hat: '<hat>' } },
    existing: [existing],
    ...scene,
  })

const stateOf = (...input: Parameters<typeof planWith>) => planWith(...input).tokens[0]?.state

describe('existingToken', () => {
  it("reads the service's answer, whatever of it is null or in pieces", () => {
    expect(held.fields).toEqual({
      asset_name: 'Bean1',
      name: 'Bean #1',
      media_type: 'image/png',
      metadata_attributes: [{ tag: '<hat>', value: 'cap' }],
      custom_attributes: { Mood: 'calm' },
    })
    const bare = existingTokenIssue(
      answered({ image: ['ipfs://', cid], metadata_attributes: null, custom_attributes: null }),
    )
    expect(bare.image).toBe(`ipfs://${cid}`)
    expect(bare.fields.metadata_attributes).toEqual([])
    expect(existingTokenIssue(answered({ image: null })).image).toBeNull()
  })
})

describe('a row whose asset name the collection has', () => {
  it('is done when fields and image are the same', () => {
    expect(stateOf(held, `ipfs://${cid}`)).toBe('done')
    expect(planWith(held, `ipfs://${cid}`).counts).toMatchObject({ done: 1, new: 0, errors: 0 })
  })

  it('is to be compared when only the run can know the image', () => {
    expect(stateOf(held)).toBe('compare')
    expect(stateOf(held, 'https://example.org/1.png')).toBe('compare')
    expect(stateOf({ ...held, image: null }, `ipfs://${cid}`)).toBe('compare')
  })

  it("is done when the journal's source is the folder's file", () => {
    const source = { kind: 'file', size: 1000, mtimeMs: 1 } as const
    expect(stateOf({ ...held, source })).toBe('done')
    expect(stateOf({ ...held, source: { ...source, mtimeMs: 2 } })).toBe('compare')
    const url = 'https://example.org/1.png'
    expect(stateOf({ ...held, source: { kind: 'url', url } }, url)).toBe('done')
  })

  it('trusts equal content more than times', () => {
    const source = { kind: 'file', size: 1000, mtimeMs: 9, sha256: 'aa' } as const
    const files = (sha256: string) => ({ files: [fileOf('1.png', { sha256 })] })
    expect(stateOf({ ...held, source }, '1.png', files('aa'))).toBe('done')
    const other = planWith({ ...held, source: { ...source, mtimeMs: 1 } }, '1.png', files('bb'))
    expect(issuesOf(other, 'asset_name_taken')).toHaveLength(1)
  })

  it.each([
    ['name', { name: 'Other' }],
    ['description', { description: 'Other' }],
    ['<hat>', { metadata_attributes: [{ tag: '<hat>', value: 'crown' }] }],
    ['Mood', { custom_attributes: {} }],
    ['Year', { custom_attributes: { Mood: 'calm', Year: '1' } }],
  ])('asset_name_taken: another %s', (field, facts) => {
    const plan = planWith(existingTokenIssue(answered(facts)))
    expect(plan.issues).toMatchObject([
      { rule: 'asset_name_taken', severity: 'error', row: 2, column: 'asset_name' },
    ])
    expect(plan.issues[0]?.message).toContain(`another ${field}.`)
    expect(plan.tokens).toEqual([])
  })

  it('asset_name_taken: another image', () => {
    const byCid = planWith(held, `ipfs://${otherCid}`)
    const bySize = planWith({ ...held, source: { kind: 'file', size: 1, mtimeMs: 1 } })
    for (const plan of [byCid, bySize])
      expect(issuesOf(plan, 'asset_name_taken')[0]?.message).toContain('another image.')
  })

  describe('and another media type', () => {
    const webp = existingTokenIssue(answered({ media_type: 'image/webp' }))
    const planAs = (mediaType: string, image: string) =>
      planWith(webp, image, {
        rows: [
          [...plainHeader, 'hat', 'custom:Mood', 'media_type'],
          ['Bean1', 'Bean #1', image, 'cap', 'calm', mediaType],
        ],
      })

    it('is compared when the image may have become that', () => {
      expect(planAs('', '1.png').tokens[0]?.state).toBe('compare')
      expect(planAs('image/png', '1.png').tokens[0]?.state).toBe('compare')
    })

    it.each([
      ['a video stays one', 'video/mp4', '1.png'],
      ['a pinned image is sent with the type of the table', 'image/png', `ipfs://${cid}`],
    ])('asset_name_taken: %s', (_why, mediaType, image) => {
      const [taken] = issuesOf(planAs(mediaType, image), 'asset_name_taken')
      expect(taken?.message).toContain('another media_type.')
    })
  })
})

describe('a folder that was exported', () => {
  const contents = new Map([[Cid(cid), 'a1']])
  const files = [fileOf('1.png', { sha256: 'a1' })]

  it('has files of the very content of the tokens, so that they are done', () => {
    expect(stateOf(held, '1.png', { files, contents })).toBe('done')
    expect(stateOf(held, '1.png', { files })).toBe('compare')
    const others = [fileOf('1.png', { sha256: 'b2' })]
    expect(stateOf(held, '1.png', { files: others, contents })).toBe('compare')
    expect(stateOf(held, '1.png', { contents })).toBe('compare')
  })

  it('is compared when it is imported where images get another size or form', () => {
    for (const settings of [
      { maxPixels: 20, format: 'keep' },
      { maxPixels: null, format: 'webp' },
      { maxPixels: null, format: 'keep', square: true },
    ] as const)
      expect(stateOf(held, '1.png', { files, contents, settings })).toBe('compare')
  })

  it('token_under_other_name: has tokens of the collection under asset names that were made anew', () => {
    const other = {
      ...held,
      assetName: 'Bean0001',
      fields: { ...held.fields, asset_name: 'Bean0001' },
    }
    const warned = (existing: readonly ExistingToken[], image?: string) =>
      issuesOf(planWith(held, image, { existing, files, contents }), 'token_under_other_name')
    const [found] = warned([other])
    expect(found).toMatchObject({ severity: 'warning', row: 2, fix: { value: 'Bean0001' } })
    expect(warned([other], `ipfs://${cid}`)).toHaveLength(1)
    expect(warned([held])).toEqual([])
    expect(warned([{ ...other, image: `ipfs://${otherCid}` }])).toEqual([])
    expect(warned([{ ...other, fields: { ...other.fields, name: 'Bean #2' } }])).toEqual([])
    expect(warned([other, { ...other, assetName: 'Bean0002' }])).toEqual([])
  })
})

it('asset_name_taken: is another picture, as soon as the bytes of both are known', () => {
  const contents = new Map([[Cid(cid), 'a'.repeat(64)]])
  const header = { raster: 'png', width: 9, height: 9, frames: 1, upright: true } as const
  const fileWith = (sha256: string) => {
    const source = { size: 1000, mtimeMs: 1, inode: '1', sha256 }
    const image = { mediaType: 'image/png', header, hasGps: false, source }
    return fileOf('1.png', { check: { kind: 'sound', image } })
  }
  const planned = (sha256: string, known = contents) =>
    planWith(held, '1.png', { files: [fileWith(sha256)], contents: known })
  expect(planned('a'.repeat(64)).tokens.map(({ state }) => state)).toEqual(['done'])
  expect(issuesOf(planned('b'.repeat(64)), 'asset_name_taken')).toMatchObject([
    { severity: 'error', row: 2, message: expect.stringContaining('with another image') },
  ])
  // Of what is not on this computer nobody knows the bytes.
  expect(planned('b'.repeat(64), new Map()).tokens.map(({ state }) => state)).toEqual(['compare'])
})
