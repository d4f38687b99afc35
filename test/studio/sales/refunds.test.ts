import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { lovelaceOnly } from '#cardano/value.ts'
import { type Mint, mint } from '#contract/mints/mint.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import { ada, statusesOf } from '../mints/mint-harness.ts'
import { errorMessage } from '../open-studio.ts'
import { type Buyer, createBuyer } from './buyer.ts'
import { openSales, type Sales } from './open-sales.ts'
import { resolve } from './sale-ends.ts'
import { until } from '../../support/until.ts'

let sales: Sales
let third: Buyer
beforeAll(async () => {
  sales = await openSales()
  third = await createBuyer(sales.harness)
})
afterAll(() => sales.close())

/** More than a refund is valid for. */
const long = 8_000n
const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28).fill(7)))

const leftAt = async ({ payment_address: address }: WholeSale): Promise<readonly bigint[]> =>
  (await sales.harness.gateway.utxosAt(address)).map(({ value }) => value.lovelace)

const counted = async (sold: WholeSale): Promise<number | undefined> =>
  (await sales.now(sold)).payments?.filter(({ use }) => use === 'counted').length

const mintOf = async (
  { collection_id: collection }: WholeSale,
  id: WholeSale['refund_id'],
): Promise<Mint> =>
  mint.parse(
    (await sales.studio.call('GET', `/nft/collections/${collection}/mints/${id ?? ''}`)).body,
  )

/** A refund that is built and not signed, so that a test can say what becomes of its transactions. */
const refundUnsigned = async (sold: WholeSale): Promise<readonly string[]> => {
  sales.fakeVault.state.locked = true
  const { refund_id: id } = await sales.resolved(sold, 'refund')
  return (await mintOf(sold, id)).transactions.map(({ tx_id: txId }) => txId)
}

/** Until no transaction that was lost can be there any more. */
const outlast = async (is: () => Promise<boolean>): Promise<void> => {
  sales.state.ahead = long
  await until(is)
  sales.state.ahead = 0n
}

describe('A refund that is on its way', () => {
  it('is the only one, and what comes meanwhile goes back after it, or with it when it is lost', async () => {
    const { buyer, other, fakeVault, state } = sales
    const { sold, id } = await sales.reserve(['Only'])
    await buyer.pay(sold, 5n * ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    const [txId = ''] = await refundUnsigned(sold)
    state.lost.add(txId)
    fakeVault.state.locked = false
    await other.pay(sold, 2n * ada)
    await until(async () => (await sales.now(sold)).surplus === Number(2n * ada))
    const now = await sales.now(sold)
    expect(now).toMatchObject({ status: 'REFUNDING', resolutions: [] })
    expect((await sales.resolved(sold, 'refund')).refund_id).toBe(now.refund_id)
    await outlast(async () => (await sales.now(sold)).status !== 'REFUNDING')
    expect(await sales.now(sold)).toMatchObject({
      status: 'UNRESOLVED_UNDERPAID',
      error: [{ name: 'UnderpaidError' }, { name: 'RefundFailedError' }],
    })
    // Its reservation has ended meanwhile, so the refund that failed takes no tokens back.
    expect(await statusesOf(sales.studio, id)).toEqual({ Only: 'FOR_SALE' })
    // Another slot, for the very same refund is not built twice.
    state.ahead = 5n
    expect((await sales.resolved(sold, 'refund')).error).toMatchObject([{ name: 'UnderpaidError' }])
    state.ahead = 0n
    await sales.reaches(sold, 'REFUNDED')
    expect(await leftAt(sold)).toEqual([])
    expect(await statusesOf(sales.studio, id)).toEqual({ Only: 'FOR_SALE' })
  })

  it('leaves what comes meanwhile to be given back by another', async () => {
    const { buyer, other } = sales
    const { sold } = await sales.reserve(['Meanwhile'])
    await buyer.pay(sold, 5n * ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    sales.fakeVault.state.locked = true
    await sales.resolved(sold, 'refund')
    await other.pay(sold, 5n * ada)
    await until(async () => (await sales.now(sold)).surplus === Number(5n * ada))
    sales.fakeVault.state.locked = false
    await sales.reaches(sold, 'REFUNDED')
    expect(await sales.now(sold)).toMatchObject({
      resolutions: ['refund'],
      error: [{ name: 'SecondPaymentError' }],
      payments: [{ use: 'refunded' }, { use: 'surplus' }],
    })
    expect(await sales.resolved(sold, 'refund')).toMatchObject({ status: 'REFUNDED', error: null })
    await until(async () => (await leftAt(sold)).length === 0)
  })
})

describe('A refund of many pieces', () => {
  it('takes several transactions; what one of them did not give back goes with the next', async () => {
    const { state, fakeVault } = sales
    const rich = await createBuyer(sales.harness, 1_000n * ada)
    const { sold, id } = await sales.reserve(['Pieces'], { price: 900_000_000 })
    const piece = { address: sold.payment_address, value: lovelaceOnly(ada) }
    for (let count = 0; count < 3; count += 1)
      await rich.send(...Array.from({ length: 150 }, () => piece))
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    await until(async () => (await counted(sold)) === 450)
    const [, unpaid = '', ...more] = await refundUnsigned(sold)
    expect(more).toEqual([])
    state.rejected.add(unpaid)
    const before = (await rich.held()).lovelace
    fakeVault.state.locked = false
    expect(await sales.gains(rich, before)).toBeGreaterThan(224n * ada)
    const { refund_id: first } = await sales.reaches(sold, 'RESERVED_FAILED')
    expect(await sales.now(sold)).toMatchObject({
      error: [{ name: 'RefundFailedError' }],
      resolutions: ['refund'],
      surplus: Number(225n * ada),
    })
    expect(await statusesOf(sales.studio, id)).toEqual({ Pieces: 'FOR_SALE' })
    // Another slot, for the very same refund is not built twice.
    state.ahead = 5n
    const { refund_id: second } = await sales.resolved(sold, 'refund')
    state.ahead = 0n
    const ofFirst = async () => mintOf(sold, first).then(({ transactions: [one] }) => one)
    const blocks = (await ofFirst())?.confirmations ?? 0
    await until(async () => (await mintOf(sold, second)).status === 'completed')
    expect(await leftAt(sold)).toEqual([])
    // The first one is looked at until no rollback can reach it, which says nothing of the second.
    await until(async () => {
      const { confirmations = 0, final_after: of } = (await ofFirst()) ?? {}
      return confirmations > blocks || confirmations >= (of ?? Infinity)
    })
    expect(await sales.now(sold)).toMatchObject({
      status: 'REFUNDED',
      refund_id: second,
      error: null,
      resolutions: [],
    })
  })
})

describe('Another receiver of a refund', () => {
  it('gets what a script has paid, and nothing of what others have', async () => {
    const { buyer, other, state, studio } = sales
    const { sold, total } = await sales.reserve(['Innocent'], { reservation_time: 1 })
    await sales.reaches(sold, 'EXPIRED')
    state.reported.set(buyer.address, script)
    await buyer.pay(sold, total)
    await other.pay(sold, total)
    await until(async () => (await sales.now(sold)).surplus === Number(2n * total))
    expect((await sales.now(sold)).payments).toMatchObject([
      { is_reachable: false },
      { is_reachable: true },
    ])
    const [others, thirds] = [(await other.held()).lovelace, (await third.held()).lovelace]
    await sales.resolved(sold, 'refund')
    expect(await sales.gains(other, others)).toBeGreaterThan(total - ada)
    expect(await sales.reaches(sold, 'REFUNDED')).toMatchObject({ surplus: Number(total) })
    expect(errorMessage(await resolve(studio, sold, 'refund'), 409)).toMatch(/^to: .*script/u)
    await sales.resolved(sold, 'refund', third.address)
    expect(await sales.gains(third, thirds)).toBeLessThan(total)
    await until(async () => (await sales.now(sold)).surplus === 0)
    state.reported.clear()
  })

  it('is refused where each of several can be reached', async () => {
    const { buyer, other, studio } = sales
    const { sold } = await sales.reserve(['Each'])
    await buyer.pay(sold, 3n * ada)
    await other.pay(sold, 3n * ada)
    await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
    await until(async () => (await sales.now(sold)).surplus === Number(3n * ada))
    expect(errorMessage(await resolve(studio, sold, 'refund', third.address), 400)).toMatch(
      /^to: several have paid/u,
    )
    expect((await sales.now(sold)).status).toBe('UNRESOLVED_UNDERPAID')
  })
})

describe('What is paid once more', () => {
  it('is said beside what is wrong with the sale itself, until it is given back', async () => {
    const { buyer, other } = sales
    const { sold, total } = await sales.reserve(['Beside'])
    await buyer.pay(sold, total + 3n * ada)
    await sales.reaches(sold, 'UNRESOLVED_OVERPAID')
    await other.pay(sold, 2n * ada)
    await until(async () => (await sales.now(sold)).error?.length === 2)
    expect(await sales.now(sold)).toMatchObject({
      status: 'UNRESOLVED_OVERPAID',
      error: [{ name: 'OverpaidError' }, { name: 'SecondPaymentError' }],
    })
    await sales.resolved(sold, 'accept')
    expect(await sales.reaches(sold, 'COMPLETED')).toMatchObject({
      error: [{ name: 'SecondPaymentError', message: { lovelace: Number(2n * ada) } }],
    })
    expect(await sales.resolved(sold, 'refund')).toMatchObject({ error: null, surplus: 0 })
    await until(async () => (await leftAt(sold)).length === 0)
    expect((await sales.now(sold)).error).toBeNull()
  })
})
