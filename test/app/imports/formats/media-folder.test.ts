import { basename } from 'node:path'
import { describe, expect } from 'vitest'
import { nameByPattern } from '#app/imports/formats/name-pattern.ts'
import { readFolderTable } from '#app/imports/inputs/inputs.ts'
import { isRunnable, planImport } from '#app/imports/plan/plan.ts'
import { proposeCollection } from '#app/imports/propose/propose-collection.ts'
import { folderTest as it } from '../../../support/folder-test.ts'
import { collectionOf } from '../plan/plan-fixture.ts'
import { images, readFiles, writeFiles } from './fixture.ts'

describe('a folder without a table', () => {
  it('each file becomes a token of its name, in natural order', async ({ folder }) => {
    const { format, reason, rows } = await readFiles(
      folder,
      images('Bean 10.png', 'Bean 2.PNG', 'rare/Größe 64.png', 'notes.txt'),
    )
    expect([format, reason]).toEqual([
      'folder',
      'Read as Files without a table, because it holds 3 files and no table.',
    ])
    expect(rows).toEqual([
      { asset_name: 'Bean2', name: 'Bean 2', image: 'Bean 2.PNG' },
      { asset_name: 'Bean10', name: 'Bean 10', image: 'Bean 10.png' },
      { asset_name: 'Groe64', name: 'Größe 64', image: 'rare/Größe 64.png' },
    ])
  })

  it('files that are numbers get the name of the folder before them', async ({ folder }) => {
    const { rows } = await readFiles(`${folder}/red_beans`, images('1.png', '12.png'))
    expect(rows).toEqual([
      { asset_name: 'redbeans0001', name: 'red beans #0001', image: '1.png' },
      { asset_name: 'redbeans0012', name: 'red beans #0012', image: '12.png' },
    ])
  })

  it('a work is one token with the image of its name, and no page becomes a token by itself', async ({
    folder,
  }) => {
    const { rows, notes } = await readFiles(
      folder,
      images('a.png', 'b.mp4', 'b.png', 'b.wav', 'c.glb', 'd.html', 'd.webp', 'readme.html'),
    )
    expect(rows).toEqual([
      { asset_name: 'a', name: 'a', image: 'a.png' },
      { asset_name: 'b', name: 'b', image: 'b.png', work: 'b.mp4', work_2: 'b.wav' },
      { asset_name: 'c', name: 'c', work: 'c.glb' },
      { asset_name: 'd', name: 'd', image: 'd.webp', work: 'd.html' },
    ])
    expect(notes).toContain('Video, audio and other works go beside the image of the same name.')
  })

  it('a pattern names them; a file without a number gets no name from its place', async ({
    folder,
  }) => {
    const { rows } = await readFiles(folder, images('a-7.png', 'cover.png'), {
      format: 'folder',
      names: 'Bean #{number:4}',
    })
    expect(rows).toEqual([
      { asset_name: 'Bean0007', name: 'Bean #0007', image: 'a-7.png' },
      { image: 'cover.png' },
    ])
  })

  it('a pattern that names nothing is refused with what may be written', () => {
    for (const pattern of ['{nummer}', 'always the same', '{stem', `{stem}${'x'.repeat(300)}`])
      expect(() => nameByPattern(pattern, 'a')).toThrow("Use {file} for its file's name")
  })

  it('a file name of Japanese letters becomes the folder’s name and its own number', async ({
    folder: home,
  }) => {
    const folder = `${home}/hanami`
    await writeFiles(folder, images('夜桜 10.png', '夜桜 2.png', '富士山１.png', 'しだれ桜-07.png'))
    const { table, works } = await readFolderTable({ folder })
    expect(table.issues.map(({ message }) => message)).toContain(
      '4 files have a name without the letters of asset names (A to Z), or with the same ones as another file. Their asset names are hanami0007 and so on, with the number of the file.',
    )
    const { files } = proposeCollection(table, { folder }, works)
    const collection = collectionOf({ name: '<name>', image: '<image>', files: [...files] })
    const plan = planImport({ table, files: works, collection })
    expect(plan.issues.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(isRunnable(plan)).toBe(true)
    expect(
      plan.tokens.map(({ assetName, request, image }) => [
        assetName,
        request.name,
        image.kind === 'file' && basename(image.file.name),
      ]),
    ).toEqual([
      ['hanami0007', 'しだれ桜-07', 'しだれ桜-07.png'],
      ['hanami0002', '夜桜 2', '夜桜 2.png'],
      ['hanami0010', '夜桜 10', '夜桜 10.png'],
      ['hanami0001', '富士山１', '富士山１.png'],
    ])
  })

  it('without numbers of their own they get their place, and never the name of another', async ({
    folder,
  }) => {
    const { rows, notes } = await readFiles(
      `${folder}/zoo`,
      images('zoo0005.png', 'Волк.png', 'Лиса.png', 'Bean Α.png', 'Bean Ω.png', 'Größe.png'),
    )
    expect(
      Object.fromEntries(rows.map(({ image = '', asset_name: name }) => [image, name])),
    ).toEqual({
      'Bean Α.png': 'zoo0007',
      'Bean Ω.png': 'zoo0008',
      'Größe.png': 'Groe',
      'zoo0005.png': 'zoo0005',
      'Волк.png': 'zoo0011',
      'Лиса.png': 'zoo0012',
    })
    expect(notes.at(-1)).toContain('with the place in the folder. A file that is added')
    const other = await readFiles(`${folder}/花見`, images('夜桜 2.png'))
    expect(other.rows).toMatchObject([{ asset_name: 'Token0002', name: '夜桜 2' }])
  })
})
