import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hugePng } from '../media/images/images.ts'
import { sample, sampleImages } from './resources.ts'

/** The CSV's columns; the sample collection has the last four as tags that every token needs. */
const header = ['asset_name', 'name', 'description', 'image', 'paper', 'ink', 'plant', 'press']

/** At most as many as the sample has. */
const folderWith = (count: number): { readonly folder: string; readonly files: string[] } => {
  const folder = mkdtempSync(join(tmpdir(), 'coldpress-import-'))
  const files = sampleImages.slice(0, count)
  for (const name of files) copyFileSync(join(sample, name), join(folder, name))
  return { folder, files }
}

const goodRow = (file: string, index: number): string[] => {
  const number = String(index + 1).padStart(5, '0')
  return [`Print${number}`, `Print ${number}`, 'A print', file, 'Cotton', 'Prussian', 'Fern', 'Sun']
}

const writeTable = (folder: string, rows: readonly (readonly string[])[]): string => {
  writeFileSync(join(folder, 'tokens.csv'), rows.map((cells) => `${cells.join(',')}\r\n`).join(''))
  return folder
}

/** A table without an issue. */
export const goodFolder = (count: number): string => {
  const { folder, files } = folderWith(count)
  return writeTable(folder, [header, ...files.map(goodRow)])
}

/**
 * Images of which each takes a while to be made into a PNG: a run of them can be stopped in its
 * middle. No two are the same to the last byte. The table fits `herbarium` of prints.ts.
 */
export const slowFolder = (count: number): string => {
  const folder = mkdtempSync(join(tmpdir(), 'coldpress-import-'))
  const image = readFileSync(join(sample, '01-fern.jpg'))
  const rows = Array.from({ length: count }, (_, index) => {
    const name = `${index + 1}.jpg`
    writeFileSync(join(folder, name), Buffer.concat([image, Buffer.from(name)]))
    return [`Print${index + 1}`, `Print ${index + 1}`, name, 'sepia']
  })
  return writeTable(folder, [['asset_name', 'name', 'image', 'ink'], ...rows])
}

const brokenNames = ['cut', 'photo', 'script', 'text', 'empty', 'bomb', 'whole'] as const

/**
 * Seven rows, each with a PNG by name: cut off, a JPEG, an SVG with a script, text, empty, and 400
 * megapixels in a small file; the last is sound.
 */
export const brokenFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'coldpress-import-'))
  const png = wholePng(1)
  const contents: Readonly<Record<(typeof brokenNames)[number], Uint8Array | string>> = {
    cut: png.subarray(0, -30),
    photo: readFileSync(join(sample, '01-fern.jpg')),
    script: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    text: 'This is no image.',
    empty: '',
    bomb: hugePng(20_000, 20_000),
    whole: png,
  }
  for (const [name, content] of Object.entries(contents))
    writeFileSync(join(folder, `${name}.png`), content)
  const rows = brokenNames.map((name, index) => goodRow(`${name}.png`, index))
  return writeTable(folder, [header, ...rows])
}

/** Sound PNGs in place of the five images of {@link brokenFolder} that are errors. */
export const repairImages = (folder: string): void => {
  for (const [index, name] of brokenNames.entries())
    if (name !== 'photo' && name !== 'whole')
      writeFileSync(join(folder, `${name}.png`), wholePng(index + 2))
}

/** A sound PNG of its own. */
const wholePng = (number: number): Buffer => hugePng(100 + number, 80)

/** Images of the sample in a folder of this name, with a table of the cells that `cellsOf` gives. */
export const printsFolder = (
  folder: string,
  columns: readonly string[],
  cellsOf: (image: string, index: number) => readonly string[],
): void => {
  mkdirSync(folder)
  const rows = sampleImages.slice(0, 3).map((image, index) => {
    copyFileSync(join(sample, image), join(folder, image))
    return cellsOf(image, index)
  })
  writeFileSync(
    join(folder, 'prints.csv'),
    `${[columns, ...rows].map((cells) => cells.join(',')).join('\n')}\n`,
  )
}

/** Two tables, so that one has to be chosen. */
export const twoTables = (): string => {
  const folder = goodFolder(2)
  writeFileSync(join(folder, 'other.csv'), `${header.join(',')}\r\n`)
  return folder
}

/**
 * Thirteen different issues: `Title` stands for the name and `File` for the image, the tag `press`
 * has no column and `<mood>` is no tag; the others are one in a row, from row 2 on.
 */
export const invalidFolder = (): string => {
  const { folder, files } = folderWith(14)
  const rows = files.map((file, index) => [...goodRow(file, index).slice(0, 7), 'calm'])
  const set = (row: number, column: number, value: string): void => {
    rows[row - 2]?.splice(column, 1, value)
  }
  set(2, 4, '  Cotton ')
  set(3, 4, 'Oat ')
  set(4, 1, 'Print\u200B 00003')
  set(5, 3, files[3]?.replace(/\.\w+$/u, '.bmp') ?? '')
  set(6, 3, 'nowhere.png')
  set(7, 0, 'Print00001')
  set(8, 1, 'A title that is far too long for thirty-two characters')
  set(9, 1, '')
  set(10, 5, '')
  set(11, 0, 'ü'.repeat(17))
  rows[10]?.push('beyond', 'the table')
  set(13, 3, 'ipfs://nothing')
  const invalid = ['asset_name', 'Title', 'description', 'File', 'paper', 'ink', 'plant', '<mood>']
  return writeTable(folder, [invalid, ...rows])
}

/** A table of this many rows, each with white space that can be trimmed, on a few images. */
export const manyIssues = (count: number): string => {
  const { folder, files } = folderWith(4)
  const rows = Array.from({ length: count }, (_, index) => {
    const [name = '', title = '', , , ...tags] = goodRow('', index)
    return [name, title, ' spaced ', files[index % files.length] ?? '', ...tags]
  })
  return writeTable(folder, [header, ...rows])
}
