import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WholeSale } from '#contract/sales/sale.ts'
import { Database } from '#platform/db/database.ts'
import { ada, type MintHarness, openMintHarness } from '../mints/mint-harness.ts'
import type { TestStudio } from '../open-studio.ts'
import { type Buyer, createBuyer } from '../sales/buyer.ts'
import { collectionWith, fixedSale, postSale, saleOf } from '../sales/sale-harness.ts'
import { createWaywardGateway } from '../sales/wayward-gateway.ts'

let harness: MintHarness
let buyer: Buyer
beforeAll(async () => {
  harness = await openMintHarness()
  buyer = await createBuyer(harness)
})
afterAll(() => harness.close())

const headers = { host: '127.0.0.1' }
const pageOf = async (studio: TestStudio, { id }: Pick<WholeSale, 'id'>): Promise<string> =>
  (await studio.app.inject({ url: `/pay/sale/${id}`, headers })).body

const jsonOf = async (studio: TestStudio, { id }: Pick<WholeSale, 'id'>): Promise<string> =>
  JSON.stringify((await studio.call('GET', `/sales/${id}`)).body)

/** A sale of a studio that has ended, which the next one is not due to look at. */
const soldBefore = async (name: string): Promise<WholeSale> => {
  const studio = await harness.open()
  const { id, tokens } = await collectionWith(studio, [name])
  const sale = saleOf(await postSale(studio, id, fixedSale(tokens)))
  expect(await pageOf(studio, sale)).toContain('web+cardano:')
  const database = new Database(studio.databasePath, [])
  const tomorrow = Date.now() + 86_400_000
  database.run('UPDATE sales SET watch_at = :tomorrow WHERE id = :id', { tomorrow, id: sale.id })
  database.close()
  await studio.close()
  return sale
}

describe('The page of an open sale, in a studio that has just started', () => {
  it('asks for nothing while the chain cannot be asked what was paid', async () => {
    const sale = await soldBefore('Silent')
    await buyer.pay(sale, 10n * ada)
    const { gateway, state } = createWaywardGateway(harness.gateway)
    state.isAway = true
    const studio = await harness.open({ gateway })
    const silent = await pageOf(studio, sale)
    expect(silent).toMatch(/Payments cannot be checked at the moment\.<.*Do not pay now\./su)
    expect(silent).not.toMatch(/web\+cardano|data-due/u)
    const offer = { utxos: ['80'], change: buyer.address }
    const reply = await studio.app.inject({
      method: 'POST',
      url: `/pay/sale/${sale.id}/wallet`,
      headers: { ...headers, origin: 'http://127.0.0.1' },
      payload: offer,
    })
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      { message: 'Payments cannot be checked at the moment. Do not pay now; load the page again.' },
    ])
    state.isAway = false
    expect(await pageOf(studio, sale)).not.toMatch(/web\+cardano|cannot be checked/u)
    await studio.close()
  })

  it('says what was paid meanwhile, though nobody is due to look at its address, and so does its JSON', async () => {
    for (const read of [pageOf, jsonOf]) {
      // oxlint-disable-next-line no-await-in-loop -- one studio after the other
      const sale = await soldBefore('Paid')
      // oxlint-disable-next-line no-await-in-loop
      await buyer.pay(sale, 10n * ada)
      // oxlint-disable-next-line no-await-in-loop
      const studio = await harness.open()
      // oxlint-disable-next-line no-await-in-loop
      const said = await read(studio, sale)
      expect(said).not.toMatch(/web\+cardano|"payments":\[\]/u)
      // oxlint-disable-next-line no-await-in-loop
      await studio.close()
    }
  })
})
