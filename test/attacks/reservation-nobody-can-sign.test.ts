import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ada } from '../studio/mints/mint-harness.ts'
import { errorMessage } from '../studio/open-studio.ts'
import { openSales, type Sales } from '../studio/sales/open-sales.ts'
import { collectionWith, fixedSale, postSale } from '../studio/sales/sale-harness.ts'

const host = '127.0.0.1:4800'

let sales: Sales
beforeEach(async () => {
  sales = await openSales()
})
afterEach(() => sales.close())

/** A token that visitors may reserve by themselves. */
const priced = async (name: string, collection: object = {}) => {
  const { id, tokens } = await collectionWith(sales.studio, [name], collection)
  const [token] = tokens
  const path = `/nft/collections/${id}/tokens/${token?.id}`
  expect(await sales.studio.call('PATCH', path, { price: Number(10n * ada) })).toMatchObject({
    status: 200,
  })
  return { id, tokens, page: `/pay/token/${token?.id}` }
}

const visit = async (url: string) => {
  const { body, statusCode } = await sales.studio.app.inject({ url, headers: { host } })
  return { html: body, status: statusCode }
}

const reserve = async (page: string) => {
  const { headers, body, statusCode } = await sales.studio.app.inject({
    method: 'POST',
    url: `${page}?reserve=now`,
    headers: {
      host,
      origin: `http://${host}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  return { to: headers.location ?? '', html: body, status: statusCode }
}

const loseKeys = (): void => sales.fakeVault.kept.clear()
const button = 'Reserve and pay'

describe('A buyer who reserves what nobody can ever sign', () => {
  it('is refused when the vault has lost the key of the policy', async () => {
    const { id, tokens, page } = await priced('Lost')
    loseKeys()
    const { html } = await visit(page)
    expect(html).not.toContain(button)
    expect(html).toContain('a key that has to sign for it is missing')
    const tried = await reserve(page)
    expect(tried).toMatchObject({ status: 409, to: '' })
    expect(tried.html).toContain('Nothing is to be paid')
    const asked = await postSale(sales.studio, id, fixedSale(tokens))
    expect(errorMessage(asked, 409)).toContain('could be delivered')
  })

  it('is refused when the vault has lost the wallet that buyers pay to', async () => {
    const { page } = await priced('Wallet')
    await sales.reserve(['Before'])
    sales.fakeVault.wallets.clear()
    expect((await visit(page)).html).not.toContain(button)
    expect(await reserve(page)).toMatchObject({ status: 409 })
  })

  it('is not asked to pay any more for what was reserved before the key was lost', async () => {
    const { sold } = await sales.reserve(['Reserved'])
    loseKeys()
    const { html } = await visit(`/pay/sale/${sold.id}`)
    expect(html).toContain('The seller cannot deliver this at the moment')
    expect(html).not.toContain(sold.payment_address)
    expect(html).not.toContain('web+cardano:')
  })

  it('is refused when the policy locks before what is reserved now could be minted', async () => {
    const soon = new Date(Date.now() + 10 * 60_000).toISOString()
    const { page } = await priced('Locks', {
      policy: { lock: true, lock_time: soon },
      reservation_time: 900,
    })
    const { html } = await visit(page)
    expect(html).not.toContain(button)
    expect(html).toContain('the time in which it can be minted ends too soon')
    expect(await reserve(page)).toMatchObject({ status: 409, to: '' })
  })

  it('is served while the vault is locked, and reads that delivery waits for the seller', async () => {
    const { page } = await priced('Waits')
    sales.fakeVault.state.locked = true
    const { html } = await visit(page)
    expect(html).toContain(button)
    expect(html).toContain('Delivery waits for the seller')
    const { status, to } = await reserve(page)
    expect(status).toBe(303)
    expect((await visit(to)).html).toContain('Delivery waits for the seller')
  })

  it('reads nothing of waiting while the vault is open', async () => {
    const { page } = await priced('Open')
    expect((await visit(page)).html).not.toContain('Delivery waits')
    const { to } = await reserve(page)
    expect((await visit(to)).html).not.toContain('Delivery waits')
  })
})
