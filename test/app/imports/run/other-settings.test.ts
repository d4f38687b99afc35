import { describe, expect } from 'vitest'
import { summaryError } from '#app/imports/summary.ts'
import { contentsOf, makeFolder, requestFor, writeTable, makePicture } from '../harness.ts'
import { importTest as it } from '../import-test.ts'

const larger = { settings: { maxPixels: 32, format: 'keep', quality: 80 } } as const

describe('a folder that is imported again with other image settings', () => {
  // Fault 15 of docs/faults.md.
  it('leaves the tokens of the collection as they are, and says so in planning', async ({
    folder,
    studio,
    importer: { imports },
  }) => {
    await makeFolder(folder, 3)
    await imports.start(requestFor(folder, studio.collectionId))
    const before = await contentsOf(studio.client, studio.collectionId)
    const request = requestFor(folder, studio.collectionId, larger)
    const plan = await imports.plan(request)
    expect(plan.counts).toMatchObject({ done: 3, new: 0, errors: 0 })
    expect(plan.issues.find(({ rule }) => rule === 'other_settings')?.message).toContain(
      '3 tokens are in the collection already, from an import with other image settings, and keep their images.',
    )
    const summary = await imports.start(request)
    expect(summary).toMatchObject({ added: 0, already: 3, failed: 0, state: 'done' })
    expect(await contentsOf(studio.client, studio.collectionId)).toEqual(before)
  })

  it('makes the images of new rows with them', async ({ folder, studio, importer }) => {
    const { imports } = importer
    await makeFolder(folder, 2)
    await imports.start(requestFor(folder, studio.collectionId))
    await makePicture(folder, 3)
    await writeTable(folder, 3)
    const made = importer.processed()
    const summary = await imports.start(requestFor(folder, studio.collectionId, larger))
    expect(summary).toMatchObject({ added: 1, already: 2, failed: 0 })
    expect(importer.processed()).toBe(made + 1)
  })

  it('says of tokens with other content that they are not those of the table', async ({
    folder,
    studio,
    importer: { imports, db },
  }) => {
    await makeFolder(folder, 2)
    await imports.start(requestFor(folder, studio.collectionId))
    // Nothing is known of the earlier import, as on another computer.
    db.run('DELETE FROM import_items', {})
    const other = requestFor(folder, studio.collectionId, larger)
    const summary = await imports.start(other)
    expect(summary).toMatchObject({ added: 0, failed: 2 })
    expect(summaryError(summary)?.message).toMatch(
      /^0 of 2 tokens are in the collection as the table has them; 2 failed, .* but another image/u,
    )
  })
})
