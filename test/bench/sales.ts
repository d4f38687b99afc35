import { z } from 'zod'
import type { PolicyKeys } from '#core/cardano/policy-keys.ts'
import { Database } from '#core/db/database.ts'
import { lovelaceOnly } from '#core/cardano/value.ts'
import { createBuyer } from '../studio/sales/buyer.ts'
import { fixedSale, postSale, saleOf } from '../studio/sales/sale-harness.ts'
import { ada, openMintHarness } from '../studio/mints/mint-harness.ts'
import { addTokens, createCollection, type TestStudio, tokenBody } from '../studio/open-studio.ts'
import type { Measure } from './main.ts'

const saleCount = 500
const perRequest = 25
/** As many outputs as a transaction of a buyer holds with room to spare. */
const perPayment = 100
/** The devnet's own pace. */
const blockMs = 1_000
const price = 10n * ada

/** How many sales got past each step, which they take in this order. */
const steps = {
  'evaluated (paid, with enough confirmations)': "status <> 'RESERVED'",
  'built and stored': 'mint_id IS NOT NULL',
  'signed and accepted by the gateway': "status IN ('MINTING', 'COMPLETED')",
  'confirmed by the chain': "status = 'COMPLETED'",
} as const

const countRow = z.object({ sales: z.int() })

/** When the last sale got past each step, in seconds from now. */
const watchSteps = async (databasePath: string): Promise<ReadonlyMap<string, number>> => {
  const database = new Database(databasePath, [])
  const started = performance.now()
  const ends = new Map<string, number>()
  while (ends.size < Object.keys(steps).length) {
    for (const [step, where] of Object.entries(steps)) {
      const row = database.get(countRow, `SELECT COUNT(*) AS sales FROM sales WHERE ${where}`)
      if (!ends.has(step) && row?.sales === saleCount)
        ends.set(step, (performance.now() - started) / 1_000)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  database.close()
  return ends
}

const reserveAll = async (studio: TestStudio): Promise<readonly { payment_address: string }[]> => {
  const { id } = await createCollection(studio)
  const sales = []
  for (let at = 0; at < saleCount; at += perRequest) {
    const bodies = Array.from({ length: perRequest }, (_, position) =>
      tokenBody(`Sale${at + position}`),
    )
    for (const token of await addTokens(studio, id, ...bodies))
      sales.push(saleOf(await postSale(studio, id, fixedSale([token], { price: Number(price) }))))
  }
  return sales
}

/** How long the vault takes to sign: it derives a wallet's key again each time. */
const timed = (keys: PolicyKeys) => {
  let milliseconds = 0
  const witness: PolicyKeys['witness'] = async (...of) => {
    const started = performance.now()
    try {
      return await keys.witness(...of)
    } finally {
      milliseconds += performance.now() - started
    }
  }
  return { keys: { ...keys, witness }, signedSeconds: () => milliseconds / 1_000 }
}

/** Sales from their reservation to their end, over the devnet at its own pace. */
export const benchSales = async (): Promise<readonly Measure[]> => {
  const harness = await openMintHarness(blockMs)
  const { keys, signedSeconds } = timed(harness.fakeVault.keys)
  const studio = await harness.open({ following: {}, keys })
  try {
    const buyer = await createBuyer(harness, BigInt(saleCount) * price + 100n * ada)
    const started = performance.now()
    const sales = await reserveAll(studio)
    const reserved = (performance.now() - started) / 1_000
    const watching = watchSteps(studio.databasePath)
    for (let at = 0; at < saleCount; at += perPayment) {
      const outputs = sales.slice(at, at + perPayment)
      await buyer.send(
        ...outputs.map(({ payment_address: address }) => ({ address, value: lovelaceOnly(price) })),
      )
    }
    const paid = (performance.now() - started) / 1_000 - reserved
    const ends = await watching
    return measuresOf({ reserved, paid, signed: signedSeconds() }, ends)
  } finally {
    await studio.close()
    await harness.close()
  }
}

const measuresOf = (
  {
    reserved,
    paid,
    signed,
  }: { readonly reserved: number; readonly paid: number; readonly signed: number },
  ends: ReadonlyMap<string, number>,
): readonly Measure[] => {
  const total = Math.max(...ends.values())
  let before = paid
  const parts = [...ends].map(([step, end]) => {
    const seconds = Math.max(0, end - before)
    before = Math.max(before, end)
    return { step, seconds }
  })
  const slowest = parts.toSorted((a, b) => b.seconds - a.seconds)[0]
  const line = (what: string, value: string): Measure => ({ what, value, goal: '', met: true })
  return [
    line(`${saleCount} sales of one token reserved, per second`, (saleCount / reserved).toFixed(0)),
    line('their payments sent by the bench itself', `${paid.toFixed(1)} s`),
    ...parts.map(({ step, seconds }) =>
      line(`after that, until the last is ${step}`, `${seconds.toFixed(1)} s`),
    ),
    line('the slowest of these: until the last is', slowest?.step ?? ''),
    line("of all that, the vault's signatures, two for each sale", `${signed.toFixed(1)} s`),
    line(
      'from the first payment to the last confirmed sale, sales per second',
      (saleCount / total).toFixed(1),
    ),
  ]
}
