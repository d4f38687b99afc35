import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { policyIdOf, scriptToJson } from '#cardano/scripts.ts'
import { Database } from '#platform/db/database.ts'
import { errorMessage, type Reply } from '../studio/open-studio.ts'
import { ada, fundingOf, postMint } from '../studio/mints/mint-harness.ts'
import { openSales, type Sales } from '../studio/sales/open-sales.ts'
import { collectionWith, fixedSale, postSale, saleOf } from '../studio/sales/sale-harness.ts'
import { newTestWallet } from '../studio/test-wallet.ts'
import { until } from '../support/until.ts'

/** Whoever writes the studio's database, but has neither the API key nor the vault. */
const thief = generatePolicyKey()
const thiefAddress = enterpriseAddress(thief.keyHash, 'devnet')
const thiefScript = { type: 'sig', keyHash: thief.keyHash } as const
const thiefWallet = newTestWallet().wallet

let sales: Sales
beforeAll(async () => {
  sales = await openSales()
})
afterAll(() => sales.close())

const write = (sql: string, parameters = {}): void => {
  const database = new Database(sales.studio.databasePath, [])
  expect(database.run(sql, parameters)).toBeGreaterThan(0)
  database.close()
}

const statusOf = (id: string): string | undefined => {
  const database = new Database(sales.studio.databasePath, [])
  const row = z.object({ status: z.string() })
  const found = database.get(row, 'SELECT status FROM sales WHERE id = :id', { id })
  database.close()
  return found?.status
}

const host = '127.0.0.1:1'
const page = async (url: string, method: 'GET' | 'POST' = 'GET') => {
  const { body, statusCode } = await sales.studio.app.inject({
    method,
    url,
    headers: {
      host,
      origin: `http://${host}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  return { html: body, status: statusCode }
}

const shares = (first: string) => [
  { addr: first, ratio: 0.5 },
  { addr: thiefAddress, ratio: 0.5 },
]
const royalty = (address: string, rate: number) => JSON.stringify({ address: [address], rate })
const own = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')

describe('A collection whose row somebody else changed is neither minted nor sold', () => {
  it.each([
    {
      fact: 'payout_address',
      sql: 'UPDATE collections SET payout_address = :value WHERE id = :id',
      value: JSON.stringify(shares(own)),
    },
    {
      fact: 'payout_address',
      sql: 'UPDATE collections SET payout_address = :value WHERE id = :id',
      value: JSON.stringify(thiefAddress),
    },
    {
      fact: 'royalty',
      sql: 'UPDATE collections SET royalty = :value WHERE id = :id',
      value: royalty(thiefAddress, 0.1),
    },
    {
      fact: 'royalty',
      sql: 'UPDATE collections SET royalty = :value WHERE id = :id',
      value: royalty(own, 0.9),
    },
    {
      fact: 'script',
      sql: `UPDATE collections SET script = :value, policy_id = '${policyIdOf(thiefScript)}' WHERE id = :id`,
      value: JSON.stringify(scriptToJson(thiefScript)),
    },
    {
      fact: 'metadata',
      sql: 'UPDATE collections SET metadata = :value WHERE id = :id',
      value: JSON.stringify({ attributes: { artist: 'a thief' } }),
    },
  ])(
    'is refused when its $fact was changed to $value in the database',
    async ({ fact, sql, value }) => {
      const more = fact === 'royalty' ? { royalty: { address: [own], rate: 0.1 } } : {}
      const { id, tokens } = await collectionWith(sales.studio, ['Swap'], more)
      write(sql, { id, value })
      const stops = (reply: Reply): void => {
        const message = errorMessage(reply, 409)
        expect(message).toContain(`collection ${id}`)
        expect(message).toContain(fact)
        expect(message).toContain('changed behind Coldpress')
      }
      stops(await postMint(sales.studio, id, { tokens: 'all', to: own }))
      stops(await postSale(sales.studio, id, fixedSale(tokens)))
      // Nor is what was swapped sealed by a change of something else.
      const change = fact === 'payout_address' ? { metadata: {} } : { payout_address: own }
      if (fact !== 'payout_address')
        stops(await sales.studio.call('PATCH', `/nft/collections/${id}`, change))
    },
  )
})

it("a royalty that somebody changed is not shown on the collection's payment page", async () => {
  const more = { royalty: { address: [own], rate: 0.1 } }
  const { id } = await collectionWith(sales.studio, ['Royal'], more)
  expect((await page(`/pay/royalty/${id}`)).status).toBe(200)
  const value = royalty(thiefAddress, 0.1)
  write('UPDATE collections SET royalty = :value WHERE id = :id', { id, value })
  const { html, status } = await page(`/pay/royalty/${id}`)
  expect(status).toBe(409)
  expect(html).toContain('has not confirmed')
  expect(html).not.toContain(thiefAddress)
})

describe('A price', () => {
  const priced = async () => {
    const { id, tokens } = await collectionWith(sales.studio, ['Dear', 'Cheap'])
    const [dear, cheap] = tokens
    for (const [token, price] of [
      [dear, 900n * ada],
      [cheap, 9n * ada],
    ] as const)
      await sales.studio.call('PATCH', `/nft/collections/${id}/tokens/${token?.id}`, {
        price: Number(price),
      })
    return { id, dear: dear?.id ?? '', cheap: cheap?.id ?? '' }
  }
  const sold = (id: string) => sales.studio.call('GET', `/nft/collections/${id}/sales`)

  it.each([
    ['that was lowered', 'UPDATE tokens SET price = 2000000 WHERE id = :dear'],
    [
      'that is now for another token',
      "UPDATE tokens SET name = 'Dear', image = 'ipfs://other' WHERE id = :dear",
    ],
    ['that was copied with its seal from another token', undefined],
  ])('%s is shown to nobody, and nobody reserves at it', async (_what, sql) => {
    const { id, dear, cheap } = await priced()
    const before = await page(`/pay/token/${dear}`)
    expect(before).toMatchObject({ status: 200 })
    if (sql !== undefined) write(sql, { dear })
    else {
      write(
        'UPDATE tokens SET price = (SELECT price FROM tokens WHERE id = :cheap) WHERE id = :dear',
        { dear, cheap },
      )
      write(
        "UPDATE seals SET text = (SELECT text FROM seals WHERE id = :cheap), signature = (SELECT signature FROM seals WHERE id = :cheap) WHERE id = :dear AND kind = 'token'",
        { dear, cheap },
      )
    }
    const { html, status } = await page(`/pay/token/${dear}`)
    expect(status).toBe(409)
    expect(html).toContain('has not confirmed')
    expect((await page(`/pay/token/${dear}?reserve=now`, 'POST')).status).toBe(409)
    expect(await sold(id)).toMatchObject({ body: { data: [] } })
  })

  it.each([
    "UPDATE tokens SET status = 'FOR_SALE' WHERE id = :dear",
    "UPDATE tokens SET status = 'FOR_SALE', is_held_back = 0 WHERE id = :dear",
  ])('of a token that its owner holds back is not offered by the database: %s', async (sql) => {
    const { id, dear } = await priced()
    const setStatus = (status: string) =>
      sales.studio.call('PATCH', `/nft/collections/${id}/tokens/${dear}`, { status })
    await setStatus('OPEN')
    expect(await page(`/pay/token/${dear}`)).toMatchObject({ status: 404 })
    write(sql, { dear })
    expect(await page(`/pay/token/${dear}`)).toMatchObject({ status: 409 })
    expect((await page(`/pay/token/${dear}?reserve=now`, 'POST')).status).toBe(409)
    expect(await setStatus('OPEN')).toMatchObject({ status: 409 })
    expect(await sold(id)).toMatchObject({ body: { data: [] } })
  })

  it('of a token that was held back is for sale again once its owner says so', async () => {
    const { id, dear } = await priced()
    for (const status of ['OPEN', 'FOR_SALE'])
      await sales.studio.call('PATCH', `/nft/collections/${id}/tokens/${dear}`, { status })
    expect(await page(`/pay/token/${dear}`)).toMatchObject({ status: 200 })
    const reply = await sales.studio.call('PATCH', `/nft/collections/${id}/tokens/${dear}`, {
      status: 'OPEN',
    })
    expect(reply).toMatchObject({ status: 200 })
    const named = await postSale(sales.studio, id, fixedSale([{ id: dear }]))
    expect(named.status).toBe(201)
    await sales.studio.call('POST', `/sales/${saleOf(named).id}/cancel`)
    expect(await page(`/pay/token/${dear}`)).toMatchObject({ status: 404 })
  })

  it('of a sale that was lowered after it was reserved stops the sale', async () => {
    const { sold: made } = await sales.reserve(['Lowered'], { confirmations: 1 })
    write('UPDATE sales SET price = 2000000 WHERE id = :id', { id: made.id })
    const reply = await sales.studio.call('GET', `/sales/${made.id}`)
    expect(errorMessage(reply, 409)).toMatch(new RegExp(`sale ${made.id}: price was changed`, 'u'))
    sales.fakeVault.signed.length = 0
    await sales.buyer.pay(made, 2n * ada)
    await until(() => statusOf(made.id) === 'PROCESSING')
    // That nothing is signed can only be given time: the studio looks every 20 ms.
    await sleep(1_000)
    expect(sales.fakeVault.signed).toEqual([])
    expect(statusOf(made.id)).toBe('PROCESSING')
    expect((await page(`/pay/sale/${made.id}`)).status).toBe(409)
  })
})

describe('An address to pay to', () => {
  it('of a sale is derived again from the sealed account key before a page shows it', async () => {
    const { sold } = await sales.reserve(['Derived'])
    expect((await page(`/pay/sale/${sold.id}`)).html).toContain(sold.payment_address)
    write('UPDATE sales SET payment_address = :thiefAddress WHERE id = :id', {
      thiefAddress,
      id: sold.id,
    })
    const { html, status } = await page(`/pay/sale/${sold.id}`)
    expect(status).toBe(409)
    expect(html).not.toContain(thiefAddress)
    const message = errorMessage(await sales.studio.call('GET', `/sales/${sold.id}`), 409)
    expect(message).toContain('payment_address was changed')
    expect(message).not.toContain(thiefAddress)
  })

  it('to mint from is the one that was sealed', async () => {
    const { id } = await collectionWith(sales.studio, ['Funded'])
    await fundingOf(sales.studio, id)
    write('UPDATE payment_keys SET address = :thiefAddress WHERE collection_id = :id', {
      thiefAddress,
      id,
    })
    const reply = await sales.studio.call('GET', `/nft/collections/${id}/funding`)
    expect(errorMessage(reply, 409)).toMatch(
      /payment address of collection .*: address was changed/u,
    )
  })

  it('follows from no account key that somebody else wrote', async () => {
    const { sold } = await sales.reserve(['Before'])
    const { id, tokens } = await collectionWith(sales.studio, ['After'])
    const database = new Database(sales.studio.databasePath, [])
    database.run('UPDATE sale_wallets SET account_key = :key', { key: thiefWallet.accountKey })
    database.run('UPDATE sales SET payment_address = :address WHERE id = :id', {
      address: derivePaymentAddress(thiefWallet.accountKey, 0, 'devnet').address,
      id: sold.id,
    })
    database.close()
    const error = errorMessage(await postSale(sales.studio, id, fixedSale(tokens)), 409)
    expect(error).toMatch(/wallet .*: account_key was changed/u)
    const { html, status } = await page(`/pay/sale/${sold.id}`)
    expect(status).toBe(409)
    expect(html).not.toContain('addr_test1')
  })
})

it('what is as it was sealed is sold as ever', async () => {
  const fresh = await openSales()
  const { id, tokens } = await collectionWith(fresh.studio, ['Sound'])
  const sold = saleOf(await postSale(fresh.studio, id, fixedSale(tokens)))
  await fresh.buyer.pay(sold, 10n * ada)
  await fresh.reaches(sold, 'COMPLETED')
  await fresh.close()
})
