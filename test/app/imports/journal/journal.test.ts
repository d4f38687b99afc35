import { tokenToSend } from '#app/imports/upload/token-to-send.ts'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { Cid } from '#media/content/cid.ts'
import { Database } from '#platform/db/database.ts'
import { cacheKeyOf, createImageCache } from '#app/imports/journal/image-cache.ts'
import { createJobs } from '#app/imports/journal/jobs.ts'
import { importsSchema } from '#app/imports/journal/journal-schema.ts'
import { countStages, type ImportJournal, openJournal } from '#app/imports/journal/journal.ts'
import type { PlannedToken } from '#app/imports/plan/plan-types.ts'
import { plannedItem, startItems } from '#app/imports/run/start-items.ts'
import type { ListedToken } from '#app/imports/upload/reconcile.ts'

const cid = Cid('QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB')
const made = { sha256: 'ab', cid, mediaType: 'image/webp' }
const now = () => new Date('2027-01-01T00:00:00Z')

const planned = (n: number, change: Partial<PlannedToken> = {}): PlannedToken => ({
  row: n + 1,
  assetName: `T${n}`,
  request: { asset_name: `T${n}`, name: `Token ${n}`, media_type: 'image/png' },
  image: { kind: 'file', file: fileOf(n) },
  works: [],
  state: 'new',
  ...change,
})
const fileOf = (n: number) => ({ name: `${n}.png`, path: `/f/${n}.png`, size: 10, mtimeMs: 1.5 })

const listed = (n: number): ListedToken => ({
  id: `id${n}`,
  assetName: `T${n}`,
  image: `ipfs://${cid}`,
  fingerprint: `asset${n}`,
  fields: { asset_name: `T${n}`, name: `Token ${n}` },
})

let db: Database
let job: string
let journal: ImportJournal

beforeEach(() => {
  db = new Database(':memory:', [importsSchema])
  const source = { folder: '/f', tablePath: '/f/t', collectionId: 'c', accountId: 'a' }
  const settings = { maxPixels: null, format: 'keep', quality: 80 } as const
  job = createJobs(db, now).create({ ...source, settings, pinner: 'local' }).id
  journal = openJournal(db, job, { now })
})

const start = (
  tokens: readonly PlannedToken[],
  facts: { readonly held?: readonly ListedToken[]; readonly isStored?: () => boolean } = {},
) => {
  const { held = [], isStored = () => true } = facts
  journal.start(startItems(tokens, { before: journal.items(), held, isStored }))
  return journal.items()
}
const stages = () => journal.items().map(({ asset_name, stage }) => `${asset_name} ${stage}`)

describe('the journal', () => {
  it('takes an item from step to step and keeps what each found out', () => {
    start([planned(1)])
    expect(stages()).toEqual(['T1 planned'])
    journal.imaged('T1', made)
    expect(journal.items()[0]).toMatchObject({ stage: 'imaged', cid, source_sha256: 'ab' })
    journal.pinned('T1')
    const [batch = ''] = journal.intend([{ assetNames: ['T1'], bodyHash: 'hash' }])
    expect(journal.items()[0]).toMatchObject({ stage: 'sending', batch })
    expect(journal.openBatches()).toEqual([{ id: batch, assetNames: ['T1'] }])
    journal.settle(batch, [{ assetName: 'T1', kind: 'added', token: listed(1) }])
    expect(journal.items()[0]).toMatchObject({
      stage: 'added',
      token_id: 'id1',
      fingerprint: 'asset1',
      token_image: `ipfs://${cid}`,
    })
    expect(journal.openBatches()).toEqual([])
    expect(journal.counts()).toEqual({
      planned: 0,
      imaged: 0,
      pinned: 0,
      sending: 0,
      added: 1,
      failed: 0,
    })
  })

  it('writes what is to be remembered for other jobs in the same step, or neither', () => {
    start([planned(1)])
    journal.imaged('T1', made, () => {
      throw new Error('no room')
    })
    expect(() => journal.flush()).toThrow('no room')
    expect(countStages(db, job)).toMatchObject({ planned: 1, imaged: 0 })
  })

  it('writes what can be repeated with the next step, and by itself a moment later', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    start([planned(1), planned(2)])
    journal.imaged('T1', made)
    journal.pinned('T1')
    expect(countStages(db, job)).toMatchObject({ planned: 2 })
    journal.failed('T2', { code: 'x', message: 'y' })
    expect(countStages(db, job)).toMatchObject({ pinned: 1, failed: 1 })
    journal.imaged('T2', made)
    vi.advanceTimersByTime(250)
    expect(countStages(db, job)).toMatchObject({ pinned: 1, imaged: 1 })
  })

  it('keeps what it could not write for the next step', () => {
    start([planned(1), planned(2)])
    db.script(
      `CREATE TRIGGER broken BEFORE UPDATE ON import_items BEGIN SELECT raise(ABORT, 'full'); END`,
    )
    journal.imaged('T1', made)
    expect(() => journal.intend([{ assetNames: ['T2'], bodyHash: 'hash' }])).toThrow('full')
    expect(countStages(db, job)).toMatchObject({ planned: 2 })
    db.script('DROP TRIGGER broken')
    journal.intend([{ assetNames: ['T2'], bodyHash: 'hash' }])
    expect(countStages(db, job)).toMatchObject({ imaged: 1, sending: 1 })
  })

  it('settles a batch and all of its items in one step, or nothing of it', () => {
    start([planned(1), planned(2)])
    const [batch = ''] = journal.intend([{ assetNames: ['T1', 'T2'], bodyHash: 'hash' }])
    db.script(
      `CREATE TRIGGER broken BEFORE UPDATE ON import_batches BEGIN SELECT raise(ABORT, 'full'); END`,
    )
    const settle = () =>
      journal.settle(batch, [
        { assetName: 'T1', kind: 'added', token: listed(1) },
        { assetName: 'T2', kind: 'again' },
      ])
    expect(settle).toThrow('full')
    expect(stages()).toEqual(['T1 sending', 'T2 sending'])
    expect(journal.openBatches()).toHaveLength(1)
  })

  it('waits for the disk with an outcome that only it knows, not with tokens that the service lists', () => {
    start([planned(1), planned(2)])
    const levels: unknown[] = []
    const watched = db.script.bind(db)
    db.script = (sql) => {
      levels.push(sql)
      watched(sql)
    }
    journal.settle(journal.intend([{ assetNames: ['T1'], bodyHash: 'a' }])[0] ?? '', [
      { assetName: 'T1', kind: 'added', token: listed(1) },
    ])
    expect(levels.filter((sql) => sql === 'COMMIT')).toHaveLength(1)
    const error = { code: 'invalid', message: 'too long' }
    journal.settle(journal.intend([{ assetNames: ['T2'], bodyHash: 'b' }])[0] ?? '', [
      { assetName: 'T2', kind: 'failed', error },
    ])
    expect(levels.filter((sql) => sql === 'COMMIT')).toHaveLength(3)
    expect(levels).not.toContain('PRAGMA synchronous = NORMAL')
  })

  it('waits for the disk again after a step that did not', () => {
    start([planned(1)])
    journal.imaged('T1', made)
    journal.flush()
    const level = db.get(z.object({ synchronous: z.int() }), 'PRAGMA synchronous')
    expect(level).toEqual({ synchronous: 2 })
  })
})

describe('planning again', () => {
  const atStage = (prepare: () => void) => {
    start([planned(1)])
    prepare()
  }

  it.each<[string, () => void, string]>([
    ['nothing was done', () => undefined, 'planned'],
    ['the image was made', () => journal.imaged('T1', made), 'imaged'],
    ['it was pinned', () => [journal.imaged('T1', made), journal.pinned('T1')], 'pinned'],
    [
      'it failed after its image was made',
      () => [journal.imaged('T1', made), journal.failed('T1', { code: 'x', message: 'y' })],
      'imaged',
    ],
    [
      'it was added, but the collection has it no more',
      () => [
        journal.imaged('T1', made),
        journal.settle(null, [{ assetName: 'T1', kind: 'added', token: listed(1) }]),
      ],
      'pinned',
    ],
  ])('goes on where it was: %s', (_, prepare, stage) => {
    atStage(prepare)
    expect(start([planned(1)])).toMatchObject([{ stage, error: null, token_id: null }])
  })

  it.each<[string, Partial<PlannedToken>]>([
    ['size', { image: { kind: 'file', file: { ...fileOf(1), size: 11 } } }],
    ['time', { image: { kind: 'file', file: { ...fileOf(1), mtimeMs: 2 } } }],
    ['path', { image: { kind: 'file', file: { ...fileOf(1), path: '/f/other.png' } } }],
    ['kind', { image: { kind: 'url', url: 'https://example.org/1.png' } }],
  ])('makes the image again when its source has another %s', (_, change) => {
    atStage(() => journal.imaged('T1', made))
    expect(start([planned(1, change)])).toMatchObject([{ stage: 'planned', cid: null }])
  })

  it('makes the image again when the content store has lost it', () => {
    atStage(() => journal.imaged('T1', made))
    const items = start([planned(1)], { isStored: () => false })
    expect(items).toMatchObject([{ stage: 'planned', cid: null }])
  })

  it('takes new text for an item whose image is made, and forgets rows that are gone', () => {
    start([planned(1), planned(2)])
    journal.imaged('T1', made)
    const request = { asset_name: 'T1', name: 'Better name' }
    expect(start([planned(1, { request, row: 7 })])).toMatchObject([
      { asset_name: 'T1', stage: 'imaged', row: 7, request },
    ])
  })

  it('knows the token of an item that is done', () => {
    atStage(() => journal.imaged('T1', made))
    expect(start([planned(1, { state: 'done' })], { held: [listed(1)] })).toMatchObject([
      { stage: 'added', token_id: 'id1', fingerprint: 'asset1' },
    ])
  })

  it('makes the image of an added token again when the content store has lost it', () => {
    atStage(() => journal.imaged('T1', made))
    const facts = { held: [listed(1)], isStored: () => false }
    expect(start([planned(1, { state: 'done' })], facts)).toMatchObject([
      { stage: 'planned', cid: null },
    ])
  })
})

describe('the request that is sent', () => {
  const sent = (media_type: string | undefined, mediaType: string | null) => {
    const fields = { asset_name: 'T1', name: 'Token 1' }
    const request = media_type === undefined ? fields : { ...fields, media_type }
    const image = { kind: 'file', file: fileOf(1) } as const
    return tokenToSend(plannedItem({ asset_name: 'T1', row: 2, request, image }), {
      cid,
      mediaType,
    })
  }

  it('names the image by its CID and the type of the bytes that are pinned', () => {
    expect(sent(undefined, 'image/webp')).toMatchObject({
      image: `ipfs://${cid}`,
      request: { media_type: 'image/webp' },
    })
    expect(sent('image/png', 'image/webp').request.media_type).toBe('image/webp')
  })

  it('leaves a type that is not of an image to the table: the image is its cover', () => {
    expect(sent('video/mp4', 'image/webp').request.media_type).toBe('video/mp4')
  })
})

describe('the memory of images', () => {
  const identity = { path: '/f/1.png', size: 10, mtimeMs: 1.5, inode: '7' }

  it('knows the hash of a file only as long as nothing about it changed', () => {
    const memory = createImageCache(db, now)
    memory.cacheHash(identity, 'ab')
    expect(memory.hashOf(identity)).toBe('ab')
    for (const change of [{ size: 11 }, { mtimeMs: 1.6 }, { inode: '8' }, { path: '/g' }])
      expect(memory.hashOf({ ...identity, ...change })).toBeUndefined()
    memory.cacheHash({ ...identity, size: 11 }, 'cd')
    expect(memory.hashOf({ ...identity, size: 11 })).toBe('cd')
  })

  it('knows of which length a file was worked on', () => {
    const memory = createImageCache(db, now)
    expect(memory.hasFileOfSize(10)).toBe(false)
    memory.cacheHash(identity, 'ab')
    expect([memory.hasFileOfSize(10), memory.hasFileOfSize(11)]).toEqual([true, false])
  })

  it('knows an image by its source and its settings together', () => {
    const memory = createImageCache(db, now)
    const image = { cid, mediaType: 'image/png', notes: ['It holds GPS coordinates.'] }
    memory.cacheImage(cacheKeyOf('ab', '1.png', 'small'), image)
    expect(memory.imageOf(cacheKeyOf('ab', '1.png', 'small'))).toEqual(image)
    expect(memory.imageOf(cacheKeyOf('ab', '1.png', 'large'))).toBeUndefined()
    expect(memory.imageOf(cacheKeyOf('ac', '1.png', 'small'))).toBeUndefined()
  })
})
