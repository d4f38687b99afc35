import { describe, expect, it, onTestFinished } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { expectedRefund } from '#app/sales/expected-refund.ts'
import { refundLines } from '#app/sales/refund-text.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { sampleSale } from '../../../app/api/samples.ts'
import { startLoopbackServer } from '../../../support/loopback-server.ts'
import { openServices } from '../open-services.ts'
import { testAddress } from '../../../studio/open-studio.ts'

const policy = 'ab'.repeat(28)
const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28)))

const paid = (index: number, address: string, units: readonly string[]) => ({
  tx_id: 'cd'.repeat(32),
  index,
  address,
  lovelace: 5_000_000,
  assets: units.map((name) => ({
    unit: policy + Buffer.from(name).toString('hex'),
    quantity: '2',
  })),
  slot: 1,
  confirmations: 9,
  use: 'counted' as const,
})

const saleOf = (payments: Sale['payments']): Sale => ({
  ...sampleSale,
  status: 'UNRESOLVED_UNDERPAID',
  payments,
})

/** What the system's dialog shows before a hosted service refunds a sale, which is declined. */
const asked = async (sale: Sale, to: string | null = null): Promise<readonly string[]> => {
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
  const { collection_id: collectionId, id: saleId } = sale
  await expect(
    call('sales.resolve', { accountId, collectionId, saleId, action: 'refund', to }),
  ).rejects.toMatchObject({ code: 'cancelled' })
  return state.asked.at(-1)?.lines ?? []
}

describe('The dialog of the system before a refund', () => {
  it('names the tokens that go back, in the lines of the command line', async () => {
    const sale = saleOf([paid(0, testAddress, ['Fern', 'Olive'])])
    const lines = await asked(sale)
    expect(lines).toEqual(
      expect.arrayContaining([
        `5 ADA and 2 other tokens to ${testAddress}`,
        `  2 × Fern (policy ${policy})`,
        `  2 × Olive (policy ${policy})`,
      ]),
    )
    expect(lines).toEqual(expect.arrayContaining([...refundLines(expectedRefund(sale))]))
  })

  it('says that a receiver is a script', async () => {
    expect(await asked(saleOf([paid(0, testAddress, [])]), script)).toContain(
      `5 ADA to ${script} (that of a script, not of a key)`,
    )
  })

  it('counts tokens that would not fit into it', async () => {
    const names = Array.from({ length: 200 }, (_, at) => `Leaf${at}`)
    const lines = await asked(saleOf([paid(0, testAddress, names), paid(1, script, names)]))
    expect(lines.length).toBeLessThan(40)
    expect(lines.filter((line) => line.includes('and 200 other tokens'))).toHaveLength(2)
    expect(lines).toContain('  and 188 more tokens')
  })
})
