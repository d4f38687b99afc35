import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { z } from 'zod'
import { openContentStore } from '#media/content/store.ts'
import { Secret } from '#platform/secret/secret.ts'
import { startStudio } from '#studio/start-studio.ts'
import { benchFolder, newFolder, plainCollection } from './bench-home.ts'
import type { Measure } from './main.ts'
import { testSeals } from '../support/test-seals.ts'

const tokenCount = 10_000
const batchSize = 25
/** An odd number: the median counts. */
const countedRounds = 5
const apiKey = 'a key for the bench'
const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }

const bodies: readonly string[] = Array.from({ length: tokenCount / batchSize }, (_, batch) =>
  JSON.stringify({
    tokens: Array.from({ length: batchSize }, (_unused, index) => {
      const number = batch * batchSize + index + 1
      return {
        asset_name: `Bench${number}`,
        name: `Bench #${number}`,
        media_type: 'image/png',
        image: 'ipfs://QmbQDvKJeo2NgGcGdnUiUFibTzuKNK5Uij7jzmK8ZccmWp',
        metadata_attributes: [
          { tag: '<paper>', value: 'laid' },
          { tag: '<ink>', value: `ink ${number % 7}` },
        ],
        custom_attributes: { edition: String(number) },
      }
    }),
  }),
)

/** Seconds for all bodies, one after the other, over one kept connection. */
const sendAll = async (url: string): Promise<number> => {
  const started = performance.now()
  for (const body of bodies) {
    const answer = await fetch(url, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.arrayBuffer()
  }
  return (performance.now() - started) / 1000
}

type StudioRun = { readonly seconds: number; readonly database: string }

const runStudio = async (round: number): Promise<StudioRun> => {
  const home = newFolder(`studio-home-${round}`)
  const content = await openContentStore({ dir: join(home, 'content') })
  const database = join(home, 'devnet.db')
  const studio = await startStudio({
    database,
    content,
    network: 'devnet',
    appId: 'bench',
    apiKey: Secret.ofText(apiKey),
    keys: {
      storeKeys: () => Promise.resolve(),
      revealKeys: () => Promise.reject(new Error('not part of this bench')),
      watchedWallet: async () => undefined,
      keptWallet: async () => undefined,
      createWallet: () => Promise.reject(new Error('not part of this bench')),
      availability: async () => ({ isOpen: true, missing: [] }),
      witness: () => Promise.reject(new Error('not part of this bench')),
      ...testSeals,
    },
  })
  const collections = `${studio.baseUrl}/bench/v1/nft/collections`
  const created = await fetch(collections, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      ...plainCollection,
      metadata: { attributes: { Paper: '<paper>', Ink: '<ink>', press: 'Coldpress' } },
    }),
  })
  const { id } = z.object({ id: z.string() }).parse(await created.json())
  const seconds = await sendAll(`${collections}/${id}/tokens`)
  await studio.close()
  content.close()
  return { seconds, database }
}

/** The rows that the studio wrote, and the statement that writes them again. */
const writtenRows = (database: string) => {
  const db = new DatabaseSync(database, { readOnly: true })
  const schema = z
    .object({ sql: z.string() })
    .parse(db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'tokens'").get())
  const indexes = z
    .array(z.object({ sql: z.string() }))
    .parse(
      db
        .prepare(
          "SELECT sql FROM sqlite_schema WHERE tbl_name = 'tokens' AND type = 'index' AND sql IS NOT NULL",
        )
        .all(),
    )
  const rows = z
    .array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])))
    .parse(db.prepare('SELECT * FROM tokens ORDER BY seq').all())
  db.close()
  return {
    tables: [
      schema.sql.replace(/ REFERENCES \w+ \(id\) ON DELETE CASCADE/u, ''),
      ...indexes.map(({ sql }) => sql),
    ],
    rows,
  }
}

/** The floor: Fastify parses the same JSON and inserts the same rows with the same settings. */
const runBare = async (round: number, source: string): Promise<number> => {
  const { tables, rows } = writtenRows(source)
  const path = join(benchFolder, `bare-${round}-${randomBytes(4).toString('hex')}.db`)
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  for (const sql of tables) db.exec(sql)
  const names = Object.keys(rows[0] ?? {})
  const insert = db.prepare(
    `INSERT INTO tokens (${names.join()}) VALUES (${names.map((name) => `:${name}`).join()})`,
  )
  const app = Fastify()
  let next = 0
  app.post('/tokens', (request) => {
    const { tokens } = z.custom<{ tokens: unknown[] }>().parse(request.body)
    db.exec('BEGIN IMMEDIATE')
    for (const row of rows.slice(next, next + tokens.length)) insert.run(row)
    db.exec('COMMIT')
    next += tokens.length
    return { status_code: 201 }
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const seconds = await sendAll(`${address}/tokens`)
  await app.close()
  db.close()
  for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true })
  return seconds
}

export const benchStudio = async (): Promise<readonly Measure[]> => {
  const ratios: number[] = []
  let perSecond = 0
  // The first round is not counted: both sides are servers, and V8 compiles them in it.
  for (let round = 0; round <= countedRounds; round += 1) {
    const { seconds, database } = await runStudio(round)
    const bare = await runBare(round, database)
    if (round > 0) ratios.push(bare / seconds)
    perSecond = tokenCount / seconds
    console.error(`round ${round}: bare ${bare.toFixed(2)} s, studio ${seconds.toFixed(2)} s`)
  }
  const ratio = ratios.toSorted((a, b) => a - b)[(countedRounds - 1) / 2] ?? Number.NaN
  return [
    {
      what: `${tokenCount.toLocaleString('en')} tokens added in batches of ${batchSize} (${perSecond.toFixed(0)}/s), against a bare route`,
      value: ratio.toFixed(2),
      goal: '≥ 0.50',
      met: ratio >= 0.5,
    },
  ]
}
