import { once } from 'node:events'
import { basename } from 'node:path'
import { describe, expect } from 'vitest'
import { createImageProcess, type ImageProcess } from '#media/images/process.ts'
import {
  contentsOf,
  makeFolder,
  makePicture,
  openImporter,
  requestFor,
  writeTable,
} from '../harness.ts'
import { importTest as it } from '../import-test.ts'
import { until } from '../../../support/until.ts'

type Library = {
  readonly version: string
  /** In pixels: another version makes other bytes of the same image, here another size. */
  readonly side: number
  /** An image that it works on until the run is stopped. */
  readonly isEndless?: (name: string) => boolean
}

/** An importer whose image library has this version, and the names of the files that it has made. */
const openWith = async (
  home: string,
  baseUrl: string,
  { version, side, isEndless = () => false }: Library,
) => {
  const images = createImageProcess({ inFlight: 3 })
  const made: string[] = []
  const library: ImageProcess = {
    ...images,
    versions: async () => ({ ...(await images.versions()), vips: version }),
    process: async (job, signal) => {
      const name = basename(job.source)
      if (isEndless(name) && signal !== undefined) await once(signal, 'abort')
      else made.push(name)
      return await images.process(
        { ...job, settings: { ...job.settings, maxPixels: side } },
        signal,
      )
    },
  }
  const { imports, close } = await openImporter(home, baseUrl, { images: () => library })
  return { imports, made, close: async () => Promise.all([images.close(), close()]) }
}

/** What one request to the minting service holds. */
const batch = 25

describe('an import that is stopped half-way and resumed with another image library', () => {
  // Fault 15 of docs/faults.md.
  it('leaves its tokens as they are, and makes the images of all other rows with the new one', async ({
    home,
    folder,
    studio,
  }) => {
    const held = () => contentsOf(studio.client, studio.collectionId)
    const request = requestFor(folder, studio.collectionId)
    await makeFolder(folder, batch + 3)
    const isLate = (name: string): boolean => Number.parseInt(name, 10) > batch
    const old = await openWith(home, studio.baseUrl, {
      version: 'old',
      side: 16,
      isEndless: isLate,
    })
    const stopping = new AbortController()
    const running = old.imports.start(request, { signal: stopping.signal })
    await until(() => old.imports.list()[0]?.added === batch)
    stopping.abort()
    const stopped = await running
    await old.close()
    expect(stopped).toMatchObject({ state: 'paused', added: batch, failed: 0, left: 3 })
    const before = await held()

    // Two rows come to it whose files the old library has made already, under other names.
    await makePicture(folder, batch + 4, 1)
    await makePicture(folder, batch + 5, 2)
    await writeTable(folder, batch + 5)
    const other = await openWith(home, studio.baseUrl, { version: 'new', side: 20 })
    const done = await other.imports.start(request)
    await other.close()
    expect(done).toMatchObject({ job: stopped.job, state: 'done', added: 5, already: batch })
    expect(other.made.toSorted()).toEqual(['26.png', '27.png', '28.png', '29.png', '30.png'])
    const after = await held()
    expect(after.slice(0, batch)).toEqual(before)
    const imageOf = (number: number) => after[number - 1]?.image
    expect(imageOf(29)).not.toBe(imageOf(1))
    expect(imageOf(30)).not.toBe(imageOf(2))
  })
})
