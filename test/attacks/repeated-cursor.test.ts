import { expect, test } from 'vitest'
import { limits } from '#values/bounds/limits.ts'
import { cursorGuard } from '#values/bounds/cursor-guard.ts'
import { answer, clientOf, serve } from '../app/api/service.ts'
import { address, gatewayOf, hashA } from '../chain/gateway/blockfrost/gateway-of.ts'

test('the client ends its walk when the service repeats a cursor', async () => {
  const service = await serve(answer(200, { data: [], cursor: 'again' }))
  const { client } = clientOf(service.baseUrl)
  await expect(Array.fromAsync(client.webhooks())).rejects.toMatchObject({ code: 'service_error' })
  expect(service.seen).toHaveLength(2)
})

test('a list whose cursors never repeat ends after the most pages that are read', () => {
  const follow = cursorGuard('tokens')
  for (let page = 0; page < limits.pagesOfList; page += 1) follow(`c${page}`)
  expect(() => follow('one more')).toThrow(/more than 10000 pages/u)
})

test('a page with more rows than a service may answer is refused', async () => {
  const rows = Array.from({ length: limits.pageOfServiceItems + 1 }, () => ({}))
  const service = await serve(answer(200, { data: rows, cursor: null }))
  const { client } = clientOf(service.baseUrl, { retry: { attempts: 1 } })
  await expect(Array.fromAsync(client.webhooks())).rejects.toMatchObject({ code: 'service_error' })
})

test('a gateway that always has another full page of new outputs is left after 1,000 pages', async () => {
  let pages = 0
  const { gateway } = gatewayOf('http://127.0.0.1:1', {
    fetch: async () => {
      pages += 1
      if (pages > 2 * limits.pagesOfGateway) throw new Error('the walk never ends')
      const outputs = Array.from({ length: 100 }, (_, index) => ({
        tx_hash: hashA,
        output_index: pages * 100 + index,
        amount: [{ unit: 'lovelace', quantity: '1000000' }],
      }))
      return Response.json(outputs)
    },
  })
  await expect(gateway.utxosAt(address)).rejects.toMatchObject({
    code: 'service_error',
    message: expect.stringContaining('more than 1000 pages'),
  })
})
