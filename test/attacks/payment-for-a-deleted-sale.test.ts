import { expect, it, onTestFinished } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { Database } from '#platform/db/database.ts'
import type { StudioNotice } from '#studio/notice.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import { errorMessage } from '../studio/open-studio.ts'
import { ada } from '../studio/mints/mint-harness.ts'
import { mintForeign } from '../studio/sales/foreign-tokens.ts'
import { openSales } from '../studio/sales/open-sales.ts'
import {
  postUnknownRefund,
  unknownPaymentsOf,
  unknownRefundOf,
} from '../studio/sales/unknown-payments.ts'
import { until } from '../support/until.ts'

const scriptAddress = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28)))

const open = async () => {
  const notices: StudioNotice[] = []
  const sales = await openSales({ notify: (notice) => void notices.push(notice) })
  onTestFinished(() => sales.close())
  const remove = async (id: string): Promise<void> => {
    expect((await sales.studio.call('DELETE', `/nft/collections/${id}`)).status).toBe(200)
  }
  const cancelled = async (name: string) => {
    const made = await sales.reserve([name])
    await sales.studio.call('POST', `/sales/${made.sold.id}/cancel`)
    return made
  }
  const reported = ({ id }: WholeSale) =>
    until(() => notices.find(({ details }) => details['sale'] === id))
  return { sales, notices, remove, cancelled, reported }
}

it('what is paid for a cancelled sale whose collection was deleted is reported, listed and given back', async () => {
  const { sales, notices, remove, cancelled, reported } = await open()
  const { studio, buyer, other } = sales
  const { id, sold, total } = await cancelled('Gone')
  await remove(id)
  const before = (await buyer.held()).lovelace
  await buyer.pay(sold, total)
  expect(await reported(sold)).toMatchObject({
    level: 'warning',
    message: expect.stringMatching(
      new RegExp(
        `^10 ADA were paid for the sale ${sold.id} of the collection "Faces", which was deleted`,
        'u',
      ),
    ),
    details: { address: sold.payment_address, payer: buyer.address, lovelace: String(total) },
  })
  expect(await unknownPaymentsOf(studio)).toMatchObject([
    {
      payment_address: sold.payment_address,
      sale_id: sold.id,
      collection_name: 'Faces',
      payer: buyer.address,
      lovelace: Number(total),
      refund_id: null,
    },
  ])
  // Only its payer gets it, whoever is named.
  expect(
    errorMessage(await postUnknownRefund(studio, sold.payment_address, other.address), 400),
  ).toMatch(/^to: everybody who paid can be reached/u)
  sales.fakeVault.state.locked = true
  expect(errorMessage(await postUnknownRefund(studio, sold.payment_address), 423)).toMatch(
    /locked/u,
  )
  sales.fakeVault.state.locked = false
  const refund = unknownRefundOf(await postUnknownRefund(studio, sold.payment_address))
  expect(refund.receivers).toEqual([
    { address: buyer.address, lovelace: Number(total) - refund.fee, assets: [] },
  ])
  await until(async () => (await unknownPaymentsOf(studio)).length === 0)
  await until(async () => before - (await buyer.held()).lovelace < ada)
  expect((await postUnknownRefund(studio, sold.payment_address)).status).toBe(404)
  expect(notices).toHaveLength(1)
})

it('what is paid just after the collection of an expired sale was deleted is reported too', async () => {
  const { sales, remove, reported } = await open()
  const { id, sold } = await sales.reserve(['Late'], { reservation_time: 1 })
  await sales.reaches(sold, 'EXPIRED')
  await remove(id)
  await sales.buyer.pay(sold, 10n * ada)
  expect(await reported(sold)).toMatchObject({ details: { address: sold.payment_address } })
})

it('a studio that starts again goes on looking, and reports a payment once', async () => {
  const { sales, notices, remove, cancelled, reported } = await open()
  const { id, sold } = await cancelled('Later')
  await remove(id)
  await sales.closedWhile(() => sales.buyer.pay(sold, 5n * ada))
  await sales.studio.app.ready()
  await reported(sold)
  await sales.closedWhile(async () => undefined)
  await sales.studio.app.ready()
  await sales.harness.fundAndWait(sales.other.address, ada)
  expect(notices).toHaveLength(1)
})

it('what a payer who cannot be reached paid goes to nobody before somebody is named, and then there alone', async () => {
  const { sales, remove, cancelled, reported } = await open()
  const { studio, buyer, other, state } = sales
  const { id, sold, total } = await cancelled('Script')
  await remove(id)
  state.reported.set(buyer.address, `${buyer.address}0`)
  await buyer.pay(sold, total)
  await reported(sold)
  expect(await unknownPaymentsOf(studio)).toMatchObject([{ payer: null }])
  expect(errorMessage(await postUnknownRefund(studio, sold.payment_address), 409)).toMatch(
    /^to: the payment came from .* Ask the buyer/u,
  )
  expect(
    errorMessage(await postUnknownRefund(studio, sold.payment_address, 'nobody'), 400),
  ).toMatch(/^to: /u)
  const before = (await other.held()).lovelace
  const { fee } = unknownRefundOf(
    await postUnknownRefund(studio, sold.payment_address, other.address),
  )
  expect(await sales.gains(other, before)).toBe(total - BigInt(fee))
})

it('tokens in a payment for a deleted sale are named before it goes back, and so is a receiver that is a script', async () => {
  const { sales, notices, remove, cancelled, reported } = await open()
  const { studio, other, state } = sales
  const { id, sold } = await cancelled('Tokens')
  await remove(id)
  const [unit] = await mintForeign(sales.harness, other, ['Foreign'], 3n)
  if (unit === undefined) throw new Error('nothing was minted')
  const value = { lovelace: 5n * ada, assets: new Map([[unit, 3n]]) }
  state.reported.set(other.address, scriptAddress)
  await other.send({ address: sold.payment_address, value })
  await reported(sold)
  const assets = [{ unit, quantity: '3' }]
  expect(await unknownPaymentsOf(studio)).toMatchObject([{ payer: null, assets }])
  expect(notices[0]?.message).toContain('5 ADA and 1 other token were paid')
  const refund = unknownRefundOf(
    await postUnknownRefund(studio, sold.payment_address, scriptAddress),
  )
  expect(refund).toMatchObject({
    receivers: [{ address: scriptAddress, assets }],
    warnings: [expect.stringContaining(`${scriptAddress} is that of a script`)],
  })
})

it.for([
  ['an index that is not its own', '999'],
  ['its own index', 'wallet_index'],
])(
  'the payment of a sale that is there is given back by no such refund, whatever the database says: %s',
  async ([_what, index]) => {
    const { sales } = await open()
    const { sold, total } = await sales.reserve(['Live'], { confirmations: 100 })
    await sales.buyer.pay(sold, total)
    const database = new Database(sales.studio.databasePath, [])
    database.run(
      `INSERT INTO unknown_payments
         (tx_id, output_index, wallet_id, wallet_index, payment_address, lovelace)
       SELECT :txId, 0, wallet_id, ${index}, payment_address, '1' FROM sales WHERE id = :id`,
      { txId: '00'.repeat(32), id: sold.id },
    )
    database.close()
    expect(errorMessage(await postUnknownRefund(sales.studio, sold.payment_address), 409)).toMatch(
      /changed behind Coldpress, or is that of a sale/u,
    )
  },
)

it('dust of a stranger does not keep a buyer from getting back what was paid for a deleted sale', async () => {
  const { sales, remove, cancelled } = await open()
  const { studio, buyer, other } = sales
  const { id, sold, total } = await cancelled('Dust')
  await remove(id)
  const before = (await buyer.held()).lovelace
  await other.pay(sold, 975_000n)
  await buyer.pay(sold, total)
  await until(async () => (await unknownPaymentsOf(studio)).length === 2)
  const refund = unknownRefundOf(await postUnknownRefund(studio, sold.payment_address))
  expect(refund.receivers.map(({ address }) => address)).toEqual([buyer.address])
  await until(async () => before - (await buyer.held()).lovelace < ada)
  await until(async () => (await unknownPaymentsOf(studio)).length === 1)
  expect(errorMessage(await postUnknownRefund(studio, sold.payment_address), 409)).toMatch(
    /ADA is still missing/u,
  )
})
