import { copyFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openContentStore } from '#media/content/store.ts'
import { Database } from '#platform/db/database.ts'
import { openSource } from '#media/images/child/source-file.ts'
import type { ImageProcess } from '#media/images/process.ts'
import { createImageCache } from '#app/imports/journal/image-cache.ts'
import { createJobs } from '#app/imports/journal/jobs.ts'
import { openJournal } from '#app/imports/journal/journal.ts'
import { importsSchema } from '#app/imports/journal/journal-schema.ts'
import { plannedItem } from '#app/imports/run/start-items.ts'
import { defaultRetrySettings } from '#app/imports/pipeline/retry-transient.ts'
import { createPreparation } from '#app/imports/pipeline/preparation.ts'
import { sizes } from '#app/imports/run/run.ts'
import { createPinSet } from '#media/pinning/pin-set.ts'
import { createLocalPinner } from '#media/pinning/local/provider.ts'
import { newFolder, resizedFolder } from './bench-home.ts'

const settings = { maxPixels: 1024, format: 'keep', quality: 90 } as const

/**
 * Hashes each file as the image process does and hands out a finished one, so that only what
 * stands around the image step is measured.
 */
const readyImages = (folder: string): ImageProcess => ({
  inFlight: sizes.storing,
  versions: () => Promise.resolve({}),
  check: () => Promise.reject(new Error('not part of this bench')),
  inspect: () => Promise.reject(new Error('not part of this bench')),
  readCodes: () => Promise.reject(new Error('not part of this bench')),
  drawCard: () => Promise.reject(new Error('not part of this bench')),
  process: async ({ source, target }) => {
    const file = await openSource(source)
    const read = file.describe(await file.readImage())
    file.close()
    await copyFile(join(folder, basename(source)), target)
    return {
      mediaType: 'image/png',
      bytes: 0,
      width: 1024,
      height: 1024,
      untouched: false,
      source: read,
      notes: [],
    }
  },
  close: () => Promise.resolve(),
})

/**
 * Seconds of everything in an import that is not the image step: source hash, CID, content store
 * with its syncs, journal and local pin, through the import's own steps, as many at once as there.
 */
const measure = async (paths: readonly string[]): Promise<number> => {
  const home = newFolder('overhead-home')
  const db = new Database(join(home, 'app.db'), [importsSchema])
  const store = await openContentStore({ dir: join(home, 'content') })
  const now = (): Date => new Date()
  const job = createJobs(db, now).create({
    folder: home,
    tablePath: '',
    collectionId: '',
    accountId: '',
    settings,
    pinner: 'local',
  })
  const journal = openJournal(db, job.id, { now })
  const images = readyImages(resizedFolder)
  const steps = createPreparation({
    settings,
    journal,
    memory: createImageCache(db, now),
    store,
    images: () => images,
    pins: createPinSet({ name: 'local', pinners: [createLocalPinner(store)] }),
    collectionName: 'Bench',
    retrySettings: defaultRetrySettings,
    signal: new AbortController().signal,
  })
  const files = await Promise.all(
    paths.map(async (path) => {
      const { size, mtimeMs } = await stat(path)
      return { name: basename(path), path, size, mtimeMs }
    }),
  )
  journal.start(
    files.map((file, index) =>
      plannedItem({
        asset_name: file.name,
        row: index + 2,
        request: { asset_name: file.name, name: file.name },
        image: { kind: 'file', file },
      }),
    ),
  )
  const work = journal.items().map((item, position) => ({ item, position }))
  const started = performance.now()
  const run = async (): Promise<void> => {
    for (let entry = work.shift(); entry !== undefined; entry = work.shift()) {
      const file = files[entry.position]
      if (file === undefined) throw new Error('an item without a file')
      const hashed = await steps.hash({ ...entry, file })
      await steps.pin(await steps.storeImage(await steps.process(hashed)))
    }
  }
  await Promise.all(Array.from({ length: sizes.storing }, run))
  const seconds = (performance.now() - started) / 1000
  store.close()
  db.close()
  return seconds
}

// A process of its own, as each import is one: what it compiles counts. The files come one a line.
console.log(await measure((await text(process.stdin)).split('\n')))
