import { z } from 'zod'
import { Database } from '#platform/db/database.ts'
import { type MintHarness, openMintHarness } from '../studio/mints/mint-harness.ts'
import { addTokens, createCollection, type TestStudio, tokenBody } from '../studio/open-studio.ts'
import { fixedSale, postSale, randomSale, saleOf, salesPath } from '../studio/sales/sale-harness.ts'
import type { Measure } from './main.ts'
import { median } from './median.ts'

type Size = { readonly tokens: number; readonly sales: number }

const small: Size = { tokens: 1_000, sales: 100 }
const large: Size = { tokens: 50_000, sales: 7_000 }
const rounds = 40
/** A look at the large studio takes at most so many times as long as at the small one. */
const goal = 1.5
/** Sales that are listed: the small studio has no more. */
const listed = 100

const seqRow = z.object({ seq: z.int() })

/** Copies of the first token of a collection, for sale. */
const addCopies = (database: Database, collectionId: string, count: number): void => {
  database.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
     INSERT INTO tokens (id, collection_id, asset_name, name, description, media_type, image,
       metadata_attributes, custom_attributes, status, price, created_at, updated_at)
     SELECT 'copy' || i, collection_id, 'Copy' || i, name, description, media_type, image,
       metadata_attributes, custom_attributes, 'FOR_SALE', price, created_at, updated_at
     FROM n, (SELECT * FROM tokens WHERE collection_id = :collectionId LIMIT 1)`,
    { collectionId, count },
  )
}

/** Ended sales, as the first one: each with its token, which is minted, and its mint. */
const addEndedSales = (database: Database, collectionId: string, count: number): void => {
  const ended = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)`
  const { seq } = database.get(
    seqRow,
    'SELECT seq FROM sales WHERE collection_id = :collectionId',
    {
      collectionId,
    },
  ) ?? { seq: 0 }
  database.run(
    `${ended} INSERT INTO sales (id, collection_id, type, status, price, reservation_time, reserved_until,
       confirmations, wallet_id, wallet_index, payment_key_hash, payment_address, mint_id, tx_fee, nft_fee,
       income, cursor_height, cursor_index, watch_at, created_at, updated_at)
     SELECT 'ended' || i, collection_id, type, 'COMPLETED', price, reservation_time, reserved_until,
       confirmations, wallet_id, 1000000 + i, payment_key_hash, payment_address || i, 'mint' || i, '200000',
       '1500000', '8300000', cursor_height, cursor_index, 9007199254740991, created_at, updated_at
     FROM n, (SELECT * FROM sales WHERE seq = :seq)`,
    { count, seq },
  )
  database.run(
    `${ended} INSERT INTO sale_tokens (sale_id, position, token_id, asset_name, name, image, status_before, is_held)
     SELECT 'ended' || i, 0, 'copy' || i, 'Copy' || i, 'Copy', 'ipfs://copy', 'FOR_SALE', 0 FROM n`,
    { count },
  )
  database.run(
    `${ended} INSERT INTO mints (id, collection_id, kind, status, funding_address, parameters, created_at, updated_at)
     SELECT 'mint' || i, :collectionId, 'sale', 'completed', 'none', '{}', '2026-01-01', '2026-01-01' FROM n`,
    { count, collectionId },
  )
  database.run(
    `${ended} INSERT INTO sale_mints (mint_id, sale_id, tx_fee, nft_fee, income, returned)
     SELECT 'mint' || i, 'ended' || i, '200000', '1500000', '8300000', '0' FROM n`,
    { count },
  )
  database.run(
    `UPDATE tokens SET status = 'COMPLETED' WHERE id IN (SELECT token_id FROM sale_tokens WHERE sale_id LIKE 'ended%')`,
  )
}

/** A studio of a size, and its looks by name. */
const openSize = async (harness: MintHarness, { tokens, sales }: Size) => {
  const studio: TestStudio = await harness.open({ following: {} })
  const { id } = await createCollection(studio)
  const bodies = Array.from({ length: 2 * rounds + listed }, (_, at) => tokenBody(`Own${at}`))
  const own: { readonly id: string }[] = []
  for (let at = 0; at < bodies.length; at += 25)
    own.push(...(await addTokens(studio, id, ...bodies.slice(at, at + 25))))
  const next = (): { readonly id: string } => {
    const token = own.pop()
    if (token === undefined) throw new Error('all of the own tokens are sold')
    return token
  }
  const sell = async (): Promise<string> =>
    saleOf(await postSale(studio, id, fixedSale([next()]))).id
  const first = await sell()
  const database = new Database(studio.databasePath, [])
  database.transact(() => {
    addCopies(database, id, tokens - bodies.length)
    if (sales > listed) addEndedSales(database, id, sales - listed)
  })
  database.close()
  for (let at = 1; at < listed; at += 1) await sell()
  const get = async (path: string): Promise<void> => {
    const { status, body } = await studio.call('GET', path)
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
  const looks = {
    'a page of 100 tokens': () => get(`/nft/collections/${id}/tokens?size=100`),
    [`a page of ${listed} sales`]: () => get(`${salesPath(id)}?size=${listed}`),
    'a payment page': async () => {
      const { statusCode, body } = await studio.app.inject({ url: `/pay/sale/${first}` })
      if (statusCode !== 200) throw new Error(body)
    },
    'making a sale of a token': sell,
    'making a sale of a token drawn at random': async () =>
      saleOf(await postSale(studio, id, randomSale(1))),
  } as const
  return { studio, looks }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** What one look costs where there is much to look at, against little. */
export const benchLooks = async (): Promise<readonly Measure[]> => {
  const harnesses = [await openMintHarness(1_000), await openMintHarness(1_000)] as const
  const few = await openSize(harnesses[0], small)
  const many = await openSize(harnesses[1], large)
  try {
    const measures: Measure[] = []
    for (const [at, [what, look]] of Object.entries(few.looks).entries()) {
      const other = Object.values(many.looks)[at] ?? look
      const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
      // In turns, so that what else the machine does costs both the same.
      for (let round = 0; round < rounds; round += 1) {
        times.few.push(await timed(look))
        times.many.push(await timed(other))
      }
      const [a, b] = [median(times.few), median(times.many)]
      measures.push({
        what: `${what}: ${large.tokens} tokens and ${large.sales} sales (${b.toFixed(1)} ms) against ${small.tokens} and ${small.sales} (${a.toFixed(1)} ms)`,
        value: (b / a).toFixed(2),
        goal: `≤ ${goal}`,
        met: b / a <= goal,
      })
    }
    return measures
  } finally {
    for (const { studio } of [few, many]) await studio.close()
    for (const harness of harnesses) await harness.close()
  }
}
