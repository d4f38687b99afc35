import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { Database } from '#platform/db/database.ts'
import { type Seal, SealingKey, type Statement } from '#keys/seal/seal.ts'
import { openStudioFacts } from '#studio/unconfirmed.ts'
import { collection } from '#contract/collections/collection.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import { until } from '../support/until.ts'
import { testSeals } from '../support/test-seals.ts'
import { addTokens, collectionBody, errorMessage, tokenBody } from '../studio/open-studio.ts'
import { ada } from '../studio/mints/mint-harness.ts'
import type { Sales } from '../studio/sales/open-sales.ts'
import { fixedSale, saleOf } from '../studio/sales/sale-harness.ts'
import { salesTest as it } from '../studio/sales/sales-test.ts'

const creator = new SealingKey(new Uint8Array(32).fill(0xc1))
const own = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')
const thief = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')
const price = 10n * ada

/** A server whose facts the vault of its creator confirms; its own vault is open all the time. */
const trust = async (sales: Sales): Promise<void> => {
  sales.fakeVault.state.creatorKey = creator.publicKey
  await sales.closedWhile(async () => undefined)
}

const facts = async (sales: Sales) => {
  const { keys } = sales.fakeVault
  const opened = await openStudioFacts(sales.studio.databasePath, 'devnet', keys)
  if (opened === undefined) throw new Error('there is no studio')
  return opened
}

/** As a file with the facts goes to the creator and one with seals comes back. */
const confirm = async (sales: Sales, by = creator): Promise<readonly Statement[]> => {
  const studio = await facts(sales)
  const waiting = (await studio.unconfirmed()).filter(({ isElsewhere }) => isElsewhere)
  const taken = studio.take(waiting.map(({ statement }) => by.seal(statement)))
  studio.close()
  return taken
}

const made = async (sales: Sales, name: string) => {
  const { studio } = sales
  const body = collectionBody({ payout_address: own })
  const reply = await studio.call('POST', '/nft/collections', body)
  const { id } = collection.parse(reply.body)
  const tokens = await addTokens(studio, id, tokenBody(name, { price: Number(price) }))
  return { id, tokens, page: `/pay/token/${tokens[0]?.id}` }
}

const sell = (sales: Sales, id: string, tokens: readonly { readonly id: string }[], changes = {}) =>
  sales.studio.call('POST', `/nft/collections/${id}/sales`, fixedSale(tokens, changes))

const visit = async (sales: Sales, url: string) => {
  const { statusCode, body } = await sales.studio.app.inject({
    url,
    headers: { host: '127.0.0.1:1' },
  })
  return { statusCode, body }
}

const write = (sales: Sales, work: (database: Database) => void): void => {
  const database = new Database(sales.studio.databasePath, [])
  work(database)
  database.close()
}

/** The interface does not show a sale that waits for its creator. */
const stored = (sales: Sales, { id }: WholeSale) => {
  const database = new Database(sales.studio.databasePath, [])
  const query = 'SELECT status, mint_id FROM sales WHERE id = :id'
  const row = database.get(saleRow, query, { id })
  database.close()
  return row ?? { status: 'none', mint_id: null }
}
const saleRow = z.object({ status: z.string(), mint_id: z.string().nullable() })

/** Writes a seal into the studio's database. */
const plant = (sales: Sales, { kind, id }: Statement, { text, signature }: Seal): void =>
  write(sales, (database) => database.upsert('seals', { kind, id, text, signature }, 'kind', 'id'))

describe('A server that trusts the vault of its creator', () => {
  it('neither sells nor mints what arrived with the API key before that vault confirmed it, and says so', async ({
    sales,
  }) => {
    await trust(sales)
    const { id, tokens, page } = await made(sales, 'Arrived')
    expect(errorMessage(await sell(sales, id, tokens), 409)).toContain('waits for its creator')
    const path = `/nft/collections/${id}`
    const shown = await sales.studio.call('GET', path)
    expect(shown.body).toMatchObject({ awaits_confirmation: true })
    const listed = await sales.studio.call('GET', `${path}/tokens`)
    expect(listed.body).toMatchObject({ data: [{ awaits_confirmation: true }] })
    expect(await visit(sales, page)).toMatchObject({
      statusCode: 409,
      body: expect.stringContaining('seller'),
    })

    expect(await confirm(sales)).toHaveLength(2)
    expect((await sales.studio.call('GET', path)).body).not.toHaveProperty('awaits_confirmation')
    expect((await visit(sales, page)).statusCode).toBe(200)
    const sold = saleOf(await sell(sales, id, tokens, { price: Number(price) }))
    expect(sold).not.toHaveProperty('awaits_confirmation')
    await sales.buyer.pay(sold, price)
    await sales.reaches(sold, 'COMPLETED')
  })

  it('goes on with the confirmed payout, royalty and price only, whoever has the API key', async ({
    sales,
  }) => {
    await trust(sales)
    const { id, tokens, page } = await made(sales, 'Confirmed')
    await confirm(sales)
    const token = `/nft/collections/${id}/tokens/${tokens[0]?.id}`
    await sales.studio.call('PATCH', token, { price: Number(3n * ada) })
    const cheap = await sell(sales, id, tokens, { price: Number(3n * ada) })
    expect(errorMessage(cheap, 409)).toContain(
      `price was changed since the creator confirmed it, so it is not used before the vault of the creator has confirmed it again. Confirmed: "${price}". Now: "${3n * ada}".`,
    )
    expect((await visit(sales, page)).statusCode).toBe(409)
    await sales.studio.call('PATCH', token, { price: Number(price) })
    expect((await visit(sales, page)).statusCode).toBe(200)

    // A sale at another price is made, and asks nobody for money.
    const own = saleOf(await sell(sales, id, tokens, { price: Number(3n * ada) }))
    expect(own.awaits_confirmation).toBe(true)
    expect((await visit(sales, `/pay/sale/${own.id}`)).statusCode).toBe(409)
    await sales.studio.call('POST', `/sales/${own.id}/cancel`)

    await sales.studio.call('PATCH', `/nft/collections/${id}`, { payout_address: thief })
    expect(errorMessage(await sell(sales, id, tokens), 409)).toContain('payout_address was changed')
  })

  it('asks nobody to pay for a royalty that was confirmed with the API key alone', async ({
    sales,
  }) => {
    await trust(sales)
    const royalty = { address: [own], rate: '0.05' }
    const body = collectionBody({ payout_address: own, royalty, royalty_confirmed: false })
    const reply = await sales.studio.call('POST', '/nft/collections', body)
    const { id } = collection.parse(reply.body)
    const path = `/nft/collections/${id}/royalty`
    // Other collections of this studio wait too.
    const confirmNow = async () => (await confirm(sales)).filter((one) => one.collection === id)
    expect(await confirmNow()).toMatchObject([{ kind: 'collection' }])
    const given = { rate: '0.05', address: own }
    const confirmed = await sales.studio.call('POST', `${path}/confirm`, given)
    expect(confirmed.body).toMatchObject({
      status: 'unpaid',
      confirmed: false,
      address: null,
      message: expect.stringContaining('waits for its creator'),
    })
    expect(await confirmNow()).toMatchObject([{ kind: 'royalty' }])
    expect((await sales.studio.call('GET', path)).body).toMatchObject({
      confirmed: true,
      address: expect.stringContaining('addr_test1'),
    })
  })

  it('delivers nothing for a payment to a sale at another price before that vault confirmed it', async ({
    sales,
  }) => {
    await trust(sales)
    const { id, tokens } = await made(sales, 'Cheap')
    await confirm(sales)
    const cheap = saleOf(await sell(sales, id, tokens, { price: Number(3n * ada) }))
    await sales.buyer.pay(cheap, 3n * ada)
    await until(() => stored(sales, cheap).status === 'PROCESSING')
    // That nothing is delivered can only be given time: the studio looks every 20 ms.
    await sleep(500)
    expect(stored(sales, cheap)).toEqual({ status: 'PROCESSING', mint_id: null })
    expect(await confirm(sales)).toMatchObject([{ kind: 'sale', id: cheap.id }])
    await sales.reaches(cheap, 'COMPLETED')
  })

  it('believes no seal of its own vault or of another, and no seal of the creator for something else', async ({
    sales,
  }) => {
    await trust(sales)
    const { id, tokens } = await made(sales, 'Planted')
    const studio = await facts(sales)
    const waiting = (await studio.unconfirmed()).filter(({ isElsewhere }) => isElsewhere)
    studio.close()
    const refused = async (): Promise<void> =>
      expect(errorMessage(await sell(sales, id, tokens), 409)).toContain('waits for its creator')
    // The vault of the server may have been asked for a seal before it trusted the creator's.
    for (const { statement } of waiting) {
      const [seal] = await testSeals.seal([statement])
      if (seal !== undefined) plant(sales, statement, seal)
    }
    await refused()
    const thiefs = new SealingKey(new Uint8Array(32).fill(0x66))
    expect(await confirm(sales, thiefs)).toEqual([])
    for (const { statement } of waiting) plant(sales, statement, thiefs.seal(statement))
    await refused()
    // The creator's seal of an address, of which it is no proof.
    for (const { statement } of waiting)
      plant(sales, statement, creator.seal({ ...statement, kind: 'address' }))
    await refused()
    await confirm(sales)
    expect((await sell(sales, id, tokens)).status).toBe(201)
  })

  it('takes no orders or wallets from the vault of the creator: those it seals itself', async ({
    sales,
  }) => {
    await trust(sales)
    await made(sales, 'Orders')
    const studio = await facts(sales)
    const order: Statement = {
      kind: 'order',
      network: 'devnet',
      collection: null,
      id: 'o',
      facts: { held: false },
    }
    expect(studio.take([creator.seal(order)])).toEqual([])
    studio.close()
  })
})
