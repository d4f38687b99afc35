import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPublicAccess } from '#cli/commands/studio/read-public-access.ts'
import { type MintHarness, openMintHarness, royaltyOf } from '../mints/mint-harness.ts'
import {
  addTokens,
  apiKey,
  base,
  baseAddress,
  createCollection,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import { browserWallet } from '../../support/browser-wallet.ts'
import { createBuyer } from '../sales/buyer.ts'
import { collectionWith, fixedSale, postSale, saleOf } from '../sales/sale-harness.ts'

const origin = 'https://shop.example.com'
const publicAccess = readPublicAccess({
  listen: '127.0.0.1:4880',
  publicUrl: origin,
  trustedProxy: ['127.0.0.1'],
})

let harness: MintHarness
let studio: TestStudio
beforeAll(async () => {
  harness = await openMintHarness()
  studio = await harness.open(publicAccess === undefined ? {} : { publicAccess })
})
afterAll(async () => {
  await studio.close()
  await harness.close()
})

type Ask = {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Record<string, string>
  /** The other end of the connection. */
  readonly peer?: string
  /** Who the proxy says it is; a test of its own where the limits of others do not matter. */
  readonly visitor?: string
}

const ask = async (url: string, { method = 'GET', headers = {}, peer, visitor }: Ask = {}) => {
  if (studio.publicApp === undefined) throw new Error('no public server')
  return studio.publicApp.inject({
    method,
    url,
    remoteAddress: peer ?? '127.0.0.1',
    headers: {
      host: 'shop.example.com',
      'x-forwarded-for': visitor ?? '203.0.113.1',
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
  })
}

const sell = async (name: string) => {
  const { id, tokens } = await collectionWith(studio, [name])
  return saleOf(await postSale(studio, id, fixedSale(tokens)))
}

const priced = async (name: string): Promise<string> => {
  const { id } = await createCollection(studio)
  const [token] = await addTokens(studio, id, tokenBody(name, { price: 12_000_000 }))
  return `/pay/token/${token?.id}`
}

describe('A studio that buyers reach', () => {
  it('gives links under its public address, through the interface too', async () => {
    const sold = await sell('Link')
    expect(sold.payment_link).toBe(`${origin}/pay/sale/${sold.id}`)
    const { id } = await createCollection(studio)
    const [token] = await addTokens(studio, id, tokenBody('Linked', { price: 12_000_000 }))
    expect(token?.payment_link).toBe(`${origin}/pay/token/${token?.id}`)
  })

  it('serves payment pages, and the rest of itself on loopback alone', async () => {
    const sold = await sell('Page')
    const page = await ask(`/pay/sale/${sold.id}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(sold.payment_address)
    expect((await ask('/pay/icon.svg')).statusCode).toBe(200)
    for (const url of [
      '/',
      '/health',
      '/openapi.json',
      `${base}/nft/collections`,
      '/documentation',
    ]) {
      const reply = await ask(url, { headers: { 'x-api-key': apiKey } })
      expect(reply.statusCode, url).toBe(404)
      expect(reply.headers['content-type'], url).toContain('text/html')
      expect(reply.headers['content-security-policy'], url).toContain("default-src 'none'")
    }
    const health = await studio.app.inject({ url: '/health', headers: { host: '127.0.0.1' } })
    expect(health.statusCode).toBe(200)
  })

  it('serves no page of a royalty, which only the seller pays: its link names loopback', async () => {
    const royalty = { address: [baseAddress.slice(0, 60), baseAddress.slice(60)], rate: '0.125' }
    const made = await createCollection(studio, { royalty })
    expect(made.payment_link).toBe(`http://localhost:80/pay/royalty/${made.id}`)
    expect((await royaltyOf(studio, made.id)).payment_link).toBe(made.payment_link)
    const page = `/pay/royalty/${made.id}`
    expect((await ask(page)).statusCode).toBe(404)
    const pressed = await ask(`${page}?try=again`, { method: 'POST', headers: { origin } })
    expect(pressed.statusCode).toBe(404)
    const here = await studio.app.inject({ url: page, headers: { host: 'localhost:80' } })
    expect(here.statusCode).toBe(200)
  })

  it('builds a payment for a wallet from its own https page alone, and a few for one visitor', async () => {
    const sold = await sell('Wallet')
    const offer = (from: string, payload: object, visitor: string) => {
      if (studio.publicApp === undefined) throw new Error('no public server')
      return studio.publicApp.inject({
        method: 'POST',
        url: `/pay/sale/${sold.id}/wallet`,
        headers: { host: 'shop.example.com', origin: from, 'x-forwarded-for': visitor },
        payload,
      })
    }
    const buyer = await createBuyer(harness)
    const wallet = browserWallet(harness.gateway, buyer)
    const body = { utxos: await wallet.getUtxos(), change: await wallet.getChangeAddress() }
    // More than a form may have.
    const many = { ...body, utxos: [...body.utxos, ...Array(50).fill(body.utxos[0])] }
    expect((await offer(origin, many, '203.0.113.20')).json()).toMatchObject({
      tx: expect.stringMatching(/^84/u),
    })
    for (const from of ['http://shop.example.com', 'https://attacker.example', 'null'])
      // oxlint-disable-next-line no-await-in-loop -- one request after the other
      expect((await offer(from, body, '203.0.113.21')).statusCode).toBe(403)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await offer(origin, {}, '203.0.113.22')).statusCode),
    )
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429])
  })

  it('answers to its own name alone, whatever other headers say', async () => {
    const page = `/pay/sale/${(await sell('Named')).id}`
    for (const host of [
      'rebound.example.com',
      '127.0.0.1',
      'localhost:4880',
      'shop.example.com:81',
      'shop.example.com.evil.example',
      '',
    ]) {
      const spoofed = {
        host,
        'x-forwarded-host': 'shop.example.com',
        forwarded: 'host=shop.example.com',
      }
      expect((await ask(page, { headers: spoofed })).statusCode, host).toBe(403)
    }
    expect((await ask(page, { headers: { host: 'SHOP.example.com' } })).statusCode).toBe(200)
    const hijacked = await ask(page, { headers: { 'x-forwarded-host': 'evil.example' } })
    expect(hijacked.statusCode).toBe(200)
    expect(hijacked.body).not.toContain('evil.example')
  })

  it('keeps the public name away from loopback', async () => {
    const reply = await studio.app.inject({
      url: `${base}/nft/collections`,
      headers: { host: 'shop.example.com', 'x-api-key': apiKey },
    })
    expect(reply.statusCode).toBe(403)
  })

  it('takes a form from its own pages behind TLS, and from no other', async () => {
    const page = await priced('Form')
    const press = (from: string | undefined, visitor: string) =>
      ask(`${page}?reserve=now`, {
        method: 'POST',
        visitor,
        headers: from === undefined ? {} : { origin: from },
      })
    for (const [index, from] of [
      undefined,
      'null',
      'http://shop.example.com',
      'https://evil.example',
      'https://shop.example.com.evil.example',
      'http://127.0.0.1:4880',
    ].entries())
      expect((await press(from, `203.0.113.${20 + index}`)).statusCode, from).toBe(403)
    const reserved = await press(origin, '203.0.113.30')
    expect(reserved.statusCode).toBe(303)
    expect(reserved.headers['location']).toMatch(/^\/pay\/sale\//u)
  })

  it('takes no body to speak of', async () => {
    const page = await priced('Body')
    const reply = await studio.publicApp?.inject({
      method: 'POST',
      url: `${page}?reserve=now`,
      headers: {
        host: 'shop.example.com',
        origin,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'x'.repeat(2_000),
    })
    expect(reply?.statusCode).toBe(413)
  })

  it('limits how much one visitor reserves, and no other visitor', async () => {
    const pages = await Promise.all(
      ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'].map(priced),
    )
    const reserve = (page: string | undefined, visitor: string) =>
      ask(`${page}?reserve=now`, { method: 'POST', visitor, headers: { origin } })
    const statuses: number[] = []
    for (const page of pages.slice(0, 6))
      statuses.push((await reserve(page, '198.51.100.1')).statusCode)
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
    const liar = await ask(`${pages[6]}?reserve=now`, {
      method: 'POST',
      visitor: '192.0.2.77, 198.51.100.1',
      headers: { origin },
    })
    expect(liar.statusCode).toBe(429)
    expect(Number(liar.headers['retry-after'])).toBeGreaterThan(800)
    expect((await reserve(pages[6], '198.51.100.2')).statusCode).toBe(303)
  })

  it('limits how often one visitor asks, whatever it forwards when it is no proxy', async () => {
    const page = `/pay/sale/${(await sell('Busy')).id}`
    const peer = '198.51.100.9'
    const statuses = new Map<number, number>()
    for (let request = 0; request < 300; request += 1) {
      const { statusCode } = await ask('/pay/icon.svg', {
        peer,
        visitor: `192.0.2.${request % 250}`,
      })
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    expect(statuses.get(200)).toBeGreaterThanOrEqual(240)
    expect(statuses.get(429)).toBeGreaterThan(10)
    expect((await ask(page, { peer })).body).toContain('Try again in a minute')
    expect((await ask(page, { peer: '198.51.100.10' })).statusCode).toBe(200)
  })

  it('limits the small pictures of a shop by themselves, so that pages are there for who looks through many', async () => {
    const { id } = await createCollection(studio)
    await studio.call('PATCH', `/nft/collections/${id}/shop`, { is_published: true })
    const peer = '198.51.100.40'
    const statuses = new Map<number, number>()
    for (let request = 0; request < 300; request += 1) {
      const { statusCode } = await ask(`/pay/collection/${id}/picture/x`, { peer })
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    expect(statuses.get(404)).toBeGreaterThanOrEqual(240)
    expect(statuses.get(429)).toBeGreaterThan(0)
    const page = await ask(`/pay/collection/${id}`, { peer })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`<meta property="og:url" content="${origin}/pay/collection/${id}">`)
  })

  it('gives who reserves behind TLS a cookie that never goes elsewhere in the clear', async () => {
    const page = await priced('Cookie')
    const reply = await ask(`${page}?reserve=now`, {
      method: 'POST',
      visitor: '203.0.113.60',
      headers: { origin },
    })
    expect(reply.headers['set-cookie']).toMatch(/; HttpOnly; SameSite=Lax; Secure$/u)
  })
})
