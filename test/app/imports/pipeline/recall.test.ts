import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openContentStore } from '#media/content/store.ts'
import { Database } from '#platform/db/database.ts'
import { cacheKeyOf, createImageCache } from '#app/imports/journal/image-cache.ts'
import { createJobs } from '#app/imports/journal/jobs.ts'
import { openJournal } from '#app/imports/journal/journal.ts'
import { importsSchema, type Item } from '#app/imports/journal/journal-schema.ts'
import { plannedItem } from '#app/imports/run/start-items.ts'
import { createRecall } from '#app/imports/pipeline/recall.ts'
import { createPinSet } from '#media/pinning/pin-set.ts'
import { createLocalPinner } from '#media/pinning/local/provider.ts'
import type { Pinner } from '#media/pinning/pinner.ts'
import { temporaryFolder } from '../../../support/folder-test.ts'

const now = (): Date => new Date('2026-11-27T00:00:00Z')
const settings = { maxPixels: null, format: 'keep', quality: 80 } as const
const names = ['1.png', '2.png', '3.png']

/** Three files that an earlier import stored, and a new job that names them. */
const scene = async () => {
  const folder = temporaryFolder()
  const db = new Database(join(folder, 'app.db'), [importsSchema])
  const store = await openContentStore({ dir: join(folder, 'content') })
  const memory = createImageCache(db, now)
  const source = { folder, tablePath: '', collectionId: 'c', accountId: 'a' }
  const job = createJobs(db, now).create({ ...source, settings, pinner: 'local' })
  const journal = openJournal(db, job.id, { now })
  const files = []
  for (const name of names) {
    const path = join(folder, name)
    writeFileSync(path, `image ${name}`)
    const { size, mtimeMs, ino } = statSync(path)
    const { cid, sha256 } = await store.addFile(path)
    memory.cacheHash({ path, size, mtimeMs, inode: String(ino) }, sha256)
    const made = { cid, mediaType: 'image/png', notes: [`note of ${name}`] }
    memory.cacheImage(cacheKeyOf(sha256, name, 'key'), made)
    files.push({ name, path, size, mtimeMs, cid })
  }
  journal.start(
    files.map(({ name, path, size, mtimeMs }, at) =>
      plannedItem({
        asset_name: `T${at + 1}`,
        row: at + 2,
        request: { asset_name: `T${at + 1}`, name },
        image: { kind: 'file', file: { name, path, size, mtimeMs } },
      }),
    ),
  )
  const recallAt = (pinner: Pinner, signal = new AbortController().signal) =>
    createRecall(
      {
        journal,
        memory,
        store,
        signal,
        pins: createPinSet({ name: 'one', pinners: [pinner] }),
      },
      async () => 'key',
    )
  return { db, store, journal, files, recallAt, local: createLocalPinner(store) }
}

let given: Awaited<ReturnType<typeof scene>>
beforeEach(async () => {
  given = await scene()
  return () => {
    given.store.close()
    given.db.close()
  }
})

const stagesOf = (items: readonly Item[]): readonly string[] => items.map(({ stage }) => stage)

describe('images that an earlier import made of the same files', () => {
  it('are taken together, with their notes, and written down as the journal then has them', async () => {
    const { journal, files, recallAt, local } = given
    const items = await recallAt(local)(journal.items())
    expect(items).toMatchObject(
      files.map(({ name, cid }) => ({ stage: 'pinned', cid, notes: [`note of ${name}`] })),
    )
    expect(journal.items()).toEqual(items)
  })

  it('are still to be pinned at any other place than this computer', async () => {
    const { journal, recallAt, local } = given
    const { isLocal: _, ...elsewhere } = local
    const items = await recallAt(elsewhere)(journal.items())
    expect(stagesOf(items)).toEqual(['imaged', 'imaged', 'imaged'])
    expect(stagesOf(journal.items())).toEqual(['imaged', 'imaged', 'imaged'])
  })

  it('are made again where the file is another of the same size and time', async () => {
    const { journal, files, recallAt, local, db } = given
    db.run("UPDATE file_hashes SET inode = '0' WHERE path = :path", {
      path: files[1]?.path ?? '',
    })
    expect(stagesOf(await recallAt(local)(journal.items()))).toEqual([
      'pinned',
      'planned',
      'pinned',
    ])
  })

  it('are made again where the file has changed since the plan', async () => {
    const { journal, files, recallAt, local } = given
    utimesSync(files[0]?.path ?? '', 1, 1)
    expect(stagesOf(await recallAt(local)(journal.items()))).toEqual([
      'planned',
      'pinned',
      'pinned',
    ])
  })

  it('are made again where the stored bytes are damaged', async () => {
    const { journal, files, recallAt, local, store } = given
    const { cid, size } = files[2] ?? { cid: undefined, size: 0 }
    if (cid !== undefined) writeFileSync(store.path(cid), 'x'.repeat(size))
    expect(stagesOf(await recallAt(local)(journal.items()))).toEqual([
      'pinned',
      'pinned',
      'planned',
    ])
  })

  it('are not asked for once the import is stopped', async () => {
    const { journal, recallAt, local } = given
    const stopped = AbortSignal.abort(new Error('enough'))
    await expect(recallAt(local, stopped)(journal.items())).rejects.toThrow('enough')
    expect(stagesOf(journal.items())).toEqual(['planned', 'planned', 'planned'])
  })
})
