import { describe, expect, it } from 'vitest'
import type { Plan } from '#app/imports/plan/plan-types.ts'
import { summarizeColumns } from '#app/imports/plan/column-summary.ts'
import { readTable } from '#app/imports/table/table.ts'
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

/** A table of works, each with a title and these cells made of its word. */
const worksOf = (header: readonly string[], cellsOf: (word: string) => readonly string[]) => {
  const words = ['alder', 'birch', 'cedar']
  return [
    ['asset_name', 'name', ...header],
    ...words.map((word) => [`The${word}`, `Of ${word}`, ...cellsOf(word)]),
  ]
}
const sizes = (size: number, ...names: readonly ((word: string) => string)[]) =>
  ['alder', 'birch', 'cedar'].flatMap((word) => names.map((one) => fileOf(one(word), { size })))

describe('a column of thumbnails', () => {
  it.each([
    ['pics/oils', 'pics/thumb/thumb.WORD.jpg'],
    ['pics', 'pics/thumb_WORD.jpg'],
    ['pics', 'pics/tn-WORD.jpg'],
    ['pics', 'pics/WORD-thumb.jpg'],
    ['pics', 'pics/WORD_small.jpg'],
    ['pics', 'pics/min/WORD.jpg'],
    ['pics/full', 'pics/preview/WORD.jpg'],
    ['pics', 'pics/WORD-300x200.jpg'],
    ['pics', 'pics/miniatura/WORD.jpg'],
    ['pics', 'pics/缩略图/WORD.jpg'],
    ['pics/1140,', 'pics/250,/WORD.jpg'],
  ])('beside %s, such as %s, is left out with a note, and its files are one', (folder, small) => {
    const [big, little] = [
      (word: string) => `${folder}/${word}.jpg`,
      (word: string) => small.replace('WORD', word),
    ]
    const rows = worksOf(['first', 'second'], (word) => [`/${little(word)}`, `/${big(word)}`])
    const plan = planOf({ rows, files: [...sizes(900, big), ...sizes(90, little)] })
    expect(imagesOf(plan).map(([, name]) => name)).toEqual(
      ['alder', 'birch', 'cedar'].map((word) => big(word)),
    )
    expect(plan.tokens[0]?.request.custom_attributes).toEqual({})
    expect(issuesOf(plan, 'thumbnail_column').map(({ message }) => message)).toEqual([
      '"first" names other sizes of the images, so the column is left out.',
    ])
    expect(issuesOf(plan, 'unused_file').map(({ message }) => message)).toEqual([
      `3 files are other sizes of images in the table, such as ${little('alder')}, and will be skipped.`,
    ])
  })

  it('is larger than the one called image where that says a larger size', () => {
    const rows = worksOf(['picture', 'source'], (word) => [`thumbs/${word}.jpg`, `${word}.jpg`])
    const files = [
      ...sizes(900, (word) => `${word}.jpg`),
      ...sizes(90, (word) => `thumbs/${word}.jpg`),
    ]
    expect(imagesOf(planOf({ rows, files }))[0]).toEqual([2, 'alder.jpg'])
  })

  it.each(['Thumbnail', 'image_small', 'Vorschau-URL', 'vignette', 'サムネイル', '缩略图'])(
    'is one called %s, whatever its files are called and whether they are there',
    (header) => {
      const cells = (word: string) => [`${word}.jpg`, `https://web.example/t/${word}1.jpg?x=2`]
      const rows = worksOf(['picture', header], cells)
      const originals = sizes(900, (word) => `${word}.jpg`)
      for (const files of [originals, [...originals, ...sizes(900, (word) => `t/${word}1.jpg`)]]) {
        const plan = planOf({ rows, files })
        expect(imagesOf(plan)[0]).toEqual([2, 'alder.jpg'])
        expect(plan.tokens[0]?.request.custom_attributes).toEqual({})
        expect(issuesOf(plan, 'unused_file').length).toBe(files === originals ? 0 : 1)
      }
      const texts = worksOf(['picture', header], (word) => [`${word}.jpg`, `Seen from ${word}`])
      expect(planOf({ rows: texts, files: originals }).tokens[0]?.request).toMatchObject({
        custom_attributes: { [header]: 'Seen from alder' },
      })
    },
  )

  it('is a question where the folder lacks the originals that another column names', () => {
    const cells = (word: string) => [`big/${word}.jpg`, `thumbs/${word}.jpg`]
    const files = sizes(90, (word) => `thumbs/${word}.jpg`)
    const plan = planOf({ rows: worksOf(['master', 'thumb'], cells), files })
    expect(issuesOf(plan, 'missing_column')[0]?.message).toContain('It may be "thumb"')
    const alone = planOf({ rows: worksOf(['thumb'], (word) => [`thumbs/${word}.jpg`]), files })
    expect(imagesOf(alone)[0]).toEqual([2, 'thumbs/alder.jpg'])
  })

  it('is none beside pictures of other works', () => {
    const rows = worksOf(['front', 'back'], (word) => [`front/${word}.jpg`, `back/${word}.jpg`])
    const files = sizes(
      900,
      (word) => `front/${word}.jpg`,
      (word) => `back/${word}.jpg`,
      (word) => `full/${word}.jpg`,
      (word) => `thumbs/${word}.jpg`,
    )
    expect(issuesOf(planOf({ rows, files }), 'missing_column')[0]?.message).toContain(
      'It may be "front" or "back": rename one.',
    )
    expect(rulesOf(withCell('image', 'alder.jpg', { files }))).toContain('ambiguous_file')
    const views = worksOf(['view', 'detail'], (word) => [`full/${word}.jpg`, `back/${word}.jpg`])
    expect(rulesOf(planOf({ rows: views, files }))).toContain('missing_column')
  })

  it('need not be there for the other sizes to be one line among the unused files', () => {
    const files = ['alder.jpg', 'alder-150x150.jpg', 'alder@2x.jpg', 'birch-150x150.jpg']
    const plan = withCell('image', 'alder.jpg', { files })
    expect(issuesOf(plan, 'unused_file').map(({ message }) => message)).toEqual([
      '2 files are other sizes of images in the table, such as alder-150x150.jpg, and will be skipped.',
      "birch-150x150.jpg isn't in the table and will be skipped.",
    ])
  })

  it('is no column of works, which may be the larger originals', () => {
    const rows = worksOf(['picture', 'work'], (word) => [`${word}.jpg`, `${word}_large.jpg`])
    const files = [
      ...sizes(90, (word) => `${word}.jpg`),
      ...sizes(900, (word) => `${word}_large.jpg`),
    ]
    const plan = planOf({ rows, files })
    expect(rulesOf(plan)).toContain('no_files_template')
    expect(rulesOf(plan)).not.toContain('thumbnail_column')
    expect(issuesOf(plan, 'guessed_column')[0]?.message).toContain('"picture" is taken as image')
  })
})

describe('a cell that lists several files', () => {
  const files = ['alder.jpg', 'alder_2.jpg', 'birch.jpg', 'cedar.jpg']
  const rows = [
    ['asset_name', 'name', 'photos'],
    ['Alder', 'Alder', 'alder.jpg, alder_2.jpg'],
    ['Birch', 'Birch', 'birch.jpg;'],
    ['Cedar', 'Cedar', 'cedar.jpg'],
  ]

  it('means the first, and a note says so', () => {
    const plan = planOf({ rows, files })
    expect(imagesOf(plan)).toEqual([
      [2, 'alder.jpg'],
      [3, 'birch.jpg'],
      [4, 'cedar.jpg'],
    ])
    expect(issuesOf(plan, 'file_name_differs').map(({ message }) => message)).toEqual([
      'The images in "photos": 2 cells are taken by the first of the files that they list, in row 2 for alder.jpg.',
    ])
    expect(issuesOf(plan, 'unused_file').map(({ value }) => value)).toEqual(['alder_2.jpg'])
  })

  it.each(['missing.jpg, birch.jpg', 'alder.jpg, and a sketch', 'alder.jpg, sketch'])(
    'means none where the first is missing or the list holds a text: %s',
    (cell) => {
      expect(rulesOf(planOf({ rows: rows.with(1, ['Alder', 'Alder', cell]), files }))).toContain(
        'file_not_found',
      )
    },
  )
})

describe('a column of images that few cells fit', () => {
  const files = ['alder.jpg', 'elder.jpg']
  const rows = (header: string) =>
    worksOf([header], (word) => [word === 'cedar' ? '' : `${word}.jpg`])

  const headers = `
    picture_path Foto archivo Fichier Bild Datei Dateiname immagine imagine
    obrázek soubor zdjęcie plik изображение файл fotografie kép görsel
    dosya 图片 图片文件 图像 照片 画像 ファイル名 이미지 사진
    imagen fotografía imagem afbeelding billede εικόνα
  `
  it.each(headers.trim().split(/\s+/u))(
    'is %s by its header, and one sentence counts the rows without',
    (header) => {
      const plan = planOf({ rows: rows(header), files })
      expect(imagesOf(plan)).toEqual([[2, 'alder.jpg']])
      expect(plan.issues.filter(({ severity }) => severity === 'error')).toMatchObject([
        { rule: 'file_not_found', row: 3 },
        { rule: 'missing_image', row: 4 },
      ])
      expect(issuesOf(plan, 'few_images').map(({ message }) => message)).toEqual([
        `1 of 3 rows have an image: in 2 the cell of "${header}" is empty or names a file that the folder lacks. Add the files, or leave these rows out.`,
      ])
    },
  )

  it('is a question where the header says nothing', () => {
    const [open] = issuesOf(planOf({ rows: rows('blob'), files }), 'missing_column')
    expect(open?.message).toContain('It may be "blob": rename it if so.')
  })

  it('gives way to numbers that name an image in most rows', () => {
    const cells = worksOf(['photo', 'No'], (word) => ['yes', String(word.codePointAt(0))])
    const numbered = planOf({ rows: cells, files: ['97.jpg', '98.jpg', '99.jpg'] })
    expect(imagesOf(numbered).map(([, name]) => name)).toEqual(['97.jpg', '98.jpg', '99.jpg'])
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
    ['2025/pond.jpg', 'pics/2025/pond.jpg'],
    ['2025/POND.jpg', 'pics/2025/pond.jpg'],
    [String.raw`2025\pond.jpg`, 'pics/2025/pond.jpg'],
    ['site/pics/pond.jpg', 'pics/pond.jpg'],
    ['site/pics/pond.jpg', 'pond.jpg'],
    ['/assets/pics/pond.jpg', 'pond.jpg'],
    ['https://web.example/a/2025/pond.jpg', 'pics/2025/pond.jpg'],
  ])('%s is the end of a longer path, or ends in it: %s', (cell, file) => {
    expect(imageOf(cell, [file, 'pics/2024/pond.png'])).toBe(file)
  })

  it('that shares its end with several files names that with the longest, or both', () => {
    const files = ['pics/may/hall/1.jpg', 'pics/june/hall/1.jpg', 'pics/june/yard/1.jpg']
    expect(imageOf('june/hall/1.jpg', files)).toBe('pics/june/hall/1.jpg')
    expect(imageOf('/site/june/yard/1.jpg', files)).toBe('pics/june/yard/1.jpg')
    expect(imageOf('/site/1.jpg', [...files, '1.jpg'])).toBe('1.jpg')
    const both = withCell('image', 'hall/1.jpg', { files })
    expect(issuesOf(both, 'ambiguous_file')[0]?.message).toContain(
      'may be "pics/may/hall/1.jpg" and "pics/june/hall/1.jpg".',
    )
  })

  it('in another folder than the file names none, and the file is only suggested', () => {
    const plan = withCell('image', 'may/1.jpg', { files: ['june/1.jpg'] })
    expect(issuesOf(plan, 'file_not_found')[0]?.fix).toMatchObject({ value: 'june/1.jpg' })
  })

  it('that ends as all others do is the file of its path, or named by the part before', () => {
    const end = 'full/1140,/0/default.jpg'
    const rows = worksOf(['scan'], (word) => [`/iiif/pics/${word}/${end}`])
    const paths = sizes(9, (word) => `img/iiif/pics/${word}/${end}`)
    expect(imagesOf(planOf({ rows, files: paths })).map(([, name]) => name)).toEqual(
      paths.map(({ name }) => name),
    )
    const stems = planOf({ rows, files: [...sizes(9, (word) => `${word}.jpg`), fileOf('0.jpg')] })
    expect(imagesOf(stems).map(([, name]) => name)).toEqual(['alder.jpg', 'birch.jpg', 'cedar.jpg'])
    expect(issuesOf(stems, 'file_name_differs')[0]?.message).toBe(
      'The images in "scan": 3 cells are taken by the part of the path that differs from row to row, in row 2 for alder.jpg.',
    )
    const widths = worksOf(['scan'], (word) => [
      `https://web.example/${word}/full/${word.codePointAt(0)}0,/0/default.jpg`,
    ])
    const files = [...sizes(9, (word) => `${word}.jpg`), fileOf('970.jpg')]
    expect(imagesOf(planOf({ rows: widths, files }))[0]).toEqual([2, 'alder.jpg'])
  })

  it('that fits thousands of files names three of them', () => {
    const files = Array.from({ length: 2000 }, (_, at) => `${at}/a.jpg`)
    expect(
      issuesOf(withCell('image', '/x/a.jpg', { files }), 'ambiguous_file')[0]?.message,
    ).toContain('"0/a.jpg" and "1/a.jpg" and "2/a.jpg" and 1,997 more.')
  })

  it.each([
    ['pond', 'pond.jpg'],
    ['Müller Öl', 'mueller-oel.jpg'],
    ['MÜLLER', 'Mu\u0308ller.jpg'],
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
    expect(summarizeColumns(table, plan.columns)[2]?.target).toEqual({ kind: 'custom', name: 'No' })
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

  it('asks which column names them where two name other images', () => {
    const two = worksOf(['id', 'code'], (word) => [`a-${word}`, `b-${word}`])
    const files = sizes(
      9,
      (word) => `a-${word}.jpg`,
      (word) => `b-${word}.jpg`,
    )
    expect(issuesOf(planOf({ rows: two, files }), 'missing_column')[0]?.message).toContain(
      'It may be "id" or "code": rename one.',
    )
  })

  it('pairs no file with a row by their order, and says what to add', () => {
    const plan = planOf({ rows, files: ['IMG_7.png', 'IMG_8.png'] })
    expect(plan.tokens).toEqual([])
    expect(issuesOf(plan, 'missing_column').map(({ message }) => message)).toEqual([
      "The column image is missing; every token needs it. The folder has 2 images, such as IMG_7.png, and no column names them for the 2 rows. Add a column image with the name of each row's file.",
    ])
  })

  it('does not take a column whose cells name one file twice, or few of them', () => {
    const twice = [...rows, ['Owl2', 'Owl two', '1', 'Red']]
    expect(rulesOf(planOf({ rows: twice, files: ['0.png', '1.png'] }))).toContain('missing_column')
    expect(rulesOf(planOf({ rows, files: ['0.png'] }))).toContain('missing_column')
  })
})
