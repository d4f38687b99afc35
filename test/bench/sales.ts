import { z } from 'zod'
import { type App, createApp } from '#app/create-app.ts'
import type { TxId } from '#cardano/ids.ts'
import type { PolicyKeys } from '#keys/operations.ts'
import { lovelaceOnly } from '#cardano/value.ts'
import { Database } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openRemoteHarness } from '../main/processes/keys/remote-harness.ts'
import { type Buyer, createBuyer } from '../studio/sales/buyer.ts'
import { fixedSale, postSale, saleOf } from '../studio/sales/sale-harness.ts'
import { ada, type MintHarness, openMintHarness } from '../studio/mints/mint-harness.ts'
import { addTokens, createCollection, type TestStudio, tokenBody } from '../studio/open-studio.ts'
import type { Measure } from './main.ts'
import { createSeller, mintAlone } from './sales-floor.ts'

const saleCount = 500
const perRequest = 25
/** As many outputs as a transaction of a buyer holds with room to spare. */
const perPayment = 100
/** The devnet's own pace. */
const blockMs = 1_000
const price = 10n * ada
/** Of the rate at which the bench itself mints. */
const leastRatio = 0.5

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

/** How long the vault takes to sign. */
const timed = (keys: PolicyKeys) => {
  let milliseconds = 0
  const witness: PolicyKeys['witness'] = async (ordered) => {
    const started = performance.now()
    try {
      return await keys.witness(ordered)
    } finally {
      milliseconds += performance.now() - started
    }
  }
  return { keys: { ...keys, witness }, signedSeconds: () => milliseconds / 1_000 }
}

/** Pays each address from few transactions. @returns the last of them, once it is in a block */
const payAll = async (buyer: Buyer, addresses: readonly string[]): Promise<TxId> => {
  let last: TxId | undefined
  for (let at = 0; at < addresses.length; at += perPayment)
    last = await buyer.send(
      ...addresses
        .slice(at, at + perPayment)
        .map((address) => ({ address, value: lovelaceOnly(price) })),
    )
  if (last === undefined) throw new Error('nothing was paid')
  return last
}

const richBuyer = (harness: MintHarness): Promise<Buyer> =>
  createBuyer(harness, BigInt(saleCount) * price + 100n * ada)

/** Seconds from the first payment to the last confirmation without a studio. */
const secondsAlone = async (): Promise<number> => {
  const harness = await openMintHarness(blockMs)
  try {
    const buyer = await richBuyer(harness)
    const seller = createSeller(saleCount)
    const started = performance.now()
    const paidBy = await payAll(buyer, seller.addresses)
    await mintAlone(harness, seller, { paidBy, buyer: buyer.address, price })
    return (performance.now() - started) / 1_000
  } finally {
    await harness.close()
  }
}

/** A vault of sealed files in a keys process, with the engine around it as the app has it. */
const openKeys = async () => {
  const harness = await openRemoteHarness()
  const app: App = await createApp({
    home: harness.home,
    isDefaultHome: false,
    openVault: () => harness.open(),
    startStudio: () => Promise.reject(new Error('the bench starts its own studio')),
  })
  await app.vault.create(Secret.ofText('pressed fern under nine books'))
  return {
    keys: app.studioKeys('devnet'),
    close: async () => {
      await app.close()
      await harness.close()
    },
  }
}

/** Sales from their reservation to their end, over the devnet at its own pace. */
const studioSales = async (): Promise<Steps> => {
  const harness = await openMintHarness(blockMs)
  const vault = await openKeys()
  const { keys, signedSeconds } = timed(vault.keys)
  const studio = await harness.open({ following: {}, keys })
  try {
    const buyer = await richBuyer(harness)
    const started = performance.now()
    const sales = await reserveAll(studio)
    const reserved = (performance.now() - started) / 1_000
    const watching = watchSteps(studio.databasePath)
    await payAll(
      buyer,
      sales.map(({ payment_address: address }) => address),
    )
    const paid = (performance.now() - started) / 1_000 - reserved
    const ends = await watching
    return { reserved, paid, signed: signedSeconds(), ends }
  } finally {
    await studio.close()
    await vault.close()
    await harness.close()
  }
}

/** The machine's speed changes within a minute, so the floor is the mean of before and after. */
export const benchSales = async (): Promise<readonly Measure[]> => {
  const before = await secondsAlone()
  const steps = await studioSales()
  const alone = (before + (await secondsAlone())) / 2
  const ratio = alone / Math.max(...steps.ends.values())
  return [
    ...measuresOf(steps),
    {
      what: `beside the same ${saleCount} built, signed and sent by the bench itself (${(saleCount / alone).toFixed(1)}/s)`,
      value: `${ratio.toFixed(2)} times`,
      goal: `>= ${leastRatio} times`,
      met: ratio >= leastRatio,
    },
  ]
}

/** Seconds that 500 sales took, and {@link watchSteps}. */
type Steps = {
  readonly reserved: number
  readonly paid: number
  readonly signed: number
  readonly ends: ReadonlyMap<string, number>
}

const measuresOf = ({ reserved, paid, signed, ends }: Steps): readonly Measure[] => {
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
    line(
      "the studio's waits for signatures, two for each sale, added up",
      `${signed.toFixed(1)} s`,
    ),
    line(
      'from the first payment to the last confirmed sale, sales per second',
      (saleCount / total).toFixed(1),
    ),
  ]
}
