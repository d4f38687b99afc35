import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { Cid, cidOf } from '#media/content/cid.ts'
import { openContentStore } from '#media/content/store.ts'
import { collect, generatedBytes } from '../../support/generated-bytes.ts'
import { contentTest as it } from './content-test.ts'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const emptyFile = Cid('QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH')

const temporaries = (folder: string): Promise<string[]> => readdir(join(folder, 'tmp'))

const objects = async (folder: string): Promise<string[]> =>
  (await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

describe('put', () => {
  it('stores a stream under its CID and tells what it is', async ({ folder, store }) => {
    const bytes = await collect(generatedBytes(700_000, 'a'))
    const stored = await store.add(generatedBytes(700_000, 'a'))
    expect(stored).toEqual({
      cid: await cidOf(bytes),
      size: 700_000,
      mediaType: null,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect(store.get(stored.cid)).toEqual(stored)
    expect(await readFile(store.path(stored.cid))).toEqual(bytes)
    expect(await collect(store.read(stored.cid))).toEqual(bytes)
    expect(await temporaries(folder)).toEqual([])
  })

  it('stores the empty file', async ({ store }) => {
    expect(await store.add(new Uint8Array())).toMatchObject({ cid: emptyFile, size: 0 })
    expect(await collect(store.read(emptyFile))).toHaveLength(0)
  })

  it('names the media type by the bytes, also when they come one by one', async ({ store }) => {
    async function* gif(): AsyncGenerator<Uint8Array> {
      for (const byte of text(`GIF89a${'x'.repeat(100)}`)) yield Uint8Array.of(byte)
    }
    expect((await store.add(gif())).mediaType).toBe('image/gif')
  })

  it('keeps the same content once, also when put at the same time', async ({ folder, store }) => {
    const puts = Array.from({ length: 8 }, () => store.add(generatedBytes(300_000, 'same')))
    const cids = new Set((await Promise.all(puts)).map(({ cid }) => cid))
    expect(cids.size).toBe(1)
    expect(await objects(folder)).toHaveLength(1)
    expect(await temporaries(folder)).toEqual([])
    expect([...store.list()]).toHaveLength(1)
  })

  it('leaves a sound object as it is', async ({ store }) => {
    const { cid } = await store.add(text('once'))
    const before = await stat(store.path(cid))
    await store.add(text('once'))
    expect((await stat(store.path(cid))).ino).toBe(before.ino)
  })

  it('accepts exactly the allowed bytes and refuses one more', async ({ folder, store }) => {
    await store.add(generatedBytes(1000, 'a'), { maxBytes: 1000 })
    await expect(store.add(generatedBytes(1001, 'a'), { maxBytes: 1000 })).rejects.toMatchObject({
      code: 'too_large',
      details: { maxBytes: 1000 },
    })
    expect(await temporaries(folder)).toEqual([])
    expect(await objects(folder)).toHaveLength(1)
  })

  it('stops reading an endless source at the limit', async ({ store }) => {
    let given = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        given += 1000
        yield new Uint8Array(1000)
      }
    }
    await expect(store.add(endless(), { maxBytes: 10_000 })).rejects.toMatchObject({
      code: 'too_large',
    })
    expect(given).toBe(11_000)
  })

  it('leaves nothing when the source fails', async ({ folder, store }) => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(500_000)
      throw new Error('connection lost')
    }
    await expect(store.add(broken())).rejects.toThrow('connection lost')
    expect(await temporaries(folder)).toEqual([])
    expect(existsSync(join(folder, 'objects'))).toBe(false)
  })

  it('leaves nothing when it is cancelled', async ({ folder, store }) => {
    const controller = new AbortController()
    async function* source(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1000)
      controller.abort()
      yield new Uint8Array(1000)
    }
    const add = store.add(source(), { signal: controller.signal })
    await expect(add).rejects.toMatchObject({ code: 'cancelled' })
    expect(await temporaries(folder)).toEqual([])
  })
})

it('leaves no temporary file when the finished one cannot be given its name', async ({
  folder,
  store,
}) => {
  await writeFile(join(folder, 'objects'), 'in the way')
  await expect(store.add(text('art'))).rejects.toThrow(/EEXIST|ENOTDIR/)
  const path = store.tempPath()
  await writeFile(path, 'art')
  await expect(store.adopt(path)).rejects.toThrow(/EEXIST|ENOTDIR/)
  expect(await temporaries(folder)).toEqual([])
})

describe('addFile and adopt', () => {
  it('copies a file and leaves it where it is', async ({ folder, store }) => {
    const path = join(folder, 'art.bin')
    await writeFile(path, 'art')
    const { cid } = await store.addFile(path)
    expect(cid).toBe(await cidOf(text('art')))
    expect(await readFile(path, 'utf8')).toBe('art')
  })

  it('takes a finished file over', async ({ folder, store }) => {
    const path = store.tempPath()
    await writeFile(path, 'resized')
    const stored = await store.adopt(path)
    expect(stored.cid).toBe(await cidOf(text('resized')))
    expect(store.get(stored.cid)).toEqual(stored)
    expect(await temporaries(folder)).toEqual([])
  })

  it('takes over what it has already', async ({ folder, store }) => {
    const first = await store.add(text('twice'))
    const path = store.tempPath()
    await writeFile(path, 'twice')
    expect(await store.adopt(path)).toEqual(first)
    expect(await temporaries(folder)).toEqual([])
  })

  it('never moves a file of the user', async ({ folder, store }) => {
    const path = join(folder, 'mine.png')
    await writeFile(path, 'mine')
    await expect(store.adopt(path)).rejects.toThrow('tempPath')
    expect(await readFile(path, 'utf8')).toBe('mine')
  })
})

describe('get, path and read', () => {
  it('know nothing of what was never put', ({ store }) => {
    expect(store.get(emptyFile)).toBeUndefined()
    expect(() => store.read(emptyFile)).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  it('end in nothing when a reader leaves before the file is open, and the file is gone then', async ({
    store,
  }) => {
    const { cid } = await store.add(text('hello world'))
    const left = store.read(cid)
    left.destroy()
    rmSync(store.path(cid))
    await new Promise((resolve) => left.once('close', resolve))
    const waiting = store.read((await store.add(text('hello'))).cid)
    rmSync(store.path(await cidOf(text('hello'))))
    await expect(collect(waiting)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it.for(['../../index.db', '/etc/passwd', '', `${emptyFile}/../../x`, `${emptyFile}\0`])(
    'never make a path of %j',
    (hostile, { store }) => {
      // @ts-expect-error a text that was not checked
      expect(() => store.path(hostile)).toThrow(expect.objectContaining({ code: 'invalid' }))
    },
  )

  it('spread the objects over many folders', async ({ folder, store }) => {
    for (let n = 0; n < 40; n += 1) await store.add(text(`file ${n}`))
    expect((await readdir(join(folder, 'objects'))).length).toBeGreaterThan(20)
  })
})

it('lists all rows in the order of their CIDs', async ({ store }) => {
  const stored = [
    await store.add(text('a')),
    await store.add(text('b')),
    await store.add(text('c')),
  ]
  const byCid = stored.toSorted((a, b) => (a.cid < b.cid ? -1 : 1))
  expect([...store.list()]).toEqual(byCid)
})

it('finds everything again after it was closed', async ({ folder, store }) => {
  const stored = await store.add(text('durable'))
  store.close()
  const again = await openContentStore({ dir: folder })
  expect(again.get(stored.cid)).toEqual(stored)
  again.close()
})
