import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { Cid } from '#media/content/cid.ts'
import { summaryError } from '#app/imports/summary.ts'
import { createServiceUpload } from '#media/pinning/service-upload/service-upload.ts'
import type { Token } from '#contract/tokens/token.ts'
import { isoMedia } from '../../../media/images/images.ts'
import { html } from '../../../media/images/works.ts'
import { makeFolder, openImporter, requestFor, row } from '../harness.ts'
import { type ImportStudio, importTest as it, type TestImporter } from '../import-test.ts'
import { writeCsv } from '../table/write-csv.ts'

// Real images, files and servers: on a busy machine they take their time.
const video = isoMedia('isom')

/** Two images with a table; each row has a film and a page. */
const makeWorks = async (folder: string): Promise<void> => {
  await makeFolder(folder, 2)
  for (const index of [1, 2]) {
    await writeFile(join(folder, `${index}.mp4`), Buffer.concat([video, Buffer.from([index])]))
    await writeFile(join(folder, `${index}.html`), html)
  }
  const rows = [1, 2].map((index) => [...row(index), `${index}.mp4`, `${index}.html`])
  const header = ['asset_name', 'name', 'image', 'colour', 'work', 'work_2']
  await writeFile(join(folder, 'tokens.csv'), writeCsv([header, ...rows]))
}

const requested = (folder: string, studio: ImportStudio) => requestFor(folder, studio.collectionId)

const start = async (folder: string, studio: ImportStudio, { imports }: TestImporter) => {
  const summary = await imports.start(requested(folder, studio))
  expect(summaryError(summary)).toBeUndefined()
  return summary
}

const tokensOf = (studio: ImportStudio): Promise<Token[]> =>
  Array.fromAsync(studio.client.tokens(studio.collectionId, { order: 'asc', size: 100 }))

type File = { readonly name: string; readonly mediaType: string; readonly src: string }

const filesOf = ({ metadata, asset_name, policy }: Token): File[] => {
  const found = JSON.stringify(metadata)
  const at = JSON.parse(found)[721][policy?.policy_id ?? ''][asset_name]
  return at.files
}

const cidIn = ({ src }: File): Cid => Cid(src.replace('ipfs://', ''))

describe('works beside images', () => {
  it('are refused before anything is sent where a minting service takes the images', async ({
    folder,
    home,
    studio,
    importer,
  }) => {
    await makeWorks(folder)
    await importer.imports.placeWorks(requested(folder, studio))
    const service = { name: 'Shop', url: 'https://shop.example', isHosted: true }
    const uploading = await openImporter(`${home}/creator`, studio.baseUrl, {
      pinSet: async () => createServiceUpload(service, undefined),
    })
    await expect(uploading.imports.start(requested(folder, studio))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('2 tokens of this table have works beside the image'),
    })
    expect(uploading.imports.list()).toEqual([])
    await uploading.close()
  })

  it('are stored byte for byte, pinned, and named in files of the metadata', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeWorks(folder)
    await importer.imports.placeWorks(requested(folder, studio))
    expect(await start(folder, studio, importer)).toMatchObject({ total: 2, added: 2 })
    const [first] = await tokensOf(studio)
    const files = first === undefined ? [] : filesOf(first)
    expect(files).toMatchObject([
      { name: 'Token no 1', mediaType: 'video/mp4' },
      { name: 'Token no 1', mediaType: 'text/html' },
    ])
    const stored = await Promise.all(
      files.map((file) => readFile(importer.store.path(cidIn(file)))),
    )
    expect(stored[0]).toEqual(await readFile(join(folder, '1.mp4')))
    expect(stored[1]?.toString()).toBe(html)
    const content = importer.imports.content()
    for (const file of files) expect(content).toContain(cidIn(file))
  })

  it('that load other files or the web are named by the plan, with the first address', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeWorks(folder)
    const library = '<script src="https://cdn.example/p5.js"></script>'
    await writeFile(join(folder, '2.html'), html.replace('<script>', `${library}<script>`))
    await importer.imports.placeWorks(requested(folder, studio))
    const { issues } = await importer.imports.plan(requested(folder, studio))
    const found = issues.filter(({ rule }) => rule === 'work_needs_others')
    expect(found).toMatchObject([
      { row: 3, message: expect.stringContaining('2.html loads "https://cdn.example/p5.js"') },
    ])
  })

  it('of a repeated import are done, and a changed one is an error that names its tag', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeWorks(folder)
    await importer.imports.placeWorks(requested(folder, studio))
    await start(folder, studio, importer)
    const again = await importer.imports.plan(requested(folder, studio))
    expect(again.counts).toMatchObject({ done: 2, new: 0, compare: 0, errors: 0 })
    await writeFile(join(folder, '2.mp4'), Buffer.concat([video, Buffer.from([7, 7])]))
    const changed = await importer.imports.plan(requested(folder, studio))
    expect(changed.issues.find(({ rule }) => rule === 'asset_name_taken')?.message).toContain(
      '<work>',
    )
  })

  // Fault 4 of docs/faults.md.
  it('that vanish fail their token alone, and a second run goes on with it', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeWorks(folder)
    await importer.imports.placeWorks(requested(folder, studio))
    const film = await readFile(join(folder, '2.mp4'))
    const summary = await importer.imports.start(requested(folder, studio), {
      onPlan: () => void rm(join(folder, '2.mp4')),
    })
    expect(summary).toMatchObject({ added: 1, failed: 1 })
    expect(summary.failures[0]?.message).toContain('2.mp4')
    await writeFile(join(folder, '2.mp4'), film)
    await start(folder, studio, importer)
    expect((await tokensOf(studio)).map((token) => filesOf(token).length)).toEqual([2, 2])
  })
})

describe('a collection without a place for works', () => {
  it('gets files in its metadata for each column, once, and not when it has tokens', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeWorks(folder)
    const plan = await importer.imports.plan(requested(folder, studio))
    expect(plan.issues.filter(({ rule }) => rule === 'no_files_template')).toHaveLength(2)
    const place = () => importer.imports.placeWorks(requested(folder, studio))
    expect(await place()).toEqual(['work', 'work_2'])
    expect(await place()).toEqual([])
    const { metadata } = await studio.client.getCollection(studio.collectionId)
    expect(metadata).toMatchObject({
      attributes: { Colour: '<colour>' },
      files: [
        { name: '<name>', media_type: '<work_type>', src: '<work>' },
        { name: '<name>', media_type: '<work_2_type>', src: '<work_2>' },
      ],
    })
    await start(folder, studio, importer)
    const header = ['asset_name', 'name', 'image', 'colour', 'work', 'work_2', 'work_3']
    const cells = ['Token9', 'Token no 9', '1.png', 'red', '1.mp4', '1.html', '2.mp4']
    await writeFile(join(folder, 'tokens.csv'), writeCsv([header, cells]))
    await expect(place()).rejects.toMatchObject({ code: 'conflict' })
  })
})
