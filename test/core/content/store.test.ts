import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cid, cidOf } from '#core/content/cid.ts'
import { type ContentStore, openContentStore } from '#core/content/store.ts'
import { collect, generatedBytes } from '../../support/generated-bytes.ts'

let dir: string
let store: ContentStore

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'coldpress-content-'))
  store = await openContentStore({ dir })
})

afterEach(async () => {
  store.close()
  await rm(dir, { recursive: true, force: true })
})

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const emptyFile = Cid('QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH')

const temporaries = (): Promise<string[]> => readdir(join(dir, 'tmp'))

const objects = async (): Promise<string[]> =>
  (await readdir(join(dir, 'objects'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

describe('put', () => {
  it('stores a stream under its CID and tells what it is', async () => {
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
    expect(await temporaries()).toEqual([])
  })

  it('stores the empty file', async () => {
    expect(await store.add(new Uint8Array())).toMatchObject({ cid: emptyFile, size: 0 })
    expect(await collect(store.read(emptyFile))).toHaveLength(0)
  })

  it('names the media type by the bytes, also when they come one by one', async () => {
    async function* gif(): AsyncGenerator<Uint8Array> {
      for (const byte of text(`GIF89a${'x'.repeat(100)}`)) yield Uint8Array.of(byte)
    }
    expect((await store.add(gif())).mediaType).toBe('image/gif')
  })

  it('keeps the same content once, also when put at the same time', async () => {
    const puts = Array.from({ length: 8 }, () => store.add(generatedBytes(300_000, 'same')))
    const cids = new Set((await Promise.all(puts)).map(({ cid }) => cid))
    expect(cids.size).toBe(1)
    expect(await objects()).toHaveLength(1)
    expect(await temporaries()).toEqual([])
    expect([...store.list()]).toHaveLength(1)
  })

  it('leaves a sound object as it is', async () => {
    const { cid } = await store.add(text('once'))
    const before = await stat(store.path(cid))
    await store.add(text('once'))
    expect((await stat(store.path(cid))).ino).toBe(before.ino)
  })

  it('accepts exactly the allowed bytes and refuses one more', async () => {
    await store.add(generatedBytes(1000, 'a'), { maxBytes: 1000 })
    await expect(store.add(generatedBytes(1001, 'a'), { maxBytes: 1000 })).rejects.toMatchObject({
      code: 'too_large',
      details: { maxBytes: 1000 },
    })
    expect(await temporaries()).toEqual([])
    expect(await objects()).toHaveLength(1)
  })

  it('stops reading an endless source at the limit', async () => {
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

  it('leaves nothing when the source fails', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(500_000)
      throw new Error('connection lost')
    }
    await expect(store.add(broken())).rejects.toThrow('connection lost')
    expect(await temporaries()).toEqual([])
    expect(existsSync(join(dir, 'objects'))).toBe(false)
  })

  it('leaves nothing when it is cancelled', async () => {
    const controller = new AbortController()
    async function* source(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1000)
      controller.abort()
      yield new Uint8Array(1000)
    }
    const add = store.add(source(), { signal: controller.signal })
    await expect(add).rejects.toMatchObject({ code: 'cancelled' })
    expect(await temporaries()).toEqual([])
  })
})

it('leaves no temporary file when the finished one cannot be given its name', async () => {
  await writeFile(join(dir, 'objects'), 'in the way')
  await expect(store.add(text('art'))).rejects.toThrow(/EEXIST|ENOTDIR/)
  const path = store.tempPath()
  await writeFile(path, 'art')
  await expect(store.adopt(path)).rejects.toThrow(/EEXIST|ENOTDIR/)
  expect(await temporaries()).toEqual([])
})

describe('addFile and adopt', () => {
  it('copies a file and leaves it where it is', async () => {
    const path = join(dir, 'art.bin')
    await writeFile(path, 'art')
    const { cid } = await store.addFile(path)
    expect(cid).toBe(await cidOf(text('art')))
    expect(await readFile(path, 'utf8')).toBe('art')
  })

  it('takes a finished file over', async () => {
    const path = store.tempPath()
    await writeFile(path, 'resized')
    const stored = await store.adopt(path)
    expect(stored.cid).toBe(await cidOf(text('resized')))
    expect(store.get(stored.cid)).toEqual(stored)
    expect(await temporaries()).toEqual([])
  })

  it('takes over what it has already', async () => {
    const first = await store.add(text('twice'))
    const path = store.tempPath()
    await writeFile(path, 'twice')
    expect(await store.adopt(path)).toEqual(first)
    expect(await temporaries()).toEqual([])
  })

  it('never moves a file of the user', async () => {
    const path = join(dir, 'mine.png')
    await writeFile(path, 'mine')
    await expect(store.adopt(path)).rejects.toThrow('tempPath')
    expect(await readFile(path, 'utf8')).toBe('mine')
  })
})

describe('get, path and read', () => {
  it('know nothing of what was never put', () => {
    expect(store.get(emptyFile)).toBeUndefined()
    expect(() => store.read(emptyFile)).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  it.each(['../../index.db', '/etc/passwd', '', `${emptyFile}/../../x`, `${emptyFile}\0`])(
    'never make a path of %j',
    (hostile) => {
      // @ts-expect-error a text that was not checked
      expect(() => store.path(hostile)).toThrow(expect.objectContaining({ code: 'invalid' }))
    },
  )

  it('spread the objects over many folders', async () => {
    for (let n = 0; n < 40; n += 1) await store.add(text(`file ${n}`))
    expect((await readdir(join(dir, 'objects'))).length).toBeGreaterThan(20)
  })
})

it('lists all rows in the order of their CIDs', async () => {
  const stored = [
    await store.add(text('a')),
    await store.add(text('b')),
    await store.add(text('c')),
  ]
  const byCid = stored.toSorted((a, b) => (a.cid < b.cid ? -1 : 1))
  expect([...store.list()]).toEqual(byCid)
})

it('finds everything again after it was closed', async () => {
  const stored = await store.add(text('durable'))
  store.close()
  store = await openContentStore({ dir })
  expect(store.get(stored.cid)).toEqual(stored)
})
