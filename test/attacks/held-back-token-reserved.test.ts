import { expect } from 'vitest'
import { createCollection, addTokens, tokenBody } from '../studio/open-studio.ts'
import { openMintHarness, statusesOf } from '../studio/mints/mint-harness.ts'
import { mintTest as it } from '../studio/mints/mint-test.ts'

const host = 'localhost:80'

it('a stranger neither sees nor reserves a token that is held back, whatever its link says', async ({
  studio,
}) => {
  const { id } = await createCollection(studio, { royalty_confirmed: false })
  const [made] = await addTokens(studio, id, tokenBody('Secret', { price: 12_000_000 }))
  const page = `/pay/token/${made?.id}`
  const ask = (method: 'GET' | 'HEAD' | 'POST', url: string) =>
    studio.app.inject({
      method,
      url,
      headers: {
        host,
        origin: `http://${host}`,
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
    })
  expect((await ask('GET', page)).body).toContain('Name of Secret')
  await studio.call('PATCH', `/nft/collections/${id}/tokens/${made?.id}`, { status: 'OPEN' })
  for (const [method, url] of [
    ['GET', page],
    ['HEAD', page],
    ['GET', `${page}/picture`],
    ['POST', `${page}?reserve=now`],
  ] as const) {
    const { statusCode, body } = await ask(method, url)
    expect([method, url, statusCode]).toEqual([method, url, 404])
    expect(body).not.toContain('Secret')
  }
  expect(await statusesOf(studio, id)).toEqual({ Secret: 'OPEN' })
})

it('a stranger who was reserving when the token was held back gets nothing', async () => {
  const harness = await openMintHarness()
  const asked = Promise.withResolvers<undefined>()
  const answered = Promise.withResolvers<undefined>()
  let isSlow = false
  const studio = await harness.open({
    gateway: {
      ...harness.gateway,
      parameters: async () => {
        asked.resolve(undefined)
        if (isSlow) await answered.promise
        return harness.gateway.parameters()
      },
    },
  })
  const { id } = await createCollection(studio)
  const [made] = await addTokens(studio, id, tokenBody('Slow', { price: 12_000_000 }))
  isSlow = true
  const reserving = studio.app.inject({
    method: 'POST',
    url: `/pay/token/${made?.id}?reserve=now`,
    headers: {
      host,
      origin: `http://${host}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  await asked.promise
  const held = await studio.call('PATCH', `/nft/collections/${id}/tokens/${made?.id}`, {
    status: 'OPEN',
  })
  expect(held.status).toBe(200)
  isSlow = false
  answered.resolve(undefined)
  expect((await reserving).statusCode).toBe(404)
  expect(await statusesOf(studio, id)).toEqual({ Slow: 'OPEN' })
  await studio.close()
  await harness.close()
})

it('the page of a royalty, which needs no key, shows no token that is held back', async ({
  studio,
}) => {
  const royalty = {
    address: [(await createCollection(studio)).payout_address].flat().map(String),
    rate: 0.05,
  }
  const { id } = await createCollection(studio, { royalty })
  const [held] = await addTokens(studio, id, tokenBody('Hidden'), tokenBody('Shown'))
  await studio.call('PATCH', `/nft/collections/${id}/tokens/${held?.id}`, { status: 'OPEN' })
  const { body } = await studio.app.inject({ url: `/pay/royalty/${id}`, headers: { host } })
  expect(body).not.toContain('Name of Hidden')
})
