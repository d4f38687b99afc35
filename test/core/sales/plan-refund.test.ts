import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MintingClient } from '#core/api/client.ts'
import { createGateway } from '#core/gateway/blockfrost/client.ts'
import { followSale, needsDecision } from '#core/sales/follow-sale.ts'
import { planRefund } from '#core/sales/plan-refund.ts'
import { reserveSale } from '#core/sales/sale-calls.ts'
import { Secret } from '#core/secret/secret.ts'
import type { Sale } from '#shared/wire/sale.ts'
import { testAddress, type TestStudio } from '../../studio/open-studio.ts'
import { type MintHarness } from '../../studio/mints/mint-harness.ts'
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
  sale = await followSale(client, reserved.id, { until: needsDecision, pauseMs: 20 })
})
afterAll(() => opened.close())

const chain = () => ({ network: 'devnet' as const, gateway: async () => harness.gateway })

it('is before the fee where the chain is not known, or does not answer', async () => {
  const payer = sale.payments?.[0]?.address
  const before = [{ address: payer, lovelace: 5_000_000, assets: [] }]
  expect(await planRefund(undefined, sale)).toEqual({ receivers: before, fee: undefined })
  const baseUrl = await closedPort()
  const projectId = Secret.ofText('nobody')
  const away = createGateway({ network: 'devnet', baseUrl, projectId, retry: { attempts: 1 } })
  const asked = planRefund({ network: 'devnet', gateway: async () => away }, sale)
  expect(await asked).toEqual({ receivers: before, fee: undefined })
})

it('is nothing where nothing is to be given back', async () => {
  expect(await planRefund(chain(), { ...sale, payments: [] })).toEqual({
    receivers: [],
    fee: undefined,
  })
})

it('goes to the given address, and not to what is no address', async () => {
  const { receivers } = await planRefund(chain(), sale, testAddress)
  expect(receivers.map(({ address }) => address)).toEqual([testAddress])
  await expect(planRefund(chain(), sale, 'addr_test1nobody')).rejects.toMatchObject({
    code: 'invalid',
  })
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
