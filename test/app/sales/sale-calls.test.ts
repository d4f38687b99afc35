import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMintingClient, type MintingClient } from '#app/api/client.ts'
import { cancelSale, reserveSale, sendResolution } from '#app/sales/sale-calls.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { SaleRequest } from '#contract/sales/sale.ts'
import { apiKey, appId, type TestStudio } from '../../studio/open-studio.ts'
import { type MintHarness, openMintHarness } from '../../studio/mints/mint-harness.ts'
import { collectionWith } from '../../studio/sales/sale-harness.ts'
import { sampleSale } from '../api/samples.ts'
import { answer, clientOf, serve } from '../api/service.ts'
import { openLossyProxy } from './lossy-proxy.ts'

let harness: MintHarness
let studio: TestStudio
let line: Awaited<ReturnType<typeof openLossyProxy>>
let client: MintingClient
beforeAll(async () => {
  harness = await openMintHarness()
  studio = await harness.open()
  line = await openLossyProxy(await studio.app.listen({ host: '127.0.0.1', port: 0 }))
  client = createMintingClient({ baseUrl: line.baseUrl, appId, apiKey: Secret.ofText(apiKey) })
})
afterAll(async () => {
  line.close()
  await studio.close()
  await harness.close()
})
beforeEach(() => void line.sent.splice(0))

const terms = { price: 10_000_000, reservation_time: 600 }
const salesOf = (id: string) => Array.fromAsync(client.sales(id))
const freeOf = async (id: string) =>
  (await Array.fromAsync(client.tokens(id, { status: 'FOR_SALE' }))).length

describe('a reservation whose answer is lost', () => {
  it.each(['fixed', 'random'] as const)(
    'is found in the list, and neither sent nor made twice: %s',
    async (type) => {
      const { id, tokens } = await collectionWith(studio, ['One', 'Two', 'Three', 'Four'])
      const request: SaleRequest =
        type === 'fixed'
          ? { type, ...terms, tokens: [tokens[1]?.id ?? ''] }
          : { type, ...terms, quantity: 1 }
      const earlier = await reserveSale(client, id, { type: 'random', ...terms, quantity: 1 })
      await cancelSale(client, earlier)
      line.sent.splice(0)
      line.lose('after')
      const made = await reserveSale(client, id, request)
      expect(made).toMatchObject({ type, status: 'RESERVED', supply: 1 })
      expect(line.sent).toHaveLength(1)
      expect((await salesOf(id)).map((one) => one.id)).toEqual([made.id, earlier.id])
      expect(await freeOf(id)).toBe(3)
    },
  )

  it('that never arrived is reported as unreachable, and leaves nothing reserved', async () => {
    const { id } = await collectionWith(studio, ['One'])
    line.lose('before')
    await expect(
      reserveSale(client, id, { type: 'random', ...terms, quantity: 1 }),
    ).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('look at the list of sales before you try again'),
      details: { mayHaveArrived: true },
    })
    expect(await salesOf(id)).toEqual([])
    expect(await freeOf(id)).toBe(1)
  })

  it('is not guessed at when somebody else made another one like it', async () => {
    const { id } = await collectionWith(studio, ['One', 'Two'])
    const request = { type: 'random', ...terms, quantity: 1 } as const
    const both = {
      sales: client.sales,
      createSale: async (...args: Parameters<MintingClient['createSale']>) => {
        await client.createSale(...args)
        line.lose('after')
        return client.createSale(...args)
      },
    }
    await expect(reserveSale(both, id, request)).rejects.toMatchObject({
      message: expect.stringContaining('2 sales like it were made'),
    })
  })

  it('is refused as the service refuses it, without a look', async () => {
    const { id, tokens } = await collectionWith(studio, ['One'])
    const request = { type: 'fixed', ...terms, tokens: tokens.map((token) => token.id) } as const
    await reserveSale(client, id, request)
    await expect(reserveSale(client, id, request)).rejects.toMatchObject({
      code: 'conflict',
      details: { mayHaveArrived: false },
    })
  })
})

describe('a sale that is cancelled over a bad line', () => {
  const reserved = async () => {
    const { id } = await collectionWith(studio, ['One'])
    return reserveSale(client, id, { type: 'random', ...terms, quantity: 1 })
  }

  it('is cancelled when the answer alone was lost', async () => {
    const sale = await reserved()
    line.lose('after')
    expect(await cancelSale(client, sale)).toMatchObject({ id: sale.id, status: 'CANCELLED' })
    expect(line.sent.filter((call) => call.endsWith('/cancel'))).toHaveLength(1)
  })

  it('is reported as not cancelled when the call never arrived', async () => {
    const sale = await reserved()
    line.lose('before')
    await expect(cancelSale(client, sale)).rejects.toMatchObject({ code: 'unreachable' })
    expect(await client.getSale(sale.collection_id, sale.id)).toMatchObject({ status: 'RESERVED' })
  })
})

describe('a resolution whose answers are lost', () => {
  const wrong = { ...sampleSale, status: 'UNRESOLVED_OVERPAID' }
  const lost = answer(502, { message: 'the line broke' })
  const lostAll = [lost, lost, lost, lost] as const

  it('is asked for again, for the same twice has one result', async () => {
    const service = await serve(lost, answer(200, { ...wrong, status: 'REFUNDING' }))
    const { client: over } = clientOf(service.baseUrl)
    const after = await sendResolution(over, wrong, { action: 'refund' })
    expect(after.status).toBe('REFUNDING')
    expect(service.seen.map(({ method }) => method)).toEqual(['POST', 'POST'])
  })

  it('counts as done when the sale has moved', async () => {
    const service = await serve(...lostAll, answer(200, { ...wrong, status: 'REFUNDING' }))
    const { client: over } = clientOf(service.baseUrl)
    const after = await sendResolution(over, wrong, { action: 'refund' })
    expect(after.status).toBe('REFUNDING')
    expect(service.seen.at(-1)?.method).toBe('GET')
  })

  it('counts as done when a refund of a second payment has started, though the status stays', async () => {
    const sold = { ...sampleSale, status: 'COMPLETED' }
    const service = await serve(...lostAll, answer(200, { ...sold, refund_id: 'm9' }))
    const { client: over } = clientOf(service.baseUrl)
    expect(await sendResolution(over, sold, { action: 'refund' })).toMatchObject({
      refund_id: 'm9',
    })
  })

  it('fails when the sale is as it was', async () => {
    const service = await serve(...lostAll, answer(200, wrong))
    const { client: over } = clientOf(service.baseUrl)
    await expect(sendResolution(over, wrong, { action: 'refund' })).rejects.toMatchObject({
      code: 'service_error',
      details: { mayHaveArrived: true },
    })
  })
})
