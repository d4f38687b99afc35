import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { Database } from '#platform/db/database.ts'
import { mint, type Mint } from '#contract/mints/mint.ts'
import { type Sale, sale } from '#contract/sales/sale.ts'
import { addTokensResponse } from '#contract/tokens/token.ts'
import type { TestHome } from './coldpress.ts'
import { herbarium } from './prints.ts'

const image = 'ipfs://QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw'

const firstLine = z.looseObject({
  base_url: z.string(),
  app_id: z.string(),
  api_key: z.string(),
  pid: z.int(),
})

const idOf = (document: unknown): string => z.object({ id: z.string() }).parse(document).id

/** A studio that `studio serve` runs for a home, asked over HTTP. It is stopped when the test is over. */
export const serve = async (
  home: TestHome,
  args: readonly string[] = [],
  given?: (child: ChildProcess) => void,
) => {
  const child = home.start(['studio', 'serve', '--json', ...args])
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  onTestFinished(stop)
  given?.(child)
  if (child.stdout === null) throw new Error('no standard output')
  const [line] = z
    .tuple([z.string()])
    .parse(await once(createInterface({ input: child.stdout }), 'line'))
  const at = firstLine.parse(JSON.parse(line))
  const call = async (path: string, body?: unknown): Promise<unknown> => {
    const reply = await fetch(`${at.base_url}/${at.app_id}/v1${path}`, {
      headers: {
        'x-api-key': at.api_key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    const answer = await reply.text()
    expect(reply.status, answer).toBeLessThan(300)
    return JSON.parse(answer)
  }
  const newCollection = async (more: object = {}): Promise<string> =>
    idOf(await call('/nft/collections', { ...herbarium, ...more }))
  const newToken = async (collection: string, name: string): Promise<string> => {
    const token = {
      asset_name: name,
      name,
      image,
      metadata_attributes: [{ tag: '<ink>', value: 'sepia' }],
    }
    const added = await call(`/nft/collections/${collection}/tokens`, { tokens: [token] })
    return addTokensResponse.parse(added).data[0]?.id ?? ''
  }
  return {
    ...at,
    stop,
    call,
    newCollection,
    newToken,
    /** Reserves a token of a collection of its own, for 25 ADA. */
    reserve: async (name: string): Promise<Sale> => {
      const collection = await newCollection()
      const body = {
        type: 'fixed',
        price: 25_000_000,
        reservation_time: 900,
        tokens: [await newToken(collection, name)],
      }
      return sale.parse(await call(`/nft/collections/${collection}/sales`, body))
    },
    /** Pays as a buyer does on the page of the sale. */
    pay: async ({ id }: Sale): Promise<void> => {
      const reply = await fetch(`${at.base_url}/pay/sale/${id}?pay=exact`, {
        method: 'POST',
        headers: { origin: at.base_url },
        redirect: 'manual',
      })
      expect(reply.status, await reply.text()).toBe(303)
    },
    sale: async ({ id }: Sale): Promise<Sale> => sale.parse(await call(`/sales/${id}`)),
    mint: async (collection: string, id: string): Promise<Mint> =>
      mint.parse(await call(`/nft/collections/${collection}/mints/${id}`)),
    health: async (key: string | undefined): Promise<unknown> =>
      (
        await fetch(
          `${at.base_url}/health`,
          key === undefined ? {} : { headers: { 'x-api-key': key } },
        )
      ).json(),
  }
}

/** What the app's event log says of signing, oldest first. */
export const signingEvents = (home: TestHome): readonly { level: string; message: string }[] => {
  const database = new Database(join(home.dir, 'app.db'), [])
  try {
    return database.all(
      z.object({ level: z.string(), message: z.string() }),
      "SELECT level, message FROM app_log WHERE kind = 'signing' ORDER BY id",
    )
  } finally {
    database.close()
  }
}

/** The lines of the studio's log about signing. */
export const signingLines = (home: TestHome): readonly string[] =>
  readFileSync(join(home.dir, 'studio', 'devnet.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"msg":"signing"'))
