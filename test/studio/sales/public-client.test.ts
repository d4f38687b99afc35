import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiKey, appId, type TestStudio } from '../open-studio.ts'
import { ada, type MintHarness, openMintHarness } from '../mints/mint-harness.ts'
import { collectionWith, fixedSale } from './sale-harness.ts'

/**
 * The calls of sales that tango-crypto/tangocrypto-js makes, and that littlefish-foundation/littlefish-mvp
 * makes, with the headers that their axios adds (0.27.2): it names the type of a form for a POST without a
 * body.
 */
let harness: MintHarness
let studio: TestStudio
beforeAll(async () => {
  harness = await openMintHarness()
  studio = await harness.open()
  await studio.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await studio.close()
  await harness.close()
})

const answer = z.looseObject({ id: z.string().optional(), data: z.array(z.unknown()).optional() })

const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  new Promise<{ readonly status: number | undefined; readonly body: z.output<typeof answer> }>(
    (done, fail) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const type = text === undefined ? 'application/x-www-form-urlencoded' : 'application/json'
      const sent = request(
        `${studio.app.listeningOrigin}/${appId}/v1${path}`,
        {
          method,
          agent: false,
          headers: {
            accept: 'application/json, text/plain, */*',
            ...(method === 'GET' ? {} : { 'content-type': type }),
            'x-api-key': apiKey,
            'user-agent': 'axios/0.27.2',
            ...(text === undefined ? {} : { 'content-length': Buffer.byteLength(text) }),
          },
        },
        (reply) => {
          let read = ''
          reply.on('data', (piece: Buffer) => (read += piece.toString()))
          reply.on('end', () =>
            done({ status: reply.statusCode, body: answer.parse(JSON.parse(read)) }),
          )
        },
      )
      sent.on('error', fail).end(text)
    },
  )

const createSale = async (name: string) => {
  const { id, tokens } = await collectionWith(studio, [name])
  const made = await call('POST', `/nft/collections/${id}/sales`, fixedSale(tokens))
  return { id, tokenId: tokens[0]?.id ?? '', made, saleId: made.body.id ?? '' }
}

describe('A client that speaks with axios', () => {
  it('creates a sale, lists it, and reads its fee', async () => {
    const { id, made, saleId } = await createSale('Listed')
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'RESERVED', price: Number(10n * ada), supply: 1, service_fee: 0 },
    })
    const listed = await call('GET', `/nft/collections/${id}/sales?order=desc&size=5&cursor=`)
    expect(listed).toMatchObject({ status: 200, body: { data: [{ id: saleId, service_fee: 0 }] } })
  })

  it('cancels a sale with a POST that has the type of a form and no body', async () => {
    const { id, saleId } = await createSale('Cancelled')
    const cancelled = await call('POST', `/nft/collections/${id}/sales/${saleId}/cancel`)
    expect(cancelled).toMatchObject({
      status: 200,
      body: {
        canceled: true,
        canceled_sale_id: saleId,
        canceled_at: expect.stringMatching(/Z$/u),
        id: saleId,
        status: 'CANCELLED',
      },
    })
  })

  it('cancels a sale by the older path of its token, which answers 201', async () => {
    for (const body of [undefined, {}]) {
      const { id, tokenId, saleId } = await createSale('Older')
      const path = `/nft/collections/${id}/tokens/${tokenId}/sales/${saleId}`
      const cancelled = await call('POST', path, body)
      expect(cancelled).toMatchObject({ status: 201, body: { canceled_sale_id: saleId } })
    }
  })

  it('is told what a call without its body lacks, and not that the body has another type', async () => {
    expect(await call('POST', '/webhooks')).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^body: must be an object/u) },
    })
  })
})
