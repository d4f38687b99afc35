import { expect } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { errorMessage } from '../studio/open-studio.ts'
import { ada } from '../studio/mints/mint-harness.ts'
import { openOffline, twoDays } from '../studio/rounds/round-harness.ts'
import type { Sales } from '../studio/sales/open-sales.ts'
import { salesTest as it } from '../studio/sales/sales-test.ts'
import { until } from '../support/until.ts'

const host = '127.0.0.1:4800'

/** Whoever writes the studio's database, but has neither the API key nor the vault. */
const write = (sales: Sales, sql: string, id: string): void => {
  const database = new Database(sales.studio.databasePath, [])
  expect(database.run(sql, { id })).toBeGreaterThan(0)
  database.close()
}

const visit = async ({ studio }: Sales, url: string) => {
  const { body, statusCode } = await studio.app.inject({ url, headers: { host } })
  return { html: body, status: statusCode }
}

const reserve = async ({ studio }: Sales, token: string) => {
  const { headers, statusCode } = await studio.app.inject({
    method: 'POST',
    url: `/pay/token/${token}?reserve=now`,
    headers: {
      host,
      origin: `http://${host}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  return { to: headers.location ?? '', status: statusCode }
}

/** A token that visitors may reserve, of a collection with a stated delivery time. */
const priced = async (sales: Sales) => {
  const offline = await openOffline(sales, ['Stated', 'Priced'])
  await offline.reserve('Stated')
  const token = offline.tokens.find((one) => one.asset_name === 'Priced')?.id ?? ''
  const path = `/nft/collections/${offline.id}/tokens/${token}`
  await sales.studio.call('PATCH', path, { price: Number(10n * ada) })
  return { ...offline, token }
}

it.for([
  ['is taken away', 'UPDATE sales SET delivers_within = NULL WHERE id = :id'],
  ['is made longer', 'UPDATE sales SET delivers_within = 2592000 WHERE id = :id'],
] as const)(
  'a sale whose delivery time %s in the database asks nobody to pay, and is in no round',
  async ([_what, sql], { sales }) => {
    const offline = await openOffline(sales, ['Before', 'Paid'])
    const sold = await offline.reserve('Before')
    write(sales, sql, sold.id)
    const { html, status } = await visit(sales, `/pay/sale/${sold.id}`)
    expect(status).toBe(409)
    expect(html).not.toContain(sold.payment_address)

    const paid = await offline.sell('Paid')
    write(sales, sql.replace('NULL', '60'), paid.id)
    await sales.studio.call('POST', offline.path, {})
    expect(await sales.now(paid)).toMatchObject({ mint_id: null })
  },
)

it('a delivery time that somebody wrote for a collection is offered to no visitor', async ({
  sales,
}) => {
  const { id, token } = await priced(sales)
  expect((await visit(sales, `/pay/token/${token}`)).html).toContain('Delivered within 2 days')
  write(sales, 'UPDATE delivery_times SET seconds = 60 WHERE collection_id = :id', id)
  expect((await visit(sales, `/pay/token/${token}`)).status).toBe(409)
  expect(await reserve(sales, token)).toMatchObject({ status: 409, to: '' })
})

it('a reservation that no seal covers yet loses its delivery time for no visitor', async ({
  sales,
}) => {
  const { token } = await priced(sales)
  sales.fakeVault.state.locked = true
  const { to } = await reserve(sales, token)
  expect((await visit(sales, to)).html).toContain('Delivered within 2 days')
  await sales.closedWhile(async () => undefined)
  expect((await visit(sales, to)).html).toContain('Delivered within 2 days')
  write(sales, 'UPDATE sales SET delivers_within = NULL WHERE id = :id', to.split('/').at(-1) ?? '')
  expect((await visit(sales, to)).status).toBe(409)
  sales.fakeVault.state.locked = false
})

it('is stated by a request with the API key alone, and refused without one', async ({ sales }) => {
  const offline = await openOffline(sales, ['Asked'])
  const sold = await offline.sell('Asked', { delivers_within: twoDays })
  const { statusCode } = await sales.studio.app.inject({
    method: 'POST',
    url: `/app/v1${offline.path}`,
    payload: {},
  })
  expect([401, 403, 404]).toContain(statusCode)
  await until(async () => (await offline.view()).waiting.length === 1)
  const none = await sales.studio.call('POST', `/sales/${sold.id}/resolve`, {
    action: 'retry',
    hold: true,
  })
  expect(errorMessage(none, 400)).toContain('built with its signing round')
})
