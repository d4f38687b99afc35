import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WholeSale } from '#contract/sales/sale.ts'
import { sharedPayment } from '#app/sales/share-sale.ts'
import { ada } from '../studio/mints/mint-harness.ts'
import { textOfQr } from '../studio/pages/text-of-qr.ts'
import { openWalletHarness, type WalletHarness, walletOf } from '../studio/pages/wallet-harness.ts'
import { type Buyer, createBuyer } from '../studio/sales/buyer.ts'
import { readSale } from '../studio/sales/sale-harness.ts'
import { until } from '../support/until.ts'

let all: WalletHarness
let thief: Buyer
beforeAll(async () => {
  all = await openWalletHarness()
  thief = await createBuyer(all.harness)
})
afterAll(() => all.close())

const steal = async (sale: WholeSale, lovelace = ada): Promise<void> => {
  const { length } = (await readSale(all.studio, sale.id)).payments ?? []
  await thief.pay(sale, lovelace)
  await until(async () => ((await readSale(all.studio, sale.id)).payments ?? []).length > length)
}

const victim = () => walletOf(all.harness.gateway, all.buyer)

const completed = async (sale: WholeSale): Promise<WholeSale> => {
  await until(async () => (await readSale(all.studio, sale.id)).status === 'COMPLETED')
  return readSale(all.studio, sale.id)
}

describe('A thief who pays one ADA of ten to a link before its buyer', () => {
  it('has the page, its link, its QR code and a shared file ask for ten, never for nine', async () => {
    const sale = await all.sell('Asked')
    await steal(sale)
    const page = await all.page(sale)
    const uri = `web+cardano:${sale.payment_address}?amount=10`
    expect(page).toMatch(/class="amount">10 ADA /u)
    expect(page).toContain(`href="${uri}"`)
    expect(page).toContain('data-copy="10"')
    expect(page).toContain('data-due="10000000"')
    expect(textOfQr(page)).toBe(uri)
    expect(page.match(/amount=/gu)).toHaveLength(1)
    // For the thief alone, in words, without a code or a link.
    const folded =
      /<details class="parts">(?<all>.*?)<\/details>/su.exec(page)?.groups?.['all'] ?? ''
    expect(folded).toContain(`Paid 1 ADA from <code>${thief.address}</code>? 9 ADA more`)
    expect(folded).not.toMatch(/<svg|<a /u)
    expect(page.replace(folded, '')).not.toContain('9 ADA')
    const shared = sharedPayment(await readSale(all.studio, sale.id), new Date(), 'devnet')
    expect(shared).toMatchObject({ due: 10n * ada, uri })
  })

  it('does not get what the wallet in the browser of the buyer pays for', async () => {
    const sale = await all.sell('Bought')
    await steal(sale)
    const { offer, sign } = victim()
    const built = await all.post(sale, '/wallet', await offer())
    expect(built).toMatchObject({
      status: 200,
      amount: '10 ADA',
      receiver: all.buyer.address,
      is_rest: false,
    })
    const { tx = '', tx_id: txId } = built
    const sent = await all.post(sale, '/wallet/signed', { tx_id: txId, witness: sign(tx) })
    expect(sent.status, sent.message).toBe(200)
    expect(await completed(sale)).toMatchObject({
      buyer_address: all.buyer.address,
      surplus: Number(ada),
    })
    expect((await thief.held()).assets.size).toBe(0)
  })

  it('does not void the payment that the wallet signs while the thief pays', async () => {
    const sale = await all.sell('Between')
    const { offer, sign } = victim()
    const { tx = '', tx_id: txId } = await all.post(sale, '/wallet', await offer())
    await steal(sale)
    await steal(sale, 9n * ada - 1n)
    const sent = await all.post(sale, '/wallet/signed', { tx_id: txId, witness: sign(tx) })
    expect(sent.status, sent.message).toBe(200)
    expect((await completed(sale)).buyer_address).toBe(all.buyer.address)
  })

  it('cannot have a wallet complete a part of another: each key owes its own rest or the price', async () => {
    const sale = await all.sell('Parts')
    await steal(sale, 4n * ada)
    await all.buyer.pay(sale, 3n * ada)
    await until(async () => ((await readSale(all.studio, sale.id)).payments ?? []).length === 2)
    const ownRest = await all.post(sale, '/wallet', await victim().offer())
    expect(ownRest).toMatchObject({ amount: '7 ADA', receiver: all.buyer.address, is_rest: true })
    const other = walletOf(all.harness.gateway, await createBuyer(all.harness))
    expect(await all.post(sale, '/wallet', await other.offer())).toMatchObject({
      amount: '10 ADA',
      is_rest: false,
    })
  })
})
