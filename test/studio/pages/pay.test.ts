import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addTokens,
  createCollection,
  openStudio,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import { type MintHarness, openMintHarness, statusesOf } from '../mints/mint-harness.ts'
import { collectionWith, fixedSale, postSale, readSale, saleOf } from '../sales/sale-harness.ts'
import { textOfQr } from './text-of-qr.ts'
import { until } from '../../support/until.ts'

let harness: MintHarness
let studio: TestStudio
beforeAll(async () => {
  harness = await openMintHarness()
  const { fund } = harness.gateway
  studio = await harness.open(fund === undefined ? {} : { fund })
})
afterAll(async () => {
  await studio.close()
  await harness.close()
})

const host = 'localhost:80'
const get = (url: string, on = studio) => on.app.inject({ url, headers: { host } })
const press = (url: string, origin = `http://${host}`, on = studio) =>
  on.app.inject({
    method: 'POST',
    url,
    headers: { host, origin, 'content-type': 'application/x-www-form-urlencoded' },
  })

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const sell = async (name: string, changes: object = {}) => {
  const { id, tokens } = await collectionWith(studio, [name])
  const sold = saleOf(await postSale(studio, id, fixedSale(tokens, changes)))
  return { id, sold, page: `/pay/sale/${sold.id}` }
}

const priced = async (changes: object = {}, on = studio, collection: object = {}) => {
  const { id } = await createCollection(on, collection)
  const [token] = await addTokens(on, id, tokenBody('Priced', { price: 12_000_000, ...changes }))
  return { id, token, page: `/pay/token/${token?.id}` }
}

describe('The rarity of a token', () => {
  it('is on its payment page only while the creator publishes it', async () => {
    const { id, page } = await priced()
    await addTokens(studio, id, tokenBody('Common1'), tokenBody('Common2'))
    const publish = (isPublished: boolean) =>
      studio.call('PATCH', `/nft/collections/${id}`, { rarity_published: isPublished })
    expect((await get(page)).body).not.toContain('Rarity rank')
    expect((await publish(true)).status).toBe(200)
    expect((await get(page)).body).toContain('Rarity rank 1 of 3 (OpenRarity)')
    expect((await publish(false)).status).toBe(200)
    expect((await get(page)).body).not.toContain('Rarity rank')
  })
})

describe('The page of a sale, served', () => {
  it('needs no key, loads nothing from elsewhere, and says the same as the sale', async () => {
    const { sold, page } = await sell('Shown')
    const { statusCode, headers, body } = await get(page)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; .*frame-ancestors 'none'$/u,
    )
    expect(body).not.toMatch(/(?:src|href|action)="(?!\/pay\/|web\+cardano:|\?)/u)
    expect(textOfQr(body)).toBe(`web+cardano:${sold.payment_address}?amount=10`)
    expect((await get('/pay/icon.svg')).statusCode).toBe(200)
  })

  it('follows what the test wallet pays: too little, then the rest', async () => {
    const { id, sold, page } = await sell('Tried')
    expect((await press(`${page}?pay=less`)).headers['location']).toBe(page)
    await until(async () => (await readSale(studio, sold.id)).status === 'UNRESOLVED_UNDERPAID')
    const { body: short } = await get(page)
    expect(short).toContain('Not enough was paid: 5 ADA of 10 ADA.')
    // The price is asked of everybody, and its own rest of the wallet that has paid a part.
    expect(textOfQr(short)).toBe(`web+cardano:${sold.payment_address}?amount=10`)
    expect(short).toContain('Pay 5 ADA</button>')
    await press(`${page}?pay=exact`)
    // At once, before a block has it: nobody is to pay it twice.
    const { body: sent } = await get(page)
    expect(sent).not.toMatch(/class="state bad"|Pay 5 ADA<|Not enough was paid/u)
    await until(async () => (await readSale(studio, sold.id)).status === 'COMPLETED')
    const { body } = await get(page)
    expect(body).toContain('Done. It’s in your wallet.')
    expect(body).not.toContain('<button')
    expect(body).not.toContain('If something goes wrong')
    expect(await statusesOf(studio, id)).toEqual({ Tried: 'COMPLETED' })
  })

  it('follows too much, and too late', async () => {
    const much = await sell('Much')
    await press(`${much.page}?pay=more`)
    await until(async () => (await readSale(studio, much.sold.id)).status === 'UNRESOLVED_OVERPAID')
    expect((await get(much.page)).body).toContain('2 ADA too much')
    const late = await sell('Late', { reservation_time: 1 })
    await until(async () => (await readSale(studio, late.sold.id)).status === 'EXPIRED')
    expect((await get(late.page)).body).toContain('Pay too late')
    await press(`${late.page}?pay=late`)
    await until(async () => (await readSale(studio, late.sold.id)).status === 'RESERVED_FAILED')
    expect((await get(late.page)).body).toContain(
      'The payment came after the reservation had ended.',
    )
  })

  it('names as much as can be paid where less is missing, and the test wallet pays it', async () => {
    const { sold, page } = await sell('Nearly')
    await harness.fundAndWait(sold.payment_address, 9_500_000n)
    await until(async () => (await readSale(studio, sold.id)).status === 'UNRESOLVED_UNDERPAID')
    const { body } = await get(page)
    expect(textOfQr(body)).toBe(`web+cardano:${sold.payment_address}?amount=10`)
    expect(body).toMatch(/1 ADA more from this very address .* sends just 0\.5 ADA/u)
    expect(body).toContain('Pay 1 ADA</button>')
    expect(body).not.toContain('Pay too little')
    const less = await press(`${page}?pay=less`)
    expect(less.statusCode).toBe(400)
    expect(less.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(less.body).toMatch(/role="alert">.*The test wallet did not pay/su)
    expect((await press(`${page}?pay=exact`)).statusCode).toBe(303)
    await until(async () => (await readSale(studio, sold.id)).status === 'COMPLETED')
    const { price, income, tx_fee: fee, nft_fee: beside, surplus } = await readSale(studio, sold.id)
    // The half ADA too much is a part of what has to go with the token anyway.
    expect([price, surplus]).toEqual([(income ?? 0) + (fee ?? 0) + (beside ?? 0), 0])
  })

  it('is a page too where the link leads nowhere', async () => {
    const wrong = [
      '/pay',
      '/pay/sale',
      '/pay/sale/',
      '/pay/sale/01h',
      '/pay/token/x',
      '/pay/royalty/x',
    ]
    for (const link of wrong) {
      const { statusCode, headers, body } = await get(link)
      expect(statusCode).toBe(404)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(body).toContain('There is nothing to pay for under this link.')
      expect(body).not.toContain('status_code')
    }
  })

  it('takes its forms from itself alone, and only those it has', async () => {
    const { sold, page } = await sell('Guarded')
    expect((await press(`${page}?pay=exact`, 'https://example.org')).statusCode).toBe(403)
    expect((await press(`${page}?pay=all`)).statusCode).toBe(400)
    expect((await readSale(studio, sold.id)).payments).toEqual([])
  })

  it('shows the images of its own tokens from the content store, and nothing else', async () => {
    const { id } = await createCollection(studio)
    const tokens = await addTokens(
      studio,
      id,
      tokenBody('Drawn', { image: png }),
      tokenBody('Elsewhere'),
      tokenBody('Sung', {
        image: Buffer.from(`RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(40)}`).toString('base64'),
      }),
    )
    const sold = saleOf(await postSale(studio, id, fixedSale(tokens)))
    const at = (position: number | string) => get(`/pay/sale/${sold.id}/picture/${position}`)
    const image = await at(0)
    expect(image.rawPayload.equals(Buffer.from(png, 'base64'))).toBe(true)
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    for (const position of [1, 2, 3]) expect((await at(position)).statusCode).toBe(404)
    for (const position of ['-1', 'x', '1.5']) expect((await at(position)).statusCode).toBe(400)
    const { body } = await get(`/pay/sale/${sold.id}`)
    expect(body.match(/<img /gu)).toHaveLength(1)
  })
})

describe('The page of a token with a price', () => {
  it('reserves it for who asks, who pays on the page of the sale', async () => {
    const { id, token, page } = await priced({ image: png }, studio, { reservation_time: 120 })
    expect(token).toMatchObject({ price: 12_000_000, payment_link: `http://${host}${page}` })
    const { body } = await get(page)
    expect(body).toContain('12 ADA')
    expect(body).toContain('for 2 minutes')
    expect((await get(`${page}/picture`)).headers['content-type']).toBe('image/png')
    const reply = await press(`${page}?reserve=now`)
    expect(reply.statusCode).toBe(303)
    const saleId = /^\/pay\/sale\/(?<id>\w+)$/u.exec(String(reply.headers['location']))?.groups?.[
      'id'
    ]
    const sold = await readSale(studio, saleId ?? '')
    expect(sold).toMatchObject({
      collection_id: id,
      status: 'RESERVED',
      type: 'fixed',
      price: 12_000_000,
      reservation_time: 120,
      tokens: [{ id: token?.id }],
    })
    expect((await get(page)).body).toMatch(
      /Reserved\. If it isn’t paid for by <time datetime="[^"]+" data-clock>\d\d:\d\d UTC<\/time> it becomes available again\./u,
    )
    const second = await press(`${page}?reserve=now`)
    expect(second.statusCode).toBe(409)
    expect(second.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(second.body).not.toContain('<button')
  })

  it('leads who reserved it back to the payment, by a cookie that ends with the reservation', async () => {
    const { page } = await priced({}, studio, { reservation_time: 120 })
    const reply = await press(`${page}?reserve=now`)
    const [pair = '', ...attributes] = String(reply.headers['set-cookie']).split('; ')
    expect(attributes).toEqual([
      `Path=${page}`,
      expect.stringMatching(/^Max-Age=1[012]\d$/u),
      'HttpOnly',
      'SameSite=Lax',
    ])
    const sale = String(reply.headers['location'])
    expect(pair).toBe(`reserved=${sale.replace('/pay/sale/', '')}`)
    const shownTo = async (cookie: string): Promise<string> =>
      (await studio.app.inject({ url: page, headers: { host, cookie } })).body
    const own = await shownTo(`theme=dark; ${pair}`)
    expect(own).toContain('You have reserved this')
    expect(own).toContain(`href="${sale}"`)
    const foreign = await shownTo(`${pair}x`)
    expect(foreign).toContain('Reserved. If it isn’t paid for by')
    expect(foreign).not.toContain(sale)
    await press(`${sale}?pay=exact`)
    const id = sale.replace('/pay/sale/', '')
    await until(async () => (await readSale(studio, id)).status !== 'RESERVED')
    const paid = await shownTo(pair)
    // Whatever came first: it is still being minted, or is there.
    expect(paid).toMatch(/You are buying this\.|This work is sold\./u)
  })

  it('says on the page that it could not be reserved, in words for a visitor', async () => {
    const { page } = await priced({ price: 1 })
    const reply = await press(`${page}?reserve=now`)
    expect(reply.statusCode).toBe(400)
    expect(reply.body).toContain('This work cannot be reserved at the moment.')
    expect(reply.body).not.toContain('price:')
    const alone = await openStudio()
    const without = await priced({}, alone)
    const reported = await press(`${without.page}?reserve=now`, undefined, alone)
    expect(reported.statusCode).toBe(409)
    expect(reported.body).toContain('This work cannot be reserved at the moment.')
    expect(reported.body).not.toContain('gateway')
    await alone.close()
  })

  it('is not there for a token without a price, and takes its form from itself alone', async () => {
    const { id, token, page } = await priced()
    const foreign = await press(`${page}?reserve=now`, 'https://example.org')
    expect(foreign.statusCode).toBe(403)
    expect(await statusesOf(studio, id)).toEqual({ Priced: 'FOR_SALE' })
    await studio.call('PATCH', `/nft/collections/${id}/tokens/${token?.id}`, { price: null })
    expect((await get(page)).statusCode).toBe(404)
    expect((await press(`${page}?reserve=now`)).statusCode).toBe(404)
    expect((await get(`${page}/picture`)).statusCode).toBe(404)
  })
})
