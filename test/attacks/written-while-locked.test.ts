import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { Database } from '#platform/db/database.ts'
import { openStudioFacts } from '#studio/unconfirmed.ts'
import { collection } from '#contract/collections/collection.ts'
import { testSeals } from '../support/test-seals.ts'
import { addTokens, collectionBody, errorMessage, tokenBody } from '../studio/open-studio.ts'
import { ada, postMint } from '../studio/mints/mint-harness.ts'
import { type Sales } from '../studio/sales/open-sales.ts'
import { fixedSale } from '../studio/sales/sale-harness.ts'
import { until } from '../support/until.ts'
import { salesTest as it } from '../studio/sales/sales-test.ts'

const thiefAddress = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')
const own = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')

const write = (sales: Sales, sql: string, parameters = {}): void => {
  const database = new Database(sales.studio.databasePath, [])
  expect(database.run(sql, parameters)).toBeGreaterThan(0)
  database.close()
}

/** A collection as a request with the API key makes it while the vault is locked. */
const madeWhileLocked = async (sales: Sales, name: string) => {
  sales.fakeVault.state.locked = true
  const { studio } = sales
  const reply = await studio.call(
    'POST',
    '/nft/collections',
    collectionBody({ payout_address: own }),
  )
  const { id } = collection.parse(reply.body)
  const tokens = await addTokens(studio, id, tokenBody(name, { price: Number(10n * ada) }))
  return { id, tokens, page: `/pay/token/${tokens[0]?.id}` }
}
const sell = (sales: Sales, id: string, tokens: readonly { readonly id: string }[]) =>
  sales.studio.call('POST', `/nft/collections/${id}/sales`, fixedSale(tokens))
const visit = async (sales: Sales, url: string) =>
  (await sales.studio.app.inject({ url, headers: { host: '127.0.0.1:1' } })).statusCode

describe('What is written while the vault is locked', () => {
  it('is not offered before the vault is open, and is sealed then', async ({ sales }) => {
    const { id, tokens, page } = await madeWhileLocked(sales, 'Later')
    expect(errorMessage(await sell(sales, id, tokens), 423)).toContain('unconfirmed')
    expect(
      errorMessage(await postMint(sales.studio, id, { tokens: 'all', to: own }), 423),
    ).toContain('unconfirmed')
    expect(await visit(sales, page)).toBe(423)
    sales.fakeVault.state.locked = false
    await until(async () => (await visit(sales, page)) === 200)
    expect((await sell(sales, id, tokens)).status).toBe(201)
  })

  it('and swapped by somebody else is sealed as it was asked for, and the swap stops the sale', async ({
    sales,
  }) => {
    const { id, tokens } = await madeWhileLocked(sales, 'Swapped')
    write(sales, 'UPDATE collections SET payout_address = :to WHERE id = :id', {
      id,
      to: JSON.stringify(thiefAddress),
    })
    sales.fakeVault.state.locked = false
    expect(errorMessage(await sell(sales, id, tokens), 409)).toContain('payout_address was changed')
  })

  it('by a thief, into the database, is not sealed by the next unlock', async ({ sales }) => {
    const { id, tokens } = await madeWhileLocked(sales, 'Copy')
    write(
      sales,
      `INSERT INTO collections (id, name, payout_address, policy_id, script, key_hashes, created_at, updated_at)
       SELECT 'theirs', name, :to, policy_id, script, key_hashes, created_at, updated_at FROM collections WHERE id = :id`,
      { id, to: JSON.stringify(thiefAddress) },
    )
    write(sales, 'UPDATE tokens SET collection_id = :to WHERE id = :id', {
      to: 'theirs',
      id: tokens[0]?.id,
    })
    sales.fakeVault.state.locked = false
    // That nothing is sealed can only be given time: an open vault is seen within a second.
    await sleep(1_500)
    const message = errorMessage(await sell(sales, 'theirs', tokens), 409)
    expect(message).toContain('collection theirs')
    expect(message).toContain('is unconfirmed: nothing proves who wrote it')
    expect(await visit(sales, `/pay/token/${tokens[0]?.id}`)).toBe(409)
  })

  it('before the studio was ended is unconfirmed until its user confirms it', async ({ sales }) => {
    const { id, tokens, page } = await madeWhileLocked(sales, 'Ended')
    await sales.closedWhile(async () => undefined)
    sales.fakeVault.state.locked = false
    expect(errorMessage(await sell(sales, id, tokens), 409)).toContain('unconfirmed')
    const facts = await openStudioFacts(sales.studio.databasePath, 'devnet', testSeals)
    const listed = (await facts?.unconfirmed()) ?? []
    const mine = listed.filter(({ statement }) => statement.collection === id)
    expect(mine.map(({ statement }) => statement.kind).toSorted()).toEqual(['collection', 'token'])
    expect(mine[0]?.text).toContain(own)
    await facts?.confirm(mine)
    facts?.close()
    expect((await sell(sales, id, tokens)).status).toBe(201)
    expect(await visit(sales, page)).toBe(200)
  })
})
