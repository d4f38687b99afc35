import { describe, expect, it } from 'vitest'
import type { ImageCheck } from '#media/images/image-check.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import { previewMetadata } from '#app/imports/plan/preview.ts'
import { readTable } from '#app/imports/table/table.ts'
import type { TableRow } from '#app/imports/table/table-types.ts'
import type { FileEntry } from '#app/imports/plan/plan-types.ts'
import { extensionOf } from '#media/content/media.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { worksByType } from '../../../media/images/works.ts'
import { writeCsv } from '../table/write-csv.ts'
import { collectionOf, fileOf, issuesOf, planOf, policyId } from './plan-fixture.ts'

const template: MetadataTemplate = {
  name: '<name>',
  image: '<image>',
  files: [{ name: '<name>', media_type: '<work_type>', src: '<work>' }],
}

const header = ['asset_name', 'name', 'image', 'work'] as const
const row = ['Bean1', 'Bean #1', 'still.png', 'bean.mp4'] as const

const sound = (mediaType: string, change: object = {}): ImageCheck => ({
  kind: 'sound',
  image: {
    mediaType,
    header: null,
    hasGps: false,
    source: { size: 1000, mtimeMs: 1, inode: '1', sha256: null },
    ...change,
  },
})

const planned = (
  cells: readonly string[] = row,
  files: readonly (string | FileEntry)[] = ['still.png', 'bean.mp4'],
  metadata = template,
) => planOf({ rows: [header, cells], files, metadata })

describe('a work beside the image', () => {
  it('is planned for the tag of its file, and its type is that of the file', () => {
    const plan = planned()
    expect(plan.issues).toEqual([])
    expect(plan.tokens).toMatchObject([
      {
        image: { kind: 'file', file: { name: 'still.png' } },
        works: [{ tag: '<work>', typeTag: '<work_type>', file: { name: 'bean.mp4' } }],
        request: { metadata_attributes: [] },
      },
    ])
    const [preview] = previewMetadata(plan, 1)
    expect(preview?.metadata['721'][policyId]).toMatchObject({
      Bean1: {
        image: expect.stringMatching(/^ipfs:\/\/QmPending/u),
        files: [
          {
            name: 'Bean #1',
            mediaType: 'video/mp4',
            src: expect.stringMatching(/^ipfs:\/\/QmPending/u),
          },
        ],
      },
    })
    expect(preview?.imagePending).toBe(true)
  })

  it('may be an address, whose type is read from its name', () => {
    const cells = ['Bean1', 'Bean #1', 'still.png', 'https://example.com/a/bean.webm']
    const plan = planned(cells, ['still.png'])
    expect(plan.issues.map(({ rule }) => rule)).toEqual(['address_not_ipfs'])
    expect(plan.tokens[0]?.works).toEqual([])
    expect(plan.tokens[0]?.request.metadata_attributes).toEqual([
      { tag: '<work>', value: 'https://example.com/a/bean.webm' },
      { tag: '<work_type>', value: 'video/webm' },
    ])
  })

  it('media_type_mismatch: of another type than its row or the collection says', () => {
    const saidOf = (type: string) => {
      const rows = [
        [...header, 'work_type'],
        [...row, type],
      ]
      return issuesOf(
        planOf({ rows, files: ['still.png', 'bean.mp4'], metadata: template }),
        'media_type_mismatch',
      )
    }
    expect(saidOf('video/MP4')).toEqual([])
    expect(saidOf('image/png')).toMatchObject([
      { row: 2, column: 'work_type', value: 'image/png', fix: { value: 'video/mp4' } },
    ])
    const fixed = (type: string) => ({
      ...template,
      files: [{ name: '<name>', media_type: type, src: '<work>' }],
    })
    const files = ['still.png', fileOf('bean.mp4', { check: sound('video/webm') })]
    expect(issuesOf(planned(row, files, fixed('video/webm')), 'media_type_mismatch')).toEqual([])
    const [found] = issuesOf(planned(row, files, fixed('video/mp4')), 'media_type_mismatch')
    expect(found).toMatchObject({ row: 2, column: 'work', value: 'video/mp4' })
    expect(found?.message).toContain('bean.mp4 is video/webm, but the collection')
  })

  it('with an address that shows no type needs a column for it', () => {
    const cid = 'ipfs://QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB'
    const cells = ['Bean1', 'Bean #1', 'still.png', cid]
    expect(issuesOf(planned(cells, ['still.png']), 'missing_tag_value')[0]?.message).toContain(
      'Add a column <work_type>',
    )
    const typed = planOf({
      rows: [
        [...header, 'work_type'],
        [...cells, 'video/mp4'],
      ],
      files: ['still.png'],
      metadata: template,
    })
    expect(typed.issues).toEqual([])
  })

  it('that is missing, empty, too large or of no known kind is an error of its row', () => {
    const rules = (file: FileEntry | string) =>
      planned(row, ['still.png', file]).issues.map(({ rule, severity }) => `${severity} ${rule}`)
    expect(rules('other.png')).toContain('error file_not_found')
    expect(rules(fileOf('bean.mp4', { size: 0 }))).toEqual(['error empty_file'])
    expect(rules(fileOf('bean.mp4', { size: 4 * 1024 ** 3 + 1 }))).toEqual(['error work_too_large'])
    const rejected = {
      kind: 'rejected',
      rule: 'image_not_media',
      message: 'bean.mp4 is text.',
    } as const
    expect(rules(fileOf('bean.mp4', { check: rejected }))).toEqual(['error content_not_supported'])
  })

  it.each(Object.keys(worksByType))(
    'of the type %s by its bytes goes on chain as that, and a name that promises another is noted',
    (mediaType) => {
      const named = (name: string) => {
        const file = fileOf(name, { check: sound(mediaType) })
        return planned(['Bean1', 'Bean #1', 'still.png', name], ['still.png', file])
      }
      const own = named(`bean${extensionOf(mediaType)}`)
      expect(own.issues).toEqual([])
      const other = named(mediaType === 'video/mp4' ? 'bean.webm' : 'bean.mp4')
      expect(other.issues).toMatchObject([
        { rule: 'name_differs_from_content', message: expect.stringContaining(mediaType) },
      ])
      expect(previewMetadata(other, 1)[0]?.metadata['721'][policyId]).toMatchObject({
        Bean1: { files: [{ mediaType }] },
      })
    },
  )

  it.each([
    ['bean.gltf', 'model/gltf+json', 'Export it as one GLB file'],
    ['bean.html', 'text/html', 'Put it into the file'],
    ['bean.svg', 'image/svg+xml', 'Put it into the file'],
  ])(
    'that loads other files has a warning, which names the first and says what to do: %s',
    (name, mediaType, remedy) => {
      const work = fileOf(name, { check: sound(mediaType, { loads: 'shapes.bin' }) })
      const plan = planned(['Bean1', 'Bean #1', 'still.png', name], ['still.png', work])
      const [issue] = issuesOf(plan, 'work_needs_others')
      expect(issue).toMatchObject({ severity: 'warning', row: 2 })
      expect(issue?.message).toContain(`${name} loads "shapes.bin", which the token does not hold.`)
      expect(issue?.message).toContain(remedy)
    },
  )

  it('without a still image asks for one, and offers the image of the same name', () => {
    const cells = ['Bean1', 'Bean #1', '', 'bean.mp4']
    expect(issuesOf(planned(cells, ['bean.mp4', 'bean.png']), 'missing_value')).toMatchObject([
      {
        message: expect.stringContaining('wallets show a still image of the work bean.mp4'),
        fix: { kind: 'pick_file', value: 'bean.png' },
      },
    ])
    expect(issuesOf(planned(cells, ['bean.mp4']), 'missing_value')[0]?.fix).toBeUndefined()
  })

  it('names the video that a still image can be made of, and only one without', () => {
    const videoFor = (image: string, work: string, files: readonly string[]) =>
      planned(['Bean1', 'Bean #1', image, work], files).issues.map(({ rule, video }) => [
        rule,
        video,
      ])
    expect(videoFor('', 'bean.mp4', ['bean.mp4'])).toEqual([['missing_value', 'bean.mp4']])
    expect(videoFor('', 'bean.mp4', ['bean.mp4', 'bean.png'])).toContainEqual([
      'missing_value',
      undefined,
    ])
    for (const other of ['bean.mp3', 'bean.glb', 'bean.html'])
      expect(videoFor('', other, [other])).toEqual([['missing_value', undefined]])
    const inPlace = (name: string) =>
      videoFor(name, 'bean.html', [name, 'bean.html']).find(([rule]) => rule === 'media_not_image')
    expect(inPlace('film.webm')?.[1]).toBe('film.webm')
    expect(inPlace('song.mp3')).toEqual(['media_not_image', undefined])
  })

  it('left out of a row is an error, which offers the file of the image’s name', () => {
    const cells = ['Bean1', 'Bean #1', 'bean.png', '']
    expect(issuesOf(planned(cells, ['bean.mp4', 'bean.png']), 'missing_tag_value')).toMatchObject([
      { severity: 'error', fix: { kind: 'pick_file', value: 'bean.mp4' } },
    ])
  })
})

it('only the image of a token should be square, not a work beside it', () => {
  const original = fileOf('bean.png', {
    check: sound('image/png', {
      header: { raster: 'png', width: 1600, height: 900, frames: 1, upright: true },
    }),
  })
  const plan = planned(['Bean1', 'Bean #1', 'still.png', 'bean.png'], ['still.png', original])
  expect(plan.issues).toEqual([])
})

describe('a column of works', () => {
  const withoutPlace = (metadata: MetadataTemplate, existing = 0) =>
    issuesOf(
      planOf({
        rows: [header, row],
        files: ['still.png', 'bean.mp4'],
        metadata,
        existing: Array.from({ length: existing }, () => ({
          assetName: 'Other',
          image: null,
          fields: { asset_name: 'Other', name: 'Other' },
        })),
      }),
      'no_files_template',
    )

  it('is one error of its row where it has no image, and none of the table', () => {
    const rows = [header, ['Bean1', 'Bean #1', '', 'bean.svg']]
    const metadata = { name: '<name>', image: '<image>' }
    const { issues } = planOf({ rows, files: ['bean.svg'], metadata })
    expect(issues.filter(({ severity }) => severity !== 'info')).toMatchObject([
      {
        rule: 'missing_image',
        row: 2,
        message:
          'Row 2, image: bean.svg is a vector file, and wallets show a picture. Choose one, or skip it.',
        fix: { kind: 'remove_row' },
      },
    ])
  })

  it('has one issue for all of its files, and none once it is left out', () => {
    const metadata = { name: '<name>', image: '<image>' }
    const found = (work: string) =>
      planOf({
        rows: [[...header.slice(0, 3), work], row],
        files: ['still.png', 'bean.mp4'],
        metadata,
      }).issues.flatMap(({ severity, rule }) => (severity === 'info' ? [] : [rule]))
    expect(found('work')).toEqual(['no_files_template'])
    expect(found('ignore:work')).toEqual([])
  })

  it('is no surprise once its row was left out', () => {
    const table = readTable(writeCsv([header, row, ['Bean2', 'Bean #2', '', 'bean.svg']]))
    const [first, second] = table.rows
    if (first === undefined || second === undefined) throw new Error('no rows')
    const unused = (leftOut: readonly TableRow[]) =>
      issuesOf(
        planImport({
          table: { ...table, rows: [first] },
          files: ['still.png', 'bean.mp4', 'bean.svg'].map((name) => fileOf(name)),
          collection: collectionOf({ name: '<name>', image: '<image>' }),
          leftOut,
        }),
        'unused_file',
      )
    expect(unused([])).toHaveLength(1)
    expect(unused([second])).toEqual([])
  })

  it('is an error where the collection has no file for it, which may be added before its first token', () => {
    const plain = { name: '<name>', image: '<image>' }
    expect(withoutPlace(template)).toEqual([])
    expect(withoutPlace(plain)).toMatchObject([
      { severity: 'error', row: 1, column: 'work', message: expect.stringContaining('can add it') },
    ])
    expect(withoutPlace(plain, 1)[0]?.message).toContain('import into a new collection')
  })
})

describe('an image', () => {
  it.each([
    ['text/html', 'is a web page (HTML) that was saved under an image’s name'],
    ['image/svg+xml', 'in a column work'],
    ['application/pdf', 'in a column work'],
    ['model/gltf-binary', 'in a column work'],
  ])('cannot be of the type %s, whatever its name is', (mediaType, reason) => {
    const plan = planOf({
      rows: [
        ['asset_name', 'name', 'image'],
        ['Bean1', 'Bean #1', 'bean.png'],
      ],
      files: [fileOf('bean.png', { check: sound(mediaType) })],
    })
    expect(issuesOf(plan, 'content_not_supported')[0]?.message).toContain(reason)
  })
})
