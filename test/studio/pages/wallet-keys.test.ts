import { hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WholeSale } from '#contract/sales/sale.ts'
import { buildPayment } from '#cardano/transactions/build/build-payment.ts'
import { inputsIn } from '#cardano/transactions/inspect/values.ts'
import { parseTransaction } from '#cardano/transactions/parts/parse.ts'
import { lovelaceOnly, sumOf } from '#cardano/value.ts'
import { signWith } from '../../support/ledger.ts'
import { until } from '../../support/until.ts'
import { ada } from '../mints/mint-harness.ts'
import { type Buyer, createBuyer } from '../sales/buyer.ts'
import { readSale } from '../sales/sale-harness.ts'
import { openWalletHarness, type WalletHarness, walletOf } from './wallet-harness.ts'

let all: WalletHarness
beforeAll(async () => {
  all = await openWalletHarness()
})
afterAll(() => all.close())

const buyerWith = (lovelace: bigint): Promise<Buyer> => createBuyer(all.harness, lovelace)

const build = async (sale: WholeSale, ...buyers: readonly Buyer[]) => {
  const built = await all.post(
    sale,
    '/wallet',
    await walletOf(all.harness.gateway, ...buyers).offer(),
  )
  expect(built.status, built.message).toBe(200)
  return { ...built, tx: built.tx ?? '' }
}

/** The addresses that a transaction spends from, in the order of its inputs in the ledger. */
const payersOf = async (tx: string): Promise<readonly string[]> => {
  const inputs = inputsIn(parseTransaction(hexToBytes(tx)).fields.get(0n), 'the inputs')
  const ordered = inputs.toSorted((a, b) =>
    a.txId === b.txId ? a.index - b.index : a.txId < b.txId ? -1 : 1,
  )
  return Promise.all(
    ordered.map(async ({ txId, index }) => {
      const answer = await all.harness.gateway.outputsOf(txId)
      return answer?.outputs.find((one) => one.index === index)?.address ?? ''
    }),
  )
}

const send = async (
  sale: WholeSale,
  built: Awaited<ReturnType<typeof build>>,
  ...buyers: Buyer[]
) =>
  all.post(sale, '/wallet/signed', {
    tx_id: built.tx_id,
    witness: walletOf(all.harness.gateway, ...buyers).sign(built.tx),
  })

const reaches = async (sale: WholeSale, status: string): Promise<WholeSale> => {
  await until(async () => (await readSale(all.studio, sale.id)).status === status)
  return readSale(all.studio, sale.id)
}

const payPart = async (sale: WholeSale, buyer: Buyer, lovelace: bigint): Promise<void> => {
  const { payments = [] } = await readSale(all.studio, sale.id)
  await buyer.pay(sale, lovelace)
  await until(async () => {
    const now = await readSale(all.studio, sale.id)
    return (now.payments ?? []).length > payments.length
  })
}

describe('A wallet in the browser that has several payment keys', () => {
  it('pays out of one key that suffices, and names the address of that key', async () => {
    const [small, rich] = [await buyerWith(12n * ada), await buyerWith(50n * ada)]
    const sale = await all.sell('OneKey')
    const built = await build(sale, small, rich)
    expect(await payersOf(built.tx)).toEqual([rich.address])
    expect(built).toMatchObject({ amount: '10 ADA', receiver: rich.address, is_rest: false })
    expect((await send(sale, built, small, rich)).status).toBe(200)
    expect((await reaches(sale, 'COMPLETED')).buyer_address).toBe(rich.address)
  })

  it('pays the whole price out of several keys where none suffices alone, and names where it goes', async () => {
    const [one, other] = [await buyerWith(7n * ada), await buyerWith(6n * ada)]
    const sale = await all.sell('BothKeys')
    const built = await build(sale, one, other)
    const payers = await payersOf(built.tx)
    expect(payers.toSorted()).toEqual([one.address, other.address].toSorted())
    expect(built).toMatchObject({ amount: '10 ADA', receiver: payers[0], is_rest: false })
    expect((await send(sale, built, one, other)).status).toBe(200)
    expect((await reaches(sale, 'COMPLETED')).buyer_address).toBe(built.receiver)
  })

  it('completes a part by the key that has paid it and no other, for that address', async () => {
    const [first, rich] = [await buyerWith(15n * ada), await buyerWith(50n * ada)]
    const sale = await all.sell('OwnRest')
    await payPart(sale, first, 3n * ada)
    const built = await build(sale, rich, first)
    expect(new Set(await payersOf(built.tx))).toEqual(new Set([first.address]))
    expect(built).toMatchObject({ amount: '7 ADA', receiver: first.address, is_rest: true })
    expect((await send(sale, built, rich, first)).status).toBe(200)
    expect(await reaches(sale, 'COMPLETED')).toMatchObject({
      buyer_address: first.address,
      surplus: 0,
    })
  })

  it('pays the whole price with another key where the one that has paid a part has too little left', async () => {
    const [first, rich] = [await buyerWith(6n * ada), await buyerWith(50n * ada)]
    const sale = await all.sell('WholeInstead')
    await payPart(sale, first, 3n * ada)
    const built = await build(sale, first, rich)
    expect(await payersOf(built.tx)).toEqual([rich.address])
    expect(built).toMatchObject({ amount: '10 ADA', receiver: rich.address, is_rest: false })
    expect((await send(sale, built, first, rich)).status).toBe(200)
    expect(await reaches(sale, 'COMPLETED')).toMatchObject({
      buyer_address: rich.address,
      surplus: Number(3n * ada),
    })
  })
})

describe('A payment between its building and its signature', () => {
  it('is not sent once its own key owes another amount', async () => {
    const buyer = await buyerWith(50n * ada)
    const sale = await all.sell('Changed')
    const offer = await walletOf(all.harness.gateway, buyer).offer()
    const { tx = '', tx_id: txId } = await all.post(sale, '/wallet', offer)
    await payPart(sale, buyer, 2n * ada)
    const witness = walletOf(all.harness.gateway, buyer).sign(tx)
    expect(await all.post(sale, '/wallet/signed', { tx_id: txId, witness })).toEqual({
      status: 409,
      message: expect.stringMatching(/owes another amount\. Nothing was sent/u),
    })
    expect(await build(sale, buyer)).toMatchObject({ amount: '8 ADA', is_rest: true })
  })

  it('is not sent once somebody else has paid the price, and says so', async () => {
    const [buyer, faster] = [await buyerWith(50n * ada), await buyerWith(50n * ada)]
    const sale = await all.sell('Faster')
    const built = await build(sale, buyer)
    await payPart(sale, faster, 10n * ada)
    expect(await send(sale, built, buyer)).toEqual({
      status: 409,
      message: expect.stringMatching(/^Somebody else has paid the whole price meanwhile/u),
    })
    expect((await reaches(sale, 'COMPLETED')).buyer_address).toBe(faster.address)
  })

  it('is sent for an own rest whatever strangers pay meanwhile', async () => {
    const [buyer, stranger] = [await buyerWith(50n * ada), await buyerWith(50n * ada)]
    const sale = await all.sell('Dusted')
    await payPart(sale, buyer, 4n * ada)
    const built = await build(sale, buyer)
    await payPart(sale, stranger, 6n * ada)
    expect((await send(sale, built, buyer)).status).toBe(200)
    expect(await reaches(sale, 'COMPLETED')).toMatchObject({
      buyer_address: buyer.address,
      surplus: Number(6n * ada),
    })
  })
})

describe('A part that two keys have paid together', () => {
  it('is completed by neither: the page says so, and each owes the whole price', async () => {
    const [one, other] = [await buyerWith(50n * ada), await buyerWith(3n * ada)]
    const sale = await all.sell('Together')
    const { gateway } = all.harness
    await payTogether(sale, 5n * ada, [other, one])
    await until(async () => (await readSale(all.studio, sale.id)).status === 'UNRESOLVED_UNDERPAID')
    expect((await readSale(all.studio, sale.id)).payments).toMatchObject([{ payer: null }])
    const page = await all.page(sale)
    expect(page).toContain('No other payment completes it')
    expect(page).not.toContain('5 ADA more')
    const offer = await walletOf(gateway, one).offer()
    expect(await all.post(sale, '/wallet', offer)).toMatchObject({ amount: '10 ADA' })
  })
})

/** One transaction that spends all that both have. */
const payTogether = async (sale: WholeSale, lovelace: bigint, buyers: readonly Buyer[]) => {
  const { gateway } = all.harness
  const [{ slot }, { parameters }, utxos] = await Promise.all([
    gateway.tip(),
    gateway.parameters(),
    Promise.all(buyers.map(({ address }) => gateway.utxosAt(address))),
  ])
  const held = sumOf(utxos.flat().map(({ value }) => value)).lovelace
  const [, rich] = buyers
  if (rich === undefined) throw new Error('two pay')
  const funding = { utxos: utxos.flat(), changeAddress: rich.address }
  const built = buildPayment({ network: 'devnet', parameters, slot, funding }, [
    { address: sale.payment_address, value: lovelaceOnly(lovelace) },
    { address: rich.address, value: lovelaceOnly(held - lovelace - 2n * ada) },
  ])
  expect(built.inputs).toHaveLength(2)
  await gateway.submit(
    signWith(
      built.cbor,
      built.requiredSigners,
      buyers.map(({ key }) => key),
    ),
  )
}
