import { describe, expect, it } from 'vitest'
import { issuesOf, plainHeader, planOf, policyId, rulesOf, withCell } from './plan-fixture.ts'
import { readCid } from '#media/content/cid.ts'
import { previewMetadata } from '#app/imports/plan/preview.ts'
import { pendingImage } from '#app/imports/plan/metadata-input.ts'

const hat = { attributes: { Hat: '<hat>' } }

describe('tags and attributes', () => {
  it('missing_tag_value: an empty cell of a tag', () => {
    const plan = withCell('hat', ' ', { metadata: hat })
    expect(plan.issues).toMatchObject([
      {
        rule: 'missing_tag_value',
        severity: 'error',
        row: 2,
        column: 'hat',
        fix: { kind: 'set_value', value: 'None' },
      },
    ])
  })

  it('missing_tag_column: is reported once, and stops every row', () => {
    const plan = planOf({
      rows: [plainHeader, ['Bean1', 'Bean', '1.png'], ['Bean2', 'Bean', '2.png']],
      files: ['1.png', '2.png'],
      metadata: hat,
    })
    expect(rulesOf(plan)).toEqual(['missing_tag_column'])
    expect(plan.tokens).toEqual([])
    expect(plan.invalidRows).toBeUndefined()
  })

  it('missing_tag_column: also for a tag inside a text of the template', () => {
    const metadata = { name: 'Bean #<number>' }
    expect(rulesOf(withCell('name', 'Bean', { metadata }))).toEqual(['missing_tag_column'])
    expect(rulesOf(withCell('number', '7', { metadata }))).toEqual([])
  })

  it('a tag with a blank has a column of that name', () => {
    const metadata = { attributes: { Eyes: '<eye color>' } }
    const plan = withCell('eye color', 'blue', { metadata })
    expect(rulesOf(plan)).toEqual([])
    expect(plan.tokens[0]?.request.metadata_attributes).toEqual([
      { tag: '<eye color>', value: 'blue' },
    ])
  })

  it('unresolved_tag: a cell that still holds a tag of the collection', () => {
    expect(issuesOf(withCell('hat', '<hat>', { metadata: hat }), 'unresolved_tag')).toMatchObject([
      { severity: 'error', row: 2, column: 'hat' },
    ])
    const plan = planOf({
      rows: [
        [...plainHeader, 'hat', 'description'],
        ['Bean1', 'Bean', '1.png', 'cap', 'a <hat>'],
      ],
      files: ['1.png'],
      metadata: hat,
    })
    expect(rulesOf(plan)).toEqual(['unresolved_tag'])
    expect(rulesOf(withCell('hat', '<3', { metadata: hat }))).toEqual([])
  })

  it("unresolved_tag: the collection's text names a field that the token lacks", () => {
    const metadata = { name: '<description> bean' }
    expect(rulesOf(withCell('name', 'Bean', { metadata }))).toEqual(['unresolved_tag'])
    expect(rulesOf(withCell('description', 'A red', { metadata }))).toEqual([])
  })

  it('unresolved_tag: not for a field whose column is missing, which is reported once', () => {
    const plan = planOf({
      rows: [
        ['asset_name', 'image'],
        ['Bean1', '1.png'],
        ['Bean2', '2.png'],
      ],
      files: ['1.png', '2.png'],
      metadata: { name: '<name>' },
    })
    expect(rulesOf(plan)).toEqual(['missing_column'])
  })

  it.each(['files', 'mediaType', 'Artist'])(
    'clashing_attribute: the column %s, reported once for all rows',
    (key) => {
      const plan = planOf({
        rows: [
          [...plainHeader, `custom:${key}`],
          ['Bean1', 'Bean', '1.png', 'x'],
          ['Bean2', 'Bean', '2.png', 'y'],
        ],
        files: ['1.png', '2.png'],
        metadata: { attributes: { Artist: 'Jo' } },
      })
      expect(plan.issues).toMatchObject([
        { rule: 'clashing_attribute', severity: 'error', row: 1, column: `custom:${key}` },
      ])
      expect(plan.tokens).toEqual([])
    },
  )

  it('attribute_too_long: a key of 65 bytes, which the ledger cannot hold', () => {
    expect(withCell(`custom:${'k'.repeat(65)}`, 'x').issues).toMatchObject([
      { rule: 'attribute_too_long', severity: 'error', row: 1 },
    ])
    expect(rulesOf(withCell(`custom:${'k'.repeat(64)}`, 'x'))).toEqual([])
  })

  it('attribute_too_long: a name that its tags make longer than 64 bytes', () => {
    const metadata = { name: 'Bean <lore>' }
    expect(
      issuesOf(withCell('lore', 'x'.repeat(60), { metadata }), 'attribute_too_long'),
    ).toMatchObject([{ severity: 'error', row: 2, column: 'name' }])
    expect(rulesOf(withCell('lore', 'x'.repeat(59), { metadata }))).toEqual([])
  })

  it('metadata_too_large: more than a transaction holds', () => {
    const plan = withCell('Lore', 'x'.repeat(16_000))
    expect(issuesOf(plan, 'metadata_too_large')).toMatchObject([{ severity: 'error', row: 2 }])
    expect(issuesOf(withCell('Lore', 'x'.repeat(12_000)), 'metadata_too_large')).toEqual([])
  })
})

describe('previewMetadata', () => {
  const cid = 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'
  const plan = planOf({
    rows: [
      [...plainHeader, 'hat', 'Mood'],
      ['Bean1', 'Bean #1', '1.png', 'cap', 'calm'],
      ['Bean2', 'Bean #2', cid, 'none', 'x'.repeat(70)],
      ['Bean3', 'Bean #3', 'https://example.org/3.png', 'none', ''],
    ],
    files: ['1.png'],
    metadata: hat,
  })

  it('shows what the first tokens will be on chain', () => {
    const [first, second] = previewMetadata(plan, 2)
    expect(first).toEqual({
      row: 2,
      assetName: 'Bean1',
      imagePending: true,
      metadata: {
        '721': {
          [policyId]: {
            Bean1: {
              name: 'Bean #1',
              image: pendingImage,
              mediaType: 'image/png',
              hat: 'cap',
              Mood: 'calm',
            },
          },
          version: '1.0',
        },
      },
    })
    expect(second).toMatchObject({ row: 3, imagePending: false })
    expect(second?.metadata['721'][policyId]).toMatchObject({
      Bean2: { image: cid, Mood: ['x'.repeat(64), 'x'.repeat(6)] },
    })
  })

  it.each([
    ['1.png', '', 'keep', 'image/png'],
    ['1.png', 'image/jpeg', 'keep', 'image/png'],
    ['1.png', 'IMAGE/PNG', 'webp', 'image/webp'],
    ['1.jpg', '', 'png', 'image/png'],
    ['1.gif', '', 'webp', 'image/webp'],
    ['1.gif', '', 'png', 'image/gif'],
    ['1.mp4', '', 'webp', 'video/mp4'],
    ['1.png', 'video/mp4', 'webp', 'video/mp4'],
    [cid, 'image/png', 'webp', 'image/png'],
  ] as const)(
    'shows %s (%s) as it is pinned with --format %s: %s',
    (image, given, format, type) => {
      const pinned = planOf({
        rows: [
          [...plainHeader, 'media_type'],
          ['Bean1', 'Bean #1', image, given],
        ],
        files: image === cid ? [] : [image],
        settings: { maxPixels: null, format },
      })
      expect(previewMetadata(pinned, 1)[0]?.metadata['721'][policyId]).toMatchObject({
        Bean1: { mediaType: type },
      })
    },
  )

  it('shows no more than asked, or than there are', () => {
    expect(previewMetadata(plan, 0)).toEqual([])
    expect(previewMetadata(plan, 99).map(({ imagePending }) => imagePending)).toEqual([
      true,
      false,
      true,
    ])
  })

  it("stands in with an image of a CID's length that is no CID", () => {
    expect(pendingImage).toHaveLength(cid.length)
    expect(readCid(pendingImage.slice('ipfs://'.length))).toBeUndefined()
  })
})
