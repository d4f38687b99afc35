import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorMessage, openStudio, type TestStudio } from '../open-studio.ts'
import { ada, type MintHarness, openMintHarness, statusesOf } from '../mints/mint-harness.ts'
import { collectionWith, fixedSale, postSale, readSale, saleOf, salesPath } from './sale-harness.ts'
import { until } from '../../support/until.ts'

let harness: MintHarness
let studio: TestStudio
beforeAll(async () => {
  harness = await openMintHarness()
  studio = await harness.open()
})
afterAll(async () => {
  await studio.close()
  await harness.close()
})

const sell = async (name: string, changes: object = {}) => {
  const { id, tokens } = await collectionWith(studio, [name])
  const sold = saleOf(await postSale(studio, id, fixedSale(tokens, changes)))
  return { id, sold, tokenId: tokens[0]?.id ?? '' }
}

describe('Cancelling a sale', () => {
  it('gives its tokens back, by any of its paths', async () => {
    const paths = [
      ({ sold }: Awaited<ReturnType<typeof sell>>) => `/sales/${sold.id}/cancel`,
      ({ id, sold }: Awaited<ReturnType<typeof sell>>) => `${salesPath(id)}/${sold.id}/cancel`,
      ({ sold, tokenId }: Awaited<ReturnType<typeof sell>>) =>
        `/tokens/${tokenId}/sales/${sold.id}`,
      ({ id, sold, tokenId }: Awaited<ReturnType<typeof sell>>) =>
        `/nft/collections/${id}/tokens/${tokenId}/sales/${sold.id}`,
    ]
    for (const [index, pathOf] of paths.entries()) {
      const made = await sell(`Back${index}`)
      const cancelled = saleOf(await studio.call('POST', pathOf(made)))
      expect(cancelled).toMatchObject({ id: made.sold.id, status: 'CANCELLED', reserved_time: 0 })
      expect(await statusesOf(studio, made.id)).toEqual({ [`Back${index}`]: 'FOR_SALE' })
      expect(errorMessage(await studio.call('POST', pathOf(made)), 409)).toBe(
        'the sale has the state “Cancelled”, so it cannot be cancelled.',
      )
    }
  })

  it('is refused at a path of another sale, token or collection', async () => {
    const one = await sell('One')
    const other = await sell('Other')
    const wrong = [
      `/sales/01h/cancel`,
      `${salesPath(other.id)}/${one.sold.id}/cancel`,
      `/tokens/${other.tokenId}/sales/${one.sold.id}`,
      `/nft/collections/${other.id}/tokens/${one.tokenId}/sales/${one.sold.id}`,
    ]
    for (const path of wrong) errorMessage(await studio.call('POST', path), 404)
    expect((await readSale(studio, one.sold.id)).status).toBe('RESERVED')
  })

  it('is refused once a payment is on the chain', async () => {
    const { sold } = await sell('Paid', { confirmations: 50 })
    await harness.fund(sold.payment_address, 10n * ada)
    await until(async () => (await readSale(studio, sold.id)).payments?.length === 1)
    expect(errorMessage(await studio.call('POST', `/sales/${sold.id}/cancel`), 409)).toMatch(
      /^the sale has a payment on the chain already/u,
    )
  })
})

describe('A collection', () => {
  it('stays while a sale of it is open or to be resolved', async () => {
    const { id, sold } = await sell('Kept')
    const remove = () => studio.call('DELETE', `/nft/collections/${id}`)
    expect(errorMessage(await remove(), 409)).toMatch(/tokens that are RESERVED/u)
    saleOf(await studio.call('POST', `/sales/${sold.id}/cancel`))
    await harness.fund(sold.payment_address, 3n * ada)
    await until(async () => (await readSale(studio, sold.id)).status === 'RESERVED_FAILED')
    expect(errorMessage(await remove(), 409)).toBe(
      `the collection has a sale in the state “Reservation failed” (${sold.id}), so it cannot be deleted. Cancel or resolve the sale, or wait.`,
    )
  })

  it('stays while there is money at a sale that nobody has noticed yet', async () => {
    const slow = await openStudio({ gateway: harness.gateway, following: { pollMs: 600_000 } })
    const { id, tokens } = await collectionWith(slow, ['Late'])
    const sold = saleOf(await postSale(slow, id, fixedSale(tokens)))
    saleOf(await slow.call('POST', `/sales/${sold.id}/cancel`))
    await harness.fundAndWait(sold.payment_address, 3n * ada)
    expect(errorMessage(await slow.call('DELETE', `/nft/collections/${id}`), 409)).toBe(
      `sales: there is money at the address of sale ${sold.id}, ${sold.payment_address}. Refund it, then delete the collection.`,
    )
    await slow.close()
  })

  it('goes with its sales when they are over', async () => {
    const { id, sold } = await sell('Gone')
    saleOf(await studio.call('POST', `/sales/${sold.id}/cancel`))
    expect((await studio.call('DELETE', `/nft/collections/${id}`)).status).toBe(200)
    errorMessage(await studio.call('GET', `/sales/${sold.id}`), 404)
  })

  it('keeps a sale readable whose token was deleted afterwards', async () => {
    const { id, sold, tokenId } = await sell('Past')
    const path = `/nft/collections/${id}/tokens/${tokenId}`
    expect(errorMessage(await studio.call('DELETE', path), 409)).toMatch(/is reserved/u)
    expect(errorMessage(await studio.call('PATCH', path, { name: 'New' }), 409)).toMatch(
      /is reserved/u,
    )
    saleOf(await studio.call('POST', `/sales/${sold.id}/cancel`))
    expect((await studio.call('DELETE', path)).status).toBe(200)
    expect((await readSale(studio, sold.id)).tokens).toMatchObject([
      { asset_name: 'Past', name: 'Name of Past', status: 'DELETED' },
    ])
  })
})
