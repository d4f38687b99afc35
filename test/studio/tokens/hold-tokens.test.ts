import { describe, expect } from 'vitest'
import { collection } from '#contract/collections/collection.ts'
import { token } from '#contract/tokens/token.ts'
import { errorMessage, testAddress, type TestStudio } from '../open-studio.ts'
import { fundingOf, mintOf, postMint, statusesOf, ada } from '../mints/mint-harness.ts'
import {
  collectionWith,
  fixedSale,
  postSale,
  randomSale,
  readSale,
  saleOf,
} from '../sales/sale-harness.ts'
import { salesTest as it } from '../sales/sales-test.ts'
import { until } from '../../support/until.ts'

const pathOf = (collectionId: string, id: string) => `/nft/collections/${collectionId}/tokens/${id}`
const setStatus = (studio: TestStudio, collectionId: string, id: string, status: string) =>
  studio.call('PATCH', pathOf(collectionId, id), { status })

/** A collection whose first token is held back. */
const withHeld = async (studio: TestStudio, names: readonly string[]) => {
  const { id, tokens } = await collectionWith(studio, names)
  const [held, ...others] = tokens
  if (held === undefined) throw new Error('no token')
  expect((await setStatus(studio, id, held.id, 'OPEN')).body).toMatchObject({ status: 'OPEN' })
  return { id, held, others }
}

describe('A token that is held back with PATCH {status: "OPEN"}', () => {
  it('is not counted as for sale, is drawn by no sale, and can be released', async ({ sales }) => {
    const { studio } = sales
    const { id, held, others } = await withHeld(studio, ['Held', 'Free1', 'Free2'])
    const shown = async () =>
      collection.parse((await studio.call('GET', `/nft/collections/${id}`)).body)
    expect(await shown()).toMatchObject({ token_count: 3, token_for_sale_count: 2 })
    expect(errorMessage(await postSale(studio, id, randomSale(3)), 409)).toMatch(
      /^quantity: 3 wanted, but only 2 /u,
    )
    const drawn = saleOf(await postSale(studio, id, randomSale(2)))
    expect(drawn.tokens.map((sold) => sold.id).toSorted()).toEqual(
      others.map((free) => free.id).toSorted(),
    )
    await setStatus(studio, id, held.id, 'FOR_SALE')
    expect(saleOf(await postSale(studio, id, randomSale(1))).tokens).toMatchObject([
      { id: held.id },
    ])
  })

  it('is sold and minted where its owner names it, and is not among all', async ({ sales }) => {
    const { studio, harness } = sales
    const { id, held } = await withHeld(studio, ['Named', 'Other'])
    await harness.fundAndWait((await fundingOf(studio, id)).address, 20n * ada)
    const ask = { to: testAddress, hold: true }
    const all = mintOf(await postMint(studio, id, { ...ask, tokens: 'all' }))
    expect(await statusesOf(studio, id)).toEqual({ Named: 'OPEN', Other: 'MINTING' })
    expect(errorMessage(await postMint(studio, id, { ...ask, tokens: 'all' }), 409)).toMatch(
      /minted by its ID/u,
    )
    await studio.call('POST', `/nft/collections/${id}/mints/${all.id}/cancel`)
    mintOf(await postMint(studio, id, { ...ask, tokens: [held.id] }))
    expect(await statusesOf(studio, id)).toEqual({ Named: 'MINTING', Other: 'FOR_SALE' })
    const sold = await withHeld(studio, ['Sold'])
    const sale = saleOf(await postSale(studio, sold.id, fixedSale([sold.held])))
    expect(sale).toMatchObject({ status: 'RESERVED' })
    await studio.call('POST', `/sales/${sale.id}/cancel`)
    expect(await statusesOf(studio, sold.id)).toEqual({ Sold: 'OPEN' })
  })

  it('stays held back when an earlier sale of it takes it again and lets it go', async ({
    sales,
  }) => {
    const { studio } = sales
    const { id, tokens } = await collectionWith(studio, ['Again'])
    const late = saleOf(await postSale(studio, id, fixedSale(tokens, { reservation_time: 1 })))
    await until(async () => (await readSale(studio, late.id)).status === 'EXPIRED')
    await setStatus(studio, id, tokens[0]?.id ?? '', 'OPEN')
    await sales.buyer.pay(late, 10n * ada)
    await until(async () => (await readSale(studio, late.id)).status === 'RESERVED_FAILED')
    await studio.call('POST', `/sales/${late.id}/resolve`, { action: 'refund' })
    await until(async () => (await readSale(studio, late.id)).status === 'REFUNDED')
    expect(await statusesOf(studio, id)).toEqual({ Again: 'OPEN' })
  })

  it('is held back or reserved, never both, when both are asked for at once', async ({ sales }) => {
    const { studio } = sales
    for (const name of ['Race1', 'Race2', 'Race3']) {
      const { id, tokens } = await collectionWith(studio, [name])
      const [held, drawn] = await Promise.all([
        setStatus(studio, id, tokens[0]?.id ?? '', 'OPEN'),
        postSale(studio, id, randomSale(1)),
      ])
      const status = (await statusesOf(studio, id))[name]
      expect([held.status, drawn.status, status]).toEqual(
        drawn.status === 201 ? [409, 201, 'RESERVED'] : [200, 409, 'OPEN'],
      )
    }
  })
})

describe('PATCH of a token', () => {
  it('with what it is changes nothing, also once it is reserved; a change is 409 by name', async ({
    sales,
  }) => {
    const { studio } = sales
    const { id, tokens } = await collectionWith(studio, ['Fixed'])
    const path = pathOf(id, tokens[0]?.id ?? '')
    const read = async () => token.parse((await studio.call('GET', path)).body)
    const before = await read()
    expect(await studio.call('PATCH', path, before)).toMatchObject({ status: 200, body: before })
    saleOf(await postSale(studio, id, fixedSale(tokens)))
    const reserved = await read()
    expect((await studio.call('PATCH', path, reserved)).body).toEqual(reserved)
    const change = { ...reserved, name: 'Other', price: 5_000_000, status: 'OPEN' }
    expect(errorMessage(await studio.call('PATCH', path, change), 409)).toBe(
      'name, price, status: the token is reserved, so it cannot be changed any more',
    )
    expect(await read()).toEqual(reserved)
  })

  it('moves a token to no other status', async ({ sales }) => {
    const { studio } = sales
    const { id, tokens } = await collectionWith(studio, ['Moved'])
    const ask = (status: string) => setStatus(studio, id, tokens[0]?.id ?? '', status)
    for (const status of ['COMPLETED', 'BURNED', 'RESERVED', 'EXPIRED'])
      expect(errorMessage(await ask(status), 409)).toMatch(
        new RegExp(`^status: it is FOR_SALE and cannot become ${status}`, 'u'),
      )
    expect(errorMessage(await ask('GONE'), 400)).toMatch(/^status: must be one of /u)
  })

  it('holds a priced token back while the vault is locked', async ({ sales }) => {
    const { studio } = sales
    const { id, tokens } = await collectionWith(studio, ['Locked'])
    const path = pathOf(id, tokens[0]?.id ?? '')
    await studio.call('PATCH', path, { price: 12_000_000 })
    sales.fakeVault.state.locked = true
    const held = await studio.call('PATCH', path, { status: 'OPEN' })
    sales.fakeVault.state.locked = false
    expect(held).toMatchObject({ status: 200, body: { status: 'OPEN' } })
  })
})
