import { describe, expect, it } from 'vitest'
import type { Plan } from '#core/imports/plan/plan-types.ts'
import { columnFacts } from '#core/imports/plan/column-facts.ts'
import { readTable } from '#core/imports/table/table.ts'
import { writeCsv } from '../table/write-csv.ts'
import { fileOf, issuesOf, planOf, plainHeader, rulesOf, withCell } from './plan-fixture.ts'

/** The file of each row's image; the address of one that is elsewhere. */
const imagesOf = ({ tokens }: Plan) =>
  tokens.map(({ row, image }) => [
    row,
    image.kind === 'file' ? image.file.name : image.kind === 'url' ? image.url : image.uri,
  ])

const imageOf = (cell: string, files: Parameters<typeof planOf>[0]['files']) =>
  imagesOf(withCell('image', cell, { files: files ?? [] }))[0]?.[1]

describe('the column of the images', () => {
  it('is the one that most cells fit; a row that does not fit has an error of its own', () => {
    const rows = [
      ['asset_name', 'name', 'scan'],
      ['Pond1', 'Pond', 'art/pond.jpg'],
      ['Mill1', 'Mill', 'art/mill.jpg'],
      ['Lost1', 'Lost', ''],
      ['Gone1', 'Gone', 'art/gone.jpg'],
      ['Barn1', 'Barn', 'art/barn.jpg'],
    ]
    const plan = planOf({ rows, files: ['art/pond.jpg', 'art/mill.jpg', 'art/barn.jpg'] })
    expect(imagesOf(plan).map(([row]) => row)).toEqual([2, 3, 6])
    expect(plan.issues.filter(({ severity }) => severity === 'error')).toMatchObject([
      { rule: 'missing_image', row: 4, column: 'image' },
      { rule: 'file_not_found', row: 5, column: 'image' },
    ])
    expect(issuesOf(plan, 'guessed_column')[0]?.message).toContain('"scan" is taken as image')
  })

  it('is none that half of the cells fit, and then no file is named as unused', () => {
    const rows = [
      ['asset_name', 'name', 'scan'],
      ['Pond1', 'Pond', 'p1.jpg'],
      ['Mill1', 'Mill', 'later'],
    ]
    const plan = planOf({ rows, files: ['p1.jpg', 'p2.jpg', 'p3.jpg'] })
    expect(issuesOf(plan, 'missing_column').map(({ column }) => column)).toEqual(['image'])
    expect(issuesOf(plan, 'unused_file').map(({ message }) => message)).toEqual([
      'No column names the images, so 3 files of the folder are not used.',
    ])
  })

  it('is the one of a fitting header before one of fitting cells, if its cells fit', () => {
    const header = ['asset_name', 'name', 'back side', 'Picture']
    const files = ['a1.jpg', 'b1.jpg']
    const taken = (picture: string) =>
      imagesOf(planOf({ rows: [header, ['Pond1', 'Pond', 'b1.jpg', picture]], files }))
    expect(taken('a1.jpg')).toEqual([[2, 'a1.jpg']])
    expect(taken('yes')).toEqual([[2, 'b1.jpg']])
  })

  it('is the one that more cells fit, and a question between two that equally many fit', () => {
    const header = ['asset_name', 'name', 'front', 'back']
    const files = ['f1.jpg', 'f2.jpg', 'b1.jpg', 'b2.jpg']
    const rows = (last: string) => [
      header,
      ['Pond1', 'Pond', 'f1.jpg', 'b1.jpg'],
      ['Mill1', 'Mill', 'f2.jpg', last],
      ['Barn1', 'Barn', 'f2.jpg', 'b2.jpg'],
    ]
    expect(imagesOf(planOf({ rows: rows('none'), files })).map(([, name]) => name)).toEqual([
      'f1.jpg',
      'f2.jpg',
      'f2.jpg',
    ])
    const [open] = issuesOf(planOf({ rows: rows('b2.jpg'), files }), 'missing_column')
    expect(open?.message).toContain('It may be "front" or "back": rename one.')
  })

  it('is that of the originals where another holds their thumbnails, or the same files', () => {
    const thumb = fileOf('thumbs/pond.jpg', { size: 90 })
    const files = [thumb, fileOf('pond.jpg', { size: 900 })]
    for (const header of [
      ['asset_name', 'name', 'mini', 'big'],
      ['asset_name', 'name', 'filename', 'picture'],
    ]) {
      const rows = [header, ['Pond1', 'Pond', 'thumbs/pond.jpg', 'pond.jpg']]
      expect(imagesOf(planOf({ rows, files }))).toEqual([[2, 'pond.jpg']])
    }
    const paths = [
      ['asset_name', 'name', 'mini', 'big'],
      ['Pond1', 'Pond', '/show/thumbs/pond.jpg', 'https://shop.example/pond.jpg'],
    ]
    const inFolder = [fileOf('show/thumbs/pond.jpg', { size: 90 }), fileOf('show/pond.jpg')]
    expect(imagesOf(planOf({ rows: paths, files: inFolder }))).toEqual([[2, 'show/pond.jpg']])
    const twice = [
      ['asset_name', 'name', 'filename', 'scan'],
      ['Pond1', 'Pond', 'pond.jpg', 'https://shop.example/pond.jpg'],
    ]
    expect(imagesOf(planOf({ rows: twice, files }))).toEqual([[2, 'pond.jpg']])
  })
})

describe('a cell of images', () => {
  const name = (header: string, cells: readonly string[], files: readonly string[]) => {
    const rows = cells.map((cell, at) => [`Pond${at}`, `Pond ${at}`, cell])
    return planOf({ rows: [['asset_name', 'name', header], ...rows], files })
  }

  it('that is a web address names the file at its end, and nothing is fetched', () => {
    const cells = [
      'https://shop.example/files/pond.jpg?v=17',
      'http://shop.example/old%20mill.jpg#top',
      'https://shop.example/elsewhere.jpg',
      'https://shop.example/',
      'https://shop.example/%E0%A4.jpg',
    ]
    const plan = name('Image Src', cells, ['pond.jpg', 'art/old mill.jpg'])
    expect(rulesOf(plan)).toContain('missing_column')
    const named = name('image', cells, ['pond.jpg', 'art/old mill.jpg'])
    expect(imagesOf(named).map(([, image]) => image)).toEqual([
      'pond.jpg',
      'art/old mill.jpg',
      ...cells.slice(2),
    ])
    expect(issuesOf(named, 'file_name_differs').map(({ message }) => message)).toEqual([
      'The images in "image": 2 cells are taken by the end of a web address, of which nothing is fetched, in row 2 for pond.jpg.',
    ])
    const found = name('scan', cells.slice(0, 2), ['pond.jpg', 'art/old mill.jpg'])
    expect(imagesOf(found)).toHaveLength(2)
  })

  it('that is on IPFS stays that image, whatever the folder holds', () => {
    const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'
    expect(imageOf(`https://ipfs.io/ipfs/${cid}/1.png`, ['1.png'])).toBe(`ipfs://${cid}/1.png`)
    expect(imageOf(`ipfs://${cid}/1.png`, ['1.png'])).toBe(`ipfs://${cid}/1.png`)
  })

  it.each([
    ['/pond.jpg', 'pond.jpg'],
    ['/art/pond.jpg', 'art/pond.jpg'],
    ['/home/me/show/art/pond.jpg', 'art/pond.jpg'],
    [String.raw`C:\show\art\pond.jpg`, 'art/pond.jpg'],
    ['../art/pond.jpg', 'art/pond.jpg'],
  ])('that is the path %s of another place names the file at its end', (cell, file) => {
    expect(imageOf(cell, [file, 'other.jpg'])).toBe(file)
  })

  it('that ends as several files do names the one whose folders it has, too', () => {
    const files = ['may/1.jpg', 'june/1.jpg']
    expect(imageOf('https://shop.example/show/june/1.jpg', files)).toBe('june/1.jpg')
    expect(imageOf('/show/june/1.jpg', files)).toBe('june/1.jpg')
    expect(rulesOf(withCell('image', '/show/1.jpg', { files }))).toContain('ambiguous_file')
    expect(imageOf('https://shop.example/show/1.jpg', files)).toBe(
      'https://shop.example/show/1.jpg',
    )
  })

  it.each([
    ['pond', 'pond.jpg'],
    ['art/pond', 'art/pond.jpg'],
    ['River at dusk', 'river-at-dusk.jpg'],
    ['Été à Paris', 'ete_a_paris.png'],
    ['7', '007.png'],
    ['#7', '7.png'],
    ['夜桜', '夜桜.png'],
  ])('that has no ending, %s, names the file %s', (cell, file) => {
    expect(imageOf(cell, [file, 'other.jpg'])).toBe(file)
  })

  it('without an ending names no file of another folder, no video and none of several', () => {
    expect(imageOf('may/pond', ['june/pond.jpg'])).toBeUndefined()
    expect(imageOf('pond', ['pond.mp4'])).toBeUndefined()
    expect(imageOf('pond', ['pond.mp4', 'pond.jpg'])).toBe('pond.jpg')
    const two = withCell('image', 'pond', { files: ['pond.png', 'pond.jpg'] })
    expect(issuesOf(two, 'ambiguous_file')[0]?.message).toContain('"pond.png" and "pond.jpg"')
    expect(imageOf('???', ['---.jpg'])).toBeUndefined()
  })

  it('names of an original and its thumbnails the largest', () => {
    const sized = (...names: readonly string[]) =>
      names.map((one, at) => fileOf(one, { size: 1000 - at * 100 }))
    expect(imageOf('a.jpg', sized('full/a.jpg', 'thumbs/a.jpg'))).toBe('full/a.jpg')
    expect(imageOf('a.jpg', sized('thumbs/a.jpg', 'full/a.jpg'))).toBe('thumbs/a.jpg')
    expect(imageOf('a', sized('a.png', 'thumbnails/a.jpg'))).toBe('a.png')
    expect(imageOf('https://shop.example/a.jpg', sized('full/a.jpg', 'small/a.jpg'))).toBe(
      'full/a.jpg',
    )
    expect(imageOf('/art/thumbs/a.jpg', sized('art/a.jpg', 'art/thumbs/a.jpg'))).toBe(
      'art/thumbs/a.jpg',
    )
    expect(rulesOf(withCell('image', 'a.jpg', { files: sized('x/a.jpg', 'y/a.jpg') }))).toContain(
      'ambiguous_file',
    )
  })
})

describe('a table without a column of images', () => {
  const rows = [
    ['asset_name', 'name', 'No', 'Hat'],
    ['Owl0', 'Owl zero', '0', 'Red'],
    ['Owl1', 'Owl one', '1', 'Blue'],
  ]

  it('names them by a number that is an attribute as well', () => {
    const plan = planOf({ rows, files: ['0.png', '1.png'] })
    expect(imagesOf(plan)).toEqual([
      [2, '0.png'],
      [3, '1.png'],
    ])
    expect(plan.tokens.map(({ request }) => request.custom_attributes)).toEqual([
      { No: '0', Hat: 'Red' },
      { No: '1', Hat: 'Blue' },
    ])
    expect(issuesOf(plan, 'file_name_differs').map(({ message }) => message)).toEqual([
      'No column holds the images, so "No" names them: 2 cells are taken by the name of the file without its ending, in row 2 for 0.png.',
    ])
    const table = readTable(writeCsv(rows))
    expect(columnFacts(table, plan.columns)[2]?.target).toEqual({ kind: 'custom', name: 'No' })
  })

  it('names them by an id, a title or an asset name', () => {
    const plan = planOf({
      rows: [plainHeader.slice(0, 2), ['Owl1', 'Old door'], ['Owl2', 'New door']],
      files: ['old-door.jpg', 'new-door.jpg'],
    })
    expect(imagesOf(plan).map(([, name]) => name)).toEqual(['old-door.jpg', 'new-door.jpg'])
    expect(plan.counts.errors).toBe(0)
    const ids = [
      ['asset_name', 'name', 'id'],
      ['Owl1', 'Owl', '3-doors'],
    ]
    expect(imagesOf(planOf({ rows: ids, files: ['3-doors.jpg'] }))).toEqual([[2, '3-doors.jpg']])
  })

  it('has an error for the row whose file is missing, without a fix that would lose its number', () => {
    const plan = planOf({
      rows: [...rows, ['Owl2', 'Owl two', '2', 'Red']],
      files: ['0.png', '1.png', '2.mp4'],
    })
    const found = issuesOf(plan, 'file_not_found')
    expect(found).toMatchObject([{ row: 4, column: 'image', value: '2' }])
    expect(found[0]).not.toHaveProperty('fix')
  })

  it('does not take a column whose cells name one file twice, or few of them', () => {
    const twice = [...rows, ['Owl2', 'Owl two', '1', 'Red']]
    expect(rulesOf(planOf({ rows: twice, files: ['0.png', '1.png'] }))).toContain('missing_column')
    expect(rulesOf(planOf({ rows, files: ['0.png'] }))).toContain('missing_column')
  })
})
