import {
  existsSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished } from 'vitest'
import type { Network } from '#cardano/network.ts'
import { openContentStore } from '#media/content/store.ts'
import { Secret } from '#platform/secret/secret.ts'
import { startHomeStudio } from '#studio/home/home-studio.ts'
import { homeTest as it } from '../../support/folder-test.ts'
import { apiKey, base, collectionBody, createFakeVault } from '../open-studio.ts'

/** The studio of a data folder as it is served, and what it is asked over HTTP. */
const openHome = async (home: string, network: Network = 'devnet') => {
  const content = await openContentStore({ dir: join(home, 'content') })
  const studio = await startHomeStudio({
    home,
    content,
    network,
    apiKey: Secret.ofText(apiKey),
    keys: createFakeVault().keys,
  })
  onTestFinished(async () => {
    await studio.close()
    content.close()
  })
  const ask = async (path: string, body?: object, key: string | undefined = apiKey) => {
    const reply = await fetch(`${studio.baseUrl}${path}`, {
      headers: {
        ...(key === '' ? {} : { 'x-api-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    const answer: unknown = await reply.json()
    return { status: reply.status, body: answer }
  }
  return {
    database: join(home, 'studio', `${network}.db`),
    log: join(home, 'studio', `${network}.log`),
    ask,
    health: () => ask('/health'),
  }
}

const sound = { status: 200, body: { status: 'ok' } }

const failing = (what: string, words: RegExp) => ({
  status: 503,
  body: {
    status: 'failing',
    failures: [{ what, message: expect.stringMatching(words) }],
  },
})

/** Writes what is in the log of changes into the file, and noise over the first page of a table. */
const damage = (path: string, table: string): void => {
  const connection = new DatabaseSync(path)
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const root = Number(
    connection.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.[
      'rootpage'
    ],
  )
  const size = Number(connection.prepare('PRAGMA page_size').get()?.['page_size'])
  connection.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (root - 1) * size)
  closeSync(file)
}

describe('GET /health with the key', () => {
  it('fails on a public network without a gateway', async ({ home }) => {
    const { health, ask } = await openHome(home, 'preprod')
    expect(await health()).toMatchObject(
      failing('gateway', /no gateway to preprod.*Set a gateway/u),
    )
    expect(await ask('/health', undefined, '')).toEqual(sound)
  })

  it('says ok where all can be written, as often as it is asked', async ({ home }) => {
    const { health } = await openHome(home)
    for (const _ of [1, 2, 3]) expect(await health()).toMatchObject(sound)
  })

  for (const table of ['sale_payments', 'collections', 'deliveries'])
    it(`names the damaged table ${table}`, async ({ home }) => {
      const { health, database, ask } = await openHome(home)
      await ask(`${base}/nft/collections`, collectionBody())
      damage(database, table)
      await expect
        .poll(health)
        .toMatchObject(failing('database', new RegExp(`damaged: table ${table}`, 'u')))
    })

  it('names a database that was deleted while the studio runs, so that nothing more is kept', async ({
    home,
  }) => {
    const { health, database } = await openHome(home)
    rmSync(database)
    const { status, body } = await health()
    expect(status).toBe(503)
    expect(body).toMatchObject({
      failures: expect.arrayContaining([
        { what: 'database', message: expect.stringMatching(/moved, replaced or deleted/u) },
      ]),
    })
  })

  it('names a content store that cannot be written', async ({ home }) => {
    const { health } = await openHome(home)
    rmSync(join(home, 'content', 'tmp'), { recursive: true })
    expect(await health()).toMatchObject(failing('content', /ENOENT|cannot/u))
  })

  it('names the record of given addresses when it was replaced', async ({ home }) => {
    const { health } = await openHome(home)
    rmSync(join(home, 'sale-addresses.db'))
    expect(await health()).toMatchObject(failing('sale_addresses', /moved, replaced or deleted/u))
  })

  it('tries nothing without the key', async ({ home }) => {
    const { ask, database } = await openHome(home)
    rmSync(database)
    expect(await ask('/health', undefined, '')).toEqual({ status: 200, body: { status: 'ok' } })
  })
})

describe.runIf(existsSync('/dev/full'))(
  'GET /health of a studio whose log is on a full disk',
  () => {
    it('names a log that cannot be written, and is ok once it is written again', async ({
      home,
    }) => {
      const { health, log, ask } = await openHome(home)
      expect(await health()).toMatchObject(sound)
      rmSync(log)
      symlinkSync('/dev/full', log)
      await ask(`${base}/nft/collections`)
      expect(await health()).toMatchObject(failing('log', /ENOSPC.* lines were lost/u))
      rmSync(log)
      await ask(`${base}/nft/collections`)
      expect(await health()).toMatchObject(sound)
      const lines = readFileSync(log, 'utf8')
      expect(lines).toContain('"reason":"ENOSPC"')
      expect(lines).toContain('"msg":"request"')
    })
  },
)
