import { describe, expect, it } from 'vitest'
import type { ImageRule } from '#media/images/image-job.ts'
import type { FileEntry } from '#app/imports/plan/plan-types.ts'
import { previewMetadata } from '#app/imports/plan/preview.ts'
import { fileOf, issuesOf, plainHeader, planOf, rulesOf, withCell } from './plan-fixture.ts'

const v0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'
const v1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

const imageOf = (cell: string, files: readonly string[] = []) =>
  withCell('image', cell, { files }).tokens[0]?.image

describe('the image cell', () => {
  it('names a file of the folder', () => {
    expect(imageOf('art/1.png', ['art/1.png'])).toEqual({
      kind: 'file',
      file: fileOf('art/1.png'),
    })
  })

  it.each([v0, v1])('names a pinned image, ipfs://%s', (cid) => {
    expect(imageOf(`ipfs://${cid}`)).toEqual({ kind: 'ipfs', uri: `ipfs://${cid}` })
    expect(imageOf(`IPFS://${cid}`)).toEqual({ kind: 'ipfs', uri: `ipfs://${cid}` })
  })

  it("takes a gateway's address for the pinned image", () => {
    expect(imageOf(`https://ipfs.io/ipfs/${v1}`)).toEqual({ kind: 'ipfs', uri: `ipfs://${v1}` })
    expect(imageOf(`https://ipfs.io/ipfs/${v0}/1.png`)).toEqual({
      kind: 'ipfs',
      uri: `ipfs://${v0}/1.png`,
    })
  })

  it('names an image on a web server', () => {
    const url = 'https://example.org/1.png'
    expect(imageOf(url)).toEqual({ kind: 'url', url })
  })

  it.each([
    'ipfs://',
    'ipfs://1.png',
    `ipfs:${v0}`,
    `ipfs://${v0}/../1.png`,
    `ipfs://${v0}/1.png?download`,
    'ftp://example.org/1.png',
    'https://',
    'data:image/png;base64,iVBORw0KGgo=',
  ])('an image cell is an invalid_image: %s', (cell) => {
    expect(issuesOf(withCell('image', cell), 'invalid_image')).toMatchObject([
      { severity: 'error', row: 2, column: 'image', value: cell },
    ])
  })

  it('takes the older form with ipfs twice', () => {
    expect(imageOf(`ipfs://ipfs/${v0}`)).toEqual({ kind: 'ipfs', uri: `ipfs://${v0}` })
  })

  it('names a file of a folder on IPFS, and says where its address is too long for one text', () => {
    expect(imageOf(`ipfs://${v0}/1.png`)).toEqual({ kind: 'ipfs', uri: `ipfs://${v0}/1.png` })
    expect(issuesOf(withCell('image', `ipfs://${v0}/1.png`), 'image_in_pieces')).toEqual([])
    const [long] = issuesOf(withCell('image', `ipfs://${v0}/Herbarium01.png`), 'image_in_pieces')
    expect(long?.fix).toBeUndefined()
    const [other] = issuesOf(withCell('image', `ipfs://${v1}/1.png`), 'image_in_pieces')
    expect(other?.fix?.value).toMatch(/^ipfs:\/\/Qm.*\/1\.png$/u)
  })
})

describe('what the folder has and no import reads', () => {
  it.each([
    ['hidden', '.1.png', '.1.png', 'is hidden'],
    ['hidden', '.art/1.png', '.art', '".art" is hidden'],
    ['link_out', '1.png', '1.png', 'is a link that leads out of the folder'],
    ['link_to_folder', 'art/1.png', 'art', '"art" is a link to a folder'],
    ['link_broken', 'ART/1.png', 'art/1.png', 'is a link to a file that is gone'],
    ['no_file', '1.png', '1.png', 'is no file, but a named pipe'],
  ] as const)('is said of the row that names it: %s, %s', (why, cell, name, reason) => {
    const plan = withCell('image', cell, { files: [], passedOver: [{ name, why }] })
    const [found] = issuesOf(plan, 'file_not_found')
    expect(found).toMatchObject({ severity: 'error', row: 2, value: cell })
    expect(found?.message).toContain(`the file "${cell}" is not read: `)
    expect(found?.message).toContain(reason)
  })

  it('is named where no row names it, but for hidden files', () => {
    const passedOver = [
      { name: '.cache', why: 'hidden' },
      { name: '2.png', why: 'link_out' },
    ] as const
    const plan = withCell('image', '1.png', { files: ['1.png'], passedOver })
    expect(plan.issues).toMatchObject([
      { rule: 'passed_over_file', severity: 'warning', row: null, value: '2.png' },
    ])
    expect(plan.tokens).toHaveLength(1)
  })
})

describe('names that look the same', () => {
  it.each([
    ['1.png', '1\u200B.png'],
    ['1\u200B.png', '1.png'],
    ['1\u200B.png', 'art/1.png'],
  ])('are those of one file: %j for %j', (cell, name) => {
    const plan = withCell('image', cell, { files: [name] })
    expect(plan.tokens[0]?.image).toMatchObject({ file: { name } })
    expect(issuesOf(plan, 'file_name_differs')).toHaveLength(1)
    expect(issuesOf(plan, 'file_not_found')).toEqual([])
  })

  it('are not taken for one file where two have them', () => {
    const plan = withCell('image', '1\uFEFF.png', { files: ['1\u200B.png', '1\u2060.png'] })
    expect(rulesOf(plan)).toContain('ambiguous_file')
  })

  it('are told of asset names, in the table and in the collection', () => {
    const rows = [plainHeader, ['Bean1', 'Bean #1', '1.png'], ['Bean\u200B1', 'Bean #2', '2.png']]
    const [found] = issuesOf(planOf({ rows, files: ['1.png', '2.png'] }), 'asset_name_case')
    expect(found).toMatchObject({ row: 3 })
    expect(found?.message).toContain('differs from "Bean1" in row 2')
    const held = { assetName: 'Bean\u200B1', image: null, fields: { asset_name: '', name: '' } }
    expect(rulesOf(withCell('image', '1.png', { existing: [held] }))).toContain('asset_name_case')
  })
})

describe('files', () => {
  it.each([
    ['another case', 'BEAN.png', 'bean.PNG'],
    ['another Unicode form', 'caf\u00E9.png', 'cafe\u0301.png'],
    ['no folder', '1.png', 'art/1.png'],
    ['backslashes', String.raw`.\art\1.PNG`, 'art/1.png'],
  ])('file_name_differs: a name with %s is matched and told', (_, cell, name) => {
    const plan = withCell('image', cell, { files: [name] })
    expect(plan.issues).toMatchObject([
      { rule: 'file_name_differs', severity: 'info', row: 2, fix: { value: name } },
    ])
    expect(plan.tokens[0]?.image).toMatchObject({ file: { name } })
  })

  it('file_name_differs: not for an exact name, whatever else is alike', () => {
    const plan = planOf({
      rows: [plainHeader, ['Bean1', 'Bean', 'a.png'], ['Bean2', 'Bean', 'A.png']],
      files: ['a.png', 'A.png'],
    })
    expect(plan.issues).toEqual([])
  })

  it('ambiguous_file: two files match when case is ignored', () => {
    const plan = withCell('image', 'a.PNG', { files: ['a.png', 'A.png'] })
    const [found] = issuesOf(plan, 'ambiguous_file')
    expect(found).toMatchObject({ severity: 'error', row: 2, column: 'image' })
    expect(found?.message).toContain('"a.png" and "A.png"')
    expect(rulesOf(plan)).toEqual(['ambiguous_file'])
  })

  it('ambiguous_file: the same name in two folders', () => {
    const files = ['a/1.png', 'b/1.png']
    expect(rulesOf(withCell('image', '1.png', { files }))).toEqual(['ambiguous_file'])
    expect(imageOf('b/1.png', files)).toMatchObject({ file: { name: 'b/1.png' } })
  })

  it('is the file that a cell spells to the letter, of two that differ in case', () => {
    const files = ['art/Lamp.png', 'art/lamp.png']
    expect(imageOf('lamp.png', files)).toMatchObject({ file: { name: 'art/lamp.png' } })
    expect(rulesOf(withCell('image', 'LAMP.png', { files }))).toEqual(['ambiguous_file'])
  })

  it('is either of two copies, and neither of two files that differ', () => {
    const files = (second: string) => [
      fileOf('media/1.png', { sha256: 'aa' }),
      fileOf('prints/1.png', { sha256: second }),
    ]
    const [token] = withCell('image', '1.png', { files: files('aa') }).tokens
    expect(token?.image).toMatchObject({ file: { name: 'media/1.png' } })
    expect(rulesOf(withCell('image', '1.png', { files: files('bb') }))).toEqual(['ambiguous_file'])
  })

  it('file_not_found: with the file that may be meant', () => {
    const missing = (cell: string, files: readonly string[]) =>
      issuesOf(withCell('image', cell, { files }), 'file_not_found')[0]
    expect(missing('9.png', [])).toMatchObject({ severity: 'error', row: 2, value: '9.png' })
    expect(missing('9.png', [])?.fix).toMatchObject({ kind: 'remove_row' })
    expect(missing('1.jpg', ['1.png'])?.fix).toMatchObject({ kind: 'pick_file', value: '1.png' })
    expect(missing('me/1.png', ['you/1.png'])?.fix).toMatchObject({ value: 'you/1.png' })
    expect(missing('1.jpg', ['1.png', '1.webp'])?.fix).toMatchObject({ kind: 'remove_row' })
    expect(missing(v0, [])?.fix).toMatchObject({ kind: 'set_value', value: `ipfs://${v0}` })
  })

  it('a file of 0 bytes is an empty_file', () => {
    const files = [fileOf('1.png', { size: 0 })]
    expect(rulesOf(withCell('image', '1.png', { files }))).toEqual(['empty_file'])
  })

  it.each(['1.svg', '1.txt', 'a/1.TIFF', '1.heic'])('file_not_supported: %s', (name) => {
    const plan = withCell('image', name, { files: [name] })
    expect(issuesOf(plan, 'file_not_supported')).toMatchObject([{ severity: 'error', row: 2 }])
  })

  it('leaves a file without an ending to its content', () => {
    expect(imageOf('art/bean', ['art/bean'])).toMatchObject({ file: { name: 'art/bean' } })
  })

  const soundAs = (name: string, mediaType: string): FileEntry =>
    fileOf(name, {
      check: {
        kind: 'sound',
        image: {
          mediaType,
          header: null,
          hasGps: false,
          source: { size: 1000, mtimeMs: 1, inode: '1', sha256: null },
        },
      },
    })
  const rejectedAs = (name: string, rule: ImageRule): FileEntry =>
    fileOf(name, {
      check: { kind: 'rejected', rule, message: `${name} is no good. Save it again.` },
    })

  it.each([
    ['image_truncated', 'image_damaged'],
    ['image_too_many_pixels', 'image_too_large'],
    ['image_svg', 'content_not_supported'],
    ['image_not_media', 'content_not_supported'],
    ['image_unreadable', 'unreadable_file'],
  ] as const)('a file that decoding rejected for %s is an error of its row: %s', (rule, issue) => {
    const plan = withCell('image', '1.png', { files: [rejectedAs('1.png', rule)] })
    expect(plan.issues).toMatchObject([
      {
        rule: issue,
        severity: 'error',
        row: 2,
        column: 'image',
        value: '1.png',
        message: 'Row 2, image: the file 1.png is no good. Save it again.',
      },
    ])
    expect(plan.tokens).toEqual([])
    expect(plan.namedFiles.map(({ name }) => name)).toEqual(['1.png'])
  })

  it('name_differs_from_content: the media type follows the content', () => {
    const plan = withCell('image', '1.png', { files: [soundAs('1.png', 'image/jpeg')] })
    expect(plan.issues).toMatchObject([
      { rule: 'name_differs_from_content', severity: 'warning', row: 2, column: 'image' },
    ])
    expect(JSON.stringify(previewMetadata(plan, 1))).toContain('"mediaType":"image/jpeg"')
    const given = { files: [soundAs('1.png', 'image/jpeg')] }
    expect(rulesOf(withCell('media_type', 'image/jpeg', given))).toEqual([
      'name_differs_from_content',
    ])
  })

  it('a name that promises no image is overruled by the content', () => {
    const files = [soundAs('1.tif', 'image/png')]
    expect(rulesOf(withCell('image', '1.tif', { files }))).toEqual(['name_differs_from_content'])
  })

  it('issues of the content stand behind all others, so that a list being read does not move', () => {
    const plan = planOf({
      rows: [plainHeader, ['Bean1', 'Bean', '1.png'], ['Bean2', '', '2.png']],
      files: [rejectedAs('1.png', 'image_truncated'), '2.png', '3.png'],
    })
    expect(plan.issues.map(({ rule, row }) => [rule, row])).toEqual([
      ['unused_file', null],
      ['missing_value', 3],
      ['image_damaged', 2],
    ])
  })

  it('unused_file: a file that no row names', () => {
    const plan = withCell('image', '1.png', { files: ['1.png', '2.png', 'notes.txt'] })
    expect(plan.issues).toMatchObject([
      { rule: 'unused_file', severity: 'warning', row: null, value: '2.png' },
      { rule: 'unused_file', value: 'notes.txt' },
    ])
    expect(plan.tokens).toHaveLength(1)
  })
})

describe('media types', () => {
  it("media_type_mismatch: another than the file's name says", () => {
    expect(withCell('media_type', 'image/gif').issues).toMatchObject([
      {
        rule: 'media_type_mismatch',
        severity: 'warning',
        row: 2,
        column: 'media_type',
        fix: { kind: 'set_value', value: 'image/png' },
      },
    ])
    expect(withCell('media_type', 'IMAGE/PNG').issues).toEqual([])
  })

  it('media_type_mismatch: not for two spellings of one type', () => {
    const plan = planOf({
      rows: [
        [...plainHeader, 'media_type'],
        ['Bean1', 'Bean', '1.wav', 'audio/x-wav'],
        ['Bean2', 'Bean', '2.mp3', 'audio/mp3'],
      ],
      files: ['1.wav', '2.mp3'],
    })
    expect(issuesOf(plan, 'media_type_mismatch')).toEqual([])
  })

  it('media_type_mismatch: not for the type that the image is pinned as', () => {
    const rulesAs = (mediaType: string) =>
      rulesOf(
        withCell('media_type', mediaType, {
          settings: { maxPixels: null, format: 'webp' },
        }),
      )
    expect(rulesAs('image/webp')).toEqual([])
    expect(rulesAs('image/png')).toEqual([])
    expect(rulesAs('image/jpeg')).toEqual(['media_type_mismatch'])
  })

  it('media_not_image: audio or video where CIP-25 wants an image', () => {
    const film = withCell('image', 'film.mp4', { files: ['film.mp4'] })
    expect(film.issues).toMatchObject([
      { rule: 'media_not_image', severity: 'warning', row: 2, value: 'video/mp4' },
    ])
    expect(film.tokens).toHaveLength(1)
    const song = planOf({
      rows: [
        [...plainHeader, 'media_type'],
        ['Bean1', 'Bean', `ipfs://${v0}`, 'audio/wav'],
      ],
    })
    expect(rulesOf(song)).toEqual(['media_not_image'])
  })
})

describe('duplicates', () => {
  const rowsOf = (...images: readonly string[]) => [
    plainHeader,
    ...images.map((image, index) => [`Bean${index}`, 'Bean', image]),
  ]

  // Fault 14 of docs/faults.md.
  it('duplicate_asset_name: exactly the same', () => {
    const plan = planOf({
      rows: [plainHeader, ['Bean1', 'A bean', '1.png'], ['Bean1', 'Another', '2.png']],
      files: ['1.png', '2.png'],
    })
    expect(plan.issues).toMatchObject([{ rule: 'duplicate_asset_name', severity: 'error', row: 3 }])
    expect(plan.issues[0]?.message).toContain('row 2')
    // One of two works of art is not a repetition that a fix may remove.
    expect(plan.issues[0]).not.toHaveProperty('fix')
  })

  it('asset_name_case: the same but for case', () => {
    const plan = planOf({
      rows: [plainHeader, ['Bean1', 'A bean', '1.png'], ['bean1', 'Another', '2.png']],
      files: ['1.png', '2.png'],
    })
    expect(plan.issues).toMatchObject([{ rule: 'asset_name_case', severity: 'warning', row: 3 }])
    expect(plan.tokens).toHaveLength(2)
  })

  it('duplicate_file: two rows with one file, where most rows have their own', () => {
    const names = ['1.png', '1.png', '2.png', '3.png']
    const plan = planOf({ rows: rowsOf(...names), files: ['1.png', '2.png', '3.png'] })
    expect(plan.issues).toMatchObject([{ rule: 'duplicate_file', severity: 'warning', row: 3 }])
    expect(plan.tokens).toHaveLength(4)
  })

  it('shared_file: a note for each file that serves several rows, where most rows share theirs', () => {
    const names = ['1.png', '2.png', '1.png', '2.png', '1.png', '3.png']
    const plan = planOf({ rows: rowsOf(...names), files: ['1.png', '2.png', '3.png'] })
    expect(plan.issues).toMatchObject([
      { rule: 'shared_file', severity: 'info', row: null, value: '1.png' },
      { rule: 'shared_file', severity: 'info', row: null, value: '2.png' },
    ])
    expect(plan.issues[0]?.message).toBe(
      '1.png is the image of 3 rows, the first row 2. It is stored and pinned once.',
    )
    expect(plan.tokens).toHaveLength(6)
  })

  // Fault 14 of docs/faults.md.
  it('duplicate_content: two files with the same bytes', () => {
    const sha256 = 'ab'.repeat(32)
    const files = [fileOf('1.png', { sha256 }), fileOf('2.png', { sha256 })]
    const plan = planOf({ rows: rowsOf('1.png', '2.png'), files })
    expect(plan.issues).toMatchObject([{ rule: 'duplicate_content', severity: 'warning', row: 3 }])
    const unknown = planOf({ rows: rowsOf('1.png', '2.png'), files: ['1.png', '2.png'] })
    expect(unknown.issues).toEqual([])
  })

  it('duplicate_content: two forms of one CID, or one web address', () => {
    const gateway = `https://ipfs.io/ipfs/${v0}`
    const url = 'https://example.org/1.png'
    const plan = planOf({ rows: rowsOf(`ipfs://${v0}`, gateway, url, url) })
    expect(plan.issues.map(({ rule, row }) => [rule, row])).toEqual([
      ['duplicate_content', 3],
      ['duplicate_content', 5],
    ])
  })
})
