import { deliveryOperations } from '#contract/webhooks/operations.ts'
import { webhookMade } from '#contract/webhooks/webhook.ts'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import type { WholeSale } from '#contract/sales/sale.ts'
import { ada, statusesOf } from '../mints/mint-harness.ts'
import { addTokens, createCollection, tokenBody } from '../open-studio.ts'
import { fixedSale, postSale, saleOf } from './sale-harness.ts'
import { until } from '../../support/until.ts'
import { salesTest as it } from './sales-test.ts'

const accountsOf = ({ income, tx_fee: txFee, nft_fee: nftFee }: WholeSale): number =>
  (income ?? 0) + (txFee ?? 0) + (nftFee ?? 0)

describe('A sale whose transaction the gateway rejects', () => {
  it('keeps its tokens, and goes on with the same bytes when it is retried', async ({ sales }) => {
    const { state, studio } = sales
    state.sending = 'rejected'
    const { sold, id, total } = await sales.sell(['Rejected'])
    const failed = await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')
    expect(failed).toMatchObject({
      error: [{ name: 'GatewayRefusedError', message: { reason: expect.stringMatching(/fee/u) } }],
      resolutions: ['retry', 'refund'],
    })
    expect(await statusesOf(studio, id)).toEqual({ Rejected: 'RESERVED' })
    state.sending = 'passes'
    await sales.resolved(sold, 'retry')
    await sales.resolved(sold, 'retry')
    const done = await sales.reaches(sold, 'COMPLETED')
    expect(done.tx_id).toBe(failed.tx_id)
    expect(accountsOf(done)).toBe(Number(total))
    expect(await sales.kinds(sold)).toEqual([
      'UNRESOLVED_SUBMITTING_FAILED',
      'MINTING',
      'COMPLETED',
    ])
    expect(await statusesOf(studio, id)).toEqual({ Rejected: 'COMPLETED' })
  })

  it('gives the money back when it is refunded', async ({ sales }) => {
    const { state, studio, buyer } = sales
    state.sending = 'rejected'
    const { sold, id, total } = await sales.sell(['Given'])
    await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')
    state.sending = 'passes'
    const before = (await buyer.held()).lovelace
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
    expect(await sales.gains(buyer, before)).toBeGreaterThan(total - ada)
    expect(await statusesOf(studio, id)).toEqual({ Given: 'FOR_SALE' })
    expect(await sales.kinds(sold)).toEqual(['UNRESOLVED_SUBMITTING_FAILED', 'REFUNDED'])
  })

  it('sends REFUNDED to a webhook that asks for it, and to no other', async ({ sales }) => {
    const { state, studio } = sales
    const add = async (more: object): Promise<string> => {
      const request = { type: 'nft_api', name: 'shop', network: 'testnet', ...more }
      const { body } = await studio.call('POST', '/webhooks', {
        ...request,
        callback_url: 'http://127.0.0.1:9/',
      })
      return webhookMade.parse(body).id
    }
    const asking = await add({ own_events: ['REFUNDED'] })
    const other = await add({})
    state.sending = 'rejected'
    const { id } = await createCollection(studio)
    const image = 'ipfs://QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw'
    const pieces = [image.slice(0, 20), image.slice(20)]
    const tokens = await addTokens(studio, id, tokenBody('Told', { image: pieces }))
    const sold = saleOf(await postSale(studio, id, fixedSale(tokens)))
    await sales.buyer.pay(sold, BigInt(sold.price))
    await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')
    state.sending = 'passes'
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
    const { body: list } = await studio.call('GET', `/events?sale_id=${sold.id}&order=asc`)
    expect(list).toMatchObject({
      data: ['UNRESOLVED_SUBMITTING_FAILED', 'REFUNDED'].map((status) => ({
        data: { status, tokens: [{ image }] },
      })),
    })
    const sentTo = async (id: string) => {
      const { body } = await studio.call('GET', `/webhooks/${id}/deliveries?order=asc`)
      return deliveryOperations.deliveries.response
        .parse(body)
        .data.map(({ event_status: kind }) => kind)
    }
    expect(await sentTo(asking)).toEqual(['UNRESOLVED_SUBMITTING_FAILED', 'REFUNDED'])
    expect(await sentTo(other)).toEqual(['UNRESOLVED_SUBMITTING_FAILED'])
  })
})

describe('A refund', () => {
  it('that the gateway rejects leaves the sale as it was, with the reason', async ({ sales }) => {
    const { state, studio } = sales
    state.sending = 'rejected'
    const { sold, id } = await sales.sell(['Again'])
    const failed = await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')
    await sales.resolved(sold, 'refund')
    await until(async () => (await sales.now(sold)).error?.length === 2)
    expect(await sales.now(sold)).toMatchObject({
      status: 'UNRESOLVED_SUBMITTING_FAILED',
      error: [{ name: 'GatewayRefusedError' }, { name: 'RefundFailedError' }],
      payments: [{ use: 'counted' }],
    })
    expect(await statusesOf(studio, id)).toEqual({ Again: 'RESERVED' })
    state.sending = 'passes'
    await sales.resolved(sold, 'retry')
    expect((await sales.reaches(sold, 'COMPLETED')).tx_id).toBe(failed.tx_id)
  })

  it('comes too late for a sale whose transaction is in a block first', async ({ sales }) => {
    const { state, studio } = sales
    state.sending = 'away'
    const { sold, id } = await sales.sell(['First'])
    const failed = await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')
    await sales.resolved(sold, 'refund')
    // The gateway had it after all.
    const mint = z
      .object({ transactions: z.array(z.object({ cbor: z.string() })) })
      .parse((await studio.call('GET', `/nft/collections/${id}/mints/${failed.mint_id}`)).body)
    await sales.harness.gateway.submit(Buffer.from(mint.transactions[0]?.cbor ?? '', 'hex'))
    await sales.reaches(sold, 'COMPLETED')
    state.sending = 'passes'
    expect(await statusesOf(studio, id)).toEqual({ First: 'COMPLETED' })
    expect(await sales.now(sold)).toMatchObject({ payments: [{ use: 'counted' }], surplus: 0 })
  })
})

describe('A sale whose gateway', () => {
  it('takes nothing for a while tells so, and goes on by itself', async ({ sales }) => {
    const { state } = sales
    state.sending = 'away'
    const { sold } = await sales.sell(['Away'])
    expect(await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')).toMatchObject({
      error: [{ name: 'GatewayUnreachableError', message: { since: expect.any(String) } }],
    })
    state.sending = 'passes'
    await sales.reaches(sold, 'COMPLETED')
    expect(await sales.kinds(sold)).toEqual([
      'UNRESOLVED_SUBMITTING_FAILED',
      'MINTING',
      'COMPLETED',
    ])
  })

  it('is silent expires nothing, and counts what was paid in time', async ({ sales }) => {
    const { state, buyer } = sales
    const { sold, total } = await sales.reserve(['Silent'], { reservation_time: 12 })
    state.isAway = true
    await buyer.pay(sold, total)
    // The studio has asked again since the reservation ended.
    await until(async () => (await sales.now(sold)).reserved_time === 0)
    const { refused } = state
    await until(() => state.refused > refused + 1)
    expect((await sales.now(sold)).status).toBe('RESERVED')
    state.isAway = false
    await sales.reaches(sold, 'COMPLETED')
  })
})
