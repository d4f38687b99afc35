import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MintingClient } from '#app/api/client.ts'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import { followSale, needsDecision } from '#app/sales/follow-sale.ts'

import { planRefund } from '#app/sales/plan-refund.ts'
import { describeRefund } from '#app/sales/refund-text.ts'
import { reserveSale } from '#app/sales/sale-calls.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { testAddress, type TestStudio } from '../../studio/open-studio.ts'
import { type MintHarness } from '../../studio/mints/mint-harness.ts'
import { createBuyer } from '../../studio/sales/buyer.ts'
import { collectionWith } from '../../studio/sales/sale-harness.ts'
import { closedPort } from '../api/service.ts'
import { openMintClient } from '../../studio/mints/mint-client.ts'

let opened: Awaited<ReturnType<typeof openMintClient>>
let harness: MintHarness
let studio: TestStudio
let client: MintingClient
let sale: Sale
/** Paid by half, so that a refund is the thing to do. */
beforeAll(async () => {
  opened = await openMintClient()
  ;({ harness, studio, client } = opened)
  const { id } = await collectionWith(studio, ['One'])
  const terms = { type: 'random', quantity: 1, price: 10_000_000, reservation_time: 600 } as const
  const reserved = await reserveSale(client, id, terms)
  await harness.fundAndWait(reserved.payment_address, 5_000_000n)
  sale = await followSale(client, reserved, { until: needsDecision, pauseMs: 20 })
})
afterAll(() => opened.close())

const chain = () => ({ network: 'devnet' as const, gateway: async () => harness.gateway })

it('is before the fee where the chain is not known, or does not answer', async () => {
  const payer = sale.payments?.[0]?.address
  const before = [{ address: payer, lovelace: 5_000_000, assets: [] }]
  const unknown = { receivers: before, fee: null, transactions: null, left: [] }
  expect(await planRefund(undefined, sale)).toEqual(unknown)
  const baseUrl = await closedPort()
  const projectId = Secret.ofText('nobody')
  const away = createBlockfrost({
    network: 'devnet',
    baseUrl,
    secret: projectId,
    retry: { attempts: 1 },
  })
  const asked = planRefund({ network: 'devnet', gateway: async () => away }, sale)
  expect(await asked).toEqual(unknown)
})

it('is nothing where nothing is to be given back', async () => {
  expect(await planRefund(chain(), { ...sale, payments: [] })).toEqual({
    receivers: [],
    fee: null,
    transactions: null,
    left: [],
  })
})

it('goes to the given address, and not to what is no address', async () => {
  const { receivers } = await planRefund(chain(), sale, testAddress)
  expect(receivers.map(({ address }) => address)).toEqual([testAddress])
  await expect(planRefund(chain(), sale, 'addr_test1nobody')).rejects.toMatchObject({
    code: 'invalid',
  })
})

/** The studio's refund of a sale, by its transactions. */
const refundOf = async ({ id, collection_id: collectionId }: Sale) => {
  const { refund_id: refundId } = await client.resolveSale(id, { action: 'refund' })
  return (await client.getMint(collectionId, refundId ?? '')).transactions
}

it('is one transaction for each payer, and names who has too little for a way back', async () => {
  const { id } = await collectionWith(studio, ['Two'])
  const terms = { type: 'random', quantity: 1, price: 10_000_000, reservation_time: 600 } as const
  const reserved = await reserveSale(client, id, terms)
  const [nearest, second, poor] = await Promise.all(
    [0, 1, 2].map(() => createBuyer(harness, 50_000_000n)),
  )
  await nearest?.pay(reserved, 6_000_000n)
  await poor?.pay(reserved, 1_000_000n)
  await second?.pay(reserved, 3_000_000n)
  const isAll = ({ payments = [] }: Sale) =>
    payments.filter(({ use }) => use !== 'unconfirmed').length === 3
  const sold = await followSale(client, reserved, { until: isAll, pauseMs: 20 })
  const plan = await planRefund(chain(), sold)
  expect(plan).toMatchObject({
    transactions: 2,
    receivers: [{ address: nearest?.address }, { address: second?.address }],
    left: [{ address: poor?.address, lovelace: 1_000_000, needsReceiver: false }],
  })
  expect(plan.left[0]?.missing).toBeGreaterThan(0)
  const line = describeRefund(plan).lines.find((text) => text.startsWith('Stays: '))
  expect(line).toContain(`1 ADA from ${poor?.address ?? ''}: 0.`)
  expect(line).toContain("unless the collection's payment address pays")
  const transactions = await refundOf(sold)
  const outputs = transactions.flatMap((one) => one.outputs)
  expect(transactions.map(({ fee }) => fee).reduce((sum, fee) => sum + fee, 0)).toBe(plan.fee)
  expect(outputs.map(({ address, lovelace }) => ({ address, lovelace }))).toEqual(
    plan.receivers.map(({ address, lovelace }) => ({ address, lovelace })),
  )
  const after = await client.getSale(sold.collection_id, sold.id)
  expect(after.error).toEqual(
    expect.arrayContaining([
      {
        name: 'RefundLeftError',
        message: {
          payers: [
            {
              address: poor?.address,
              lovelace: 1_000_000,
              missing: plan.left[0]?.missing,
            },
          ],
        },
      },
    ]),
  )
})

it('is the refund that the studio makes, to the lovelace', async () => {
  const { receivers, fee } = await planRefund(chain(), sale)
  const { refund_id: id } = await client.resolveSale(sale.id, { action: 'refund' })
  const refund = await client.getMint(sale.collection_id, id ?? '')
  const [transaction] = refund.transactions
  expect(transaction?.fee).toBe(fee)
  expect(receivers).toEqual(
    transaction?.outputs.map(({ address, lovelace, assets }) => ({ address, lovelace, assets })),
  )
})
