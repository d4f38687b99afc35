import { expect, it } from 'vitest'
import { describeSale } from '#app/sales/show-sale.ts'
import { collection } from '#contract/collections/collection.ts'
import { mint } from '#contract/mints/mint.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { sampleCollection, sampleMint, sampleSale } from '../api/samples.ts'
import { baseAddress } from '../../studio/open-studio.ts'

type Payment = NonNullable<Sale['payments']>[number]

const paid = (lovelace: number, changes: Partial<Payment> = {}): Payment => ({
  address: baseAddress,
  assets: [],
  slot: 1,
  confirmations: 5,
  tx_id: 'aa',
  index: 0,
  lovelace,
  use: 'unconfirmed',
  ...changes,
})

const context: Parameters<typeof describeSale>[0] = {
  client: {
    getCollection: async () => collection.parse(sampleCollection),
    getMint: async () => mint.parse(sampleMint),
    events: async function* noEvents() {},
  },
  account: {
    id: 'local',
    name: 'Local studio',
    kind: 'local',
    network: 'testnet',
    chain: 'devnet',
    baseUrl: '',
    appId: '',
    createdAt: '',
  },
  gateways: { explorerUrl: async () => '' },
  keysHere: () => async () => false,
}

const dueOf = async (payments: readonly Payment[], changes: Partial<Sale> = {}) => {
  const { due, uri } = await describeSale(
    context,
    { ...sampleSale, payment_address: baseAddress, payments: [...payments], ...changes },
    new Date(),
  )
  return { due, uri }
}

const whole = { due: 25_000_000, uri: `web+cardano:${baseAddress}?amount=25` }
const nothing = { due: 0, uri: null }

it.each([
  ['nobody has paid', []],
  ['somebody has paid a part', [paid(20_000_000)]],
  [
    'two payers have paid a part each',
    [paid(20_000_000, { payer: 'a' }), paid(20_000_000, { payer: 'b' })],
  ],
  ['what was paid is given back', [paid(25_000_000, { use: 'refunded' })]],
  ['other tokens take a part of what was paid', [paid(30_000_000, { counts: 20_000_000 })]],
])('The whole price is due where %s', async (_, payments) => {
  expect(await dueOf(payments)).toEqual(whole)
})

it('Nothing is due once a payer has paid the price, in one payment or several', async () => {
  expect(await dueOf([paid(25_000_000)])).toEqual(nothing)
  const both = [paid(20_000_000, { payer: 'a' }), paid(5_000_000, { payer: 'a' })]
  expect(await dueOf(both)).toEqual(nothing)
})

it('Nothing is due after the end of the reservation, also of a sale that was paid in part', async () => {
  const over = { status: 'UNRESOLVED_UNDERPAID', reserved_time: 0 }
  expect(await dueOf([paid(20_000_000, { use: 'counted' })], over)).toEqual(nothing)
})
