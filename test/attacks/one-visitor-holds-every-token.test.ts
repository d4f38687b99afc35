import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPublicAccess } from '#cli/commands/studio/read-public-access.ts'
import { ada, type MintHarness, openMintHarness } from '../studio/mints/mint-harness.ts'
import { addTokens, createCollection, type TestStudio, tokenBody } from '../studio/open-studio.ts'
import { type Buyer, createBuyer } from '../studio/sales/buyer.ts'
import { readSale } from '../studio/sales/sale-harness.ts'
import { until } from '../support/until.ts'

const origin = 'https://shop.example.com'
const accessWith = (trustedProxy: readonly string[]) =>
  readPublicAccess({ listen: '127.0.0.1:4880', publicUrl: origin, trustedProxy })

let harness: MintHarness
let buyer: Buyer
beforeAll(async () => {
  harness = await openMintHarness()
  buyer = await createBuyer(harness)
})
afterAll(() => harness.close())

const open = (trustedProxy: readonly string[]): Promise<TestStudio> => {
  const publicAccess = accessWith(trustedProxy)
  return harness.open(publicAccess === undefined ? {} : { publicAccess })
}

const priced = async (studio: TestStudio, count: number): Promise<readonly string[]> => {
  const { id } = await createCollection(studio, { reservation_time: 600 })
  const names = Array.from({ length: count }, (_, at) => tokenBody(`T${at}`, { price: 12_000_000 }))
  return (await addTokens(studio, id, ...names)).map((token) => `/pay/token/${token.id}`)
}

const reserve = async (
  studio: TestStudio,
  page: string | undefined,
  visitor?: string,
  remoteAddress = '127.0.0.1',
) => {
  const reply = await studio.publicApp?.inject({
    method: 'POST',
    url: `${page}?reserve=now`,
    remoteAddress,
    headers: {
      host: 'shop.example.com',
      origin,
      'content-type': 'application/x-www-form-urlencoded',
      ...(visitor === undefined ? {} : { 'x-forwarded-for': visitor }),
    },
  })
  if (reply === undefined) throw new Error('no public server')
  return reply
}

const saleAt = (location: unknown): string => String(location).replace('/pay/sale/', '')

describe('A visitor who reserves token after token and pays for none', () => {
  let studio: TestStudio
  beforeAll(async () => {
    studio = await open(['127.0.0.1'])
  })
  afterAll(() => studio.close())

  it('holds five, and is told to pay or until when to wait; others go on', async () => {
    const pages = await priced(studio, 7)
    const visitor = '203.0.113.1'
    const sales: string[] = []
    for (const page of pages.slice(0, 5)) {
      // oxlint-disable-next-line no-await-in-loop -- one request after the other
      const { statusCode, headers } = await reserve(studio, page, visitor)
      expect(statusCode).toBe(303)
      sales.push(saleAt(headers['location']))
    }
    const sixth = await reserve(studio, pages[5], visitor)
    expect(sixth.statusCode).toBe(429)
    expect(sixth.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(sixth.body).toMatch(
      /role="alert">.*5 reservations from your address are not paid yet.*Pay for one of them, or wait until the first one ends, at <time datetime="[^"]+">\d{4}-\d\d-\d\d \d\d:\d\d UTC<\/time>; then reserve this work\./su,
    )
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(500)
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(600)
    // What the client writes before its proxy does not make it another visitor.
    expect((await reserve(studio, pages[5], `192.0.2.9, ${visitor}`)).statusCode).toBe(429)
    expect((await reserve(studio, pages[5], '203.0.113.2')).statusCode).toBe(303)
    // An ADA pays for nothing; the price does.
    const [first = ''] = sales
    const paid = await readSale(studio, first)
    await buyer.pay(paid, ada)
    await until(async () => (await readSale(studio, first)).status === 'UNRESOLVED_UNDERPAID')
    expect((await reserve(studio, pages[6], visitor)).statusCode).toBe(429)
    await buyer.pay(paid, 11n * ada)
    await until(async () => (await readSale(studio, first)).status === 'COMPLETED')
    expect((await reserve(studio, pages[6], visitor)).statusCode).toBe(303)
  })

  it('holds five however many are asked for at once, from all addresses of its network of IPv6', async () => {
    const pages = await priced(studio, 8)
    const replies = await Promise.all(
      pages.map((page, at) => reserve(studio, page, `2001:db8:7:7::${at + 1}`)),
    )
    const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429, 429])
  })
})

describe('Visitors whom a proxy hides that is not trusted, or that does not say who they are', () => {
  it('are not taken for one, and share the limit of tries alone', async () => {
    for (const [trusted, visitor] of [
      [[], '203.0.113.1'],
      [['127.0.0.1'], undefined],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      const studio = await open(trusted)
      // oxlint-disable-next-line no-await-in-loop
      const pages = await priced(studio, 11)
      const statuses: number[] = []
      for (const page of pages)
        // oxlint-disable-next-line no-await-in-loop
        statuses.push((await reserve(studio, page, visitor)).statusCode)
      expect(statuses).toEqual([...Array<number>(10).fill(303), 429])
      // oxlint-disable-next-line no-await-in-loop
      await studio.close()
    }
  })
})

const statusesOf = async (
  studio: TestStudio,
  count: number,
  forwarded: (at: number) => string | undefined,
  peer?: string,
): Promise<readonly number[]> => {
  const statuses: number[] = []
  for (const [at, page] of (await priced(studio, count)).entries())
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    statuses.push((await reserve(studio, page, forwarded(at), peer)).statusCode)
  return statuses
}
const five = [...Array<number>(5).fill(303), 429]

describe('A content delivery network before the trusted proxy', () => {
  it('is not taken for one visitor, and whoever serves is told once', async () => {
    const notices: string[] = []
    const publicAccess = accessWith(['127.0.0.1'])
    const studio = await harness.open({
      ...(publicAccess === undefined ? {} : { publicAccess }),
      notify: ({ message }) => void notices.push(message),
    })
    const buyers = await statusesOf(studio, 7, (at) => `203.0.113.${at + 1}, 198.51.100.7`)
    expect(buyers).toEqual(Array<number>(7).fill(303))
    expect(notices.filter((one) => one.includes('198.51.100.7'))).toHaveLength(1)
    expect(notices.join()).toContain('trusted proxy')
    // who asks for itself is a visitor, and stays one
    const direct = await statusesOf(studio, 6, (at) =>
      at === 0 ? '203.0.113.77' : `192.0.2.${at}, 203.0.113.77`,
    )
    expect(direct).toEqual(five)
    await studio.close()
  })
})

describe('Without a trusted proxy', () => {
  it('a visitor who connects directly holds five, and a proxy that names its visitors is none', async () => {
    const studio = await open([])
    const none = () => undefined
    expect(await statusesOf(studio, 6, none, '198.51.100.20')).toEqual(five)
    expect(await statusesOf(studio, 6, none, '2001:db8:9:9::1')).toEqual(five)
    const behind = await statusesOf(studio, 7, (at) => `203.0.113.${at}`, '198.51.100.21')
    expect(behind).toEqual(Array<number>(7).fill(303))
    expect(await statusesOf(studio, 7, none, '127.0.0.1')).toEqual(Array<number>(7).fill(303))
    await studio.close()
  })
})
