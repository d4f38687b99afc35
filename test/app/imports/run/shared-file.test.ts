import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { memoryPinner } from '../../../media/pinning/memory-pinner.ts'
import {
  contentsOf,
  makeFolder,
  openImporter,
  pinSetOf,
  requestFor,
  writeTable,
} from '../harness.ts'
import { importTest } from '../import-test.ts'

const it = importTest.extend('pinned', async ({ home, studio }, { onCleanup }) => {
  const pinner = memoryPinner('one')
  const importer = await openImporter(home, studio.baseUrl, {
    pinSet: async () => pinSetOf(pinner),
  })
  onCleanup(() => importer.close())
  return { importer, pinner }
})

describe('one file of many rows', () => {
  // Fault 14 of docs/faults.md.
  it('is made, stored and pinned once', async ({ folder, studio, pinned }) => {
    const { importer, pinner } = pinned
    await makeFolder(folder, 2)
    await writeTable(folder, 12, ([name = '', title = '', , colour = ''], index) => [
      name,
      title,
      index % 4 === 0 ? '2.png' : '1.png',
      colour,
    ])
    const summary = await importer.imports.start(requestFor(folder, studio.collectionId))
    expect(summary).toMatchObject({ added: 12, failed: 0, unpinned: 0 })
    expect(importer.processed()).toBe(2)
    expect(pinner.asked.pins).toBe(2)
    const tokens = await contentsOf(studio.client, studio.collectionId)
    expect(new Set(tokens.map(({ image }) => image)).size).toBe(2)
  })

  it('fails each of them where it is broken, and no other', async ({ folder, studio, pinned }) => {
    const { imports } = pinned.importer
    await makeFolder(folder, 2)
    await writeTable(folder, 8, ([name = '', title = '', , colour = ''], index) => [
      name,
      title,
      index % 2 === 0 ? '2.png' : '1.png',
      colour,
    ])
    await writeFile(join(folder, '2.png'), 'no image')
    const summary = await imports.start(requestFor(folder, studio.collectionId))
    expect(summary).toMatchObject({ added: 4, failed: 4 })
    expect(summary.failures.map(({ row }) => row)).toEqual([3, 5, 7, 9])
  })

  it('does not keep a stopped run from its end', async ({ folder, studio, pinned }) => {
    const { imports } = pinned.importer
    await makeFolder(folder, 1)
    await writeTable(folder, 40, ([name = '', title = '', , colour = '']) => [
      name,
      title,
      '1.png',
      colour,
    ])
    const stopping = new AbortController()
    const request = requestFor(folder, studio.collectionId)
    const stopped = await imports.start(request, {
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    })
    expect(stopped.state).toBe('paused')
    expect(await imports.resume()).toMatchObject({ state: 'done', total: 40, failed: 0 })
  })
})
