import { expect, onTestFinished } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { KeyHash } from '#cardano/ids.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { sampleSale } from '../../../app/api/samples.ts'
import { startLoopbackServer } from '../../../support/loopback-server.ts'
import { openServices } from '../open-services.ts'

type Payment = NonNullable<Sale['payments']>[number]

export const addressOf = (index: number): string =>
  enterpriseAddress(KeyHash(index.toString(16).padStart(56, '0')), 'preprod')

export const paid = (index: number, lovelace: number, changes: Partial<Payment> = {}): Payment => ({
  tx_id: 'cd'.repeat(32),
  index,
  address: addressOf(index),
  lovelace,
  assets: [],
  slot: 1,
  confirmations: 9,
  use: 'surplus',
  ...changes,
})

/** What the system's dialog shows before a hosted service refunds a sale, which is declined. */
export const askedRefund = async (payments: readonly Payment[]): Promise<readonly string[]> => {
  const sale = { ...sampleSale, status: 'RESERVED_FAILED', payments: [...payments] }
  const hosted = await startLoopbackServer(async (_request, { url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(url.includes('/sales/') ? sale : { data: [], cursor: null }))
  })
  onTestFinished(() => hosted.close())
  const { call, state } = await openServices()
  const { id: accountId } = await call('accounts.add', {
    name: 'Somewhere else',
    network: 'testnet',
    baseUrl: hosted.url,
    appId: 'app',
    apiKey: 'key',
  })
  state.confirms = false
  const saleRef = { accountId, collectionId: sale.collection_id, saleId: sale.id }
  await expect(
    call('sales.resolve', { ...saleRef, action: 'refund', to: null }),
  ).rejects.toMatchObject({ code: 'cancelled' })
  return state.asked.at(-1)?.lines ?? []
}
