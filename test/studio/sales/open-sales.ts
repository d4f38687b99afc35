import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WholeSale } from '#contract/sales/sale.ts'
import type { StudioOptions } from '#studio/options.ts'
import { openMintHarness } from '../mints/mint-harness.ts'
import type { TestStudio } from '../open-studio.ts'
import { type Buyer, createBuyer } from './buyer.ts'
import { eventsOf, resolved, saleReaches } from './sale-ends.ts'
import { collectionWith, fixedSale, postSale, readSale, saleOf } from './sale-harness.ts'
import { createWaywardGateway } from './wayward-gateway.ts'
import { until } from '../../support/until.ts'

/** A studio that sells over a devnet of its own, whose gateway does what a test says; and buyers. */
export const openSales = async (changes: Partial<StudioOptions> = {}, buyers = 2) => {
  const harness = await openMintHarness()
  const dir = mkdtempSync(join(tmpdir(), 'coldpress-sales-'))
  const { gateway, state } = createWaywardGateway(harness.gateway)
  const open = (): Promise<TestStudio> =>
    harness.open({
      database: join(dir, 'sales.db'),
      gateway,
      following: { pollMs: 20, resendMs: 200, marginSlots: 2n, unreachableMs: 100 },
      ...changes,
    })
  let studio = await open()
  const people: Buyer[] = []
  for (let index = 0; index < buyers; index += 1) people.push(await createBuyer(harness))
  const [buyer, other = buyer] = people
  if (buyer === undefined || other === undefined) throw new Error('nobody buys')
  const reserve = async (names: readonly string[], terms: object = {}, collection: object = {}) => {
    const { id, tokens } = await collectionWith(studio, names, collection)
    const sold = saleOf(await postSale(studio, id, fixedSale(tokens, terms)))
    return { id, tokens, sold, total: BigInt(sold.price * sold.supply) }
  }
  return {
    harness,
    get studio(): TestStudio {
      return studio
    },
    /** The studio is closed while `work` goes on. */
    closedWhile: async (work: () => Promise<unknown>): Promise<void> => {
      await studio.close()
      await work()
      studio = await open()
    },
    state,
    fakeVault: harness.fakeVault,
    buyer,
    other,
    reserve,
    /** A sale that is paid exactly. */
    sell: async (...of: Parameters<typeof reserve>) => {
      const made = await reserve(...of)
      await buyer.pay(made.sold, made.total)
      return made
    },
    now: (sold: WholeSale) => readSale(studio, sold.id),
    kinds: async (sold: WholeSale) => (await eventsOf(studio, sold)).map(({ status }) => status),
    reaches: (sold: WholeSale, status: Parameters<typeof saleReaches>[2]) =>
      saleReaches(studio, sold, status),
    resolved: (sold: WholeSale, action: string, to?: string) => resolved(studio, sold, action, to),
    /** What somebody has more than before, in lovelace, once that changed. */
    gains: async (who: Buyer, before: bigint): Promise<bigint> => {
      await until(async () => (await who.held()).lovelace !== before)
      return (await who.held()).lovelace - before
    },
    close: async (): Promise<void> => {
      await studio.close()
      await harness.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
export type Sales = Awaited<ReturnType<typeof openSales>>
