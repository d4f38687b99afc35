import { describe, expect } from 'vitest'
import { z } from 'zod'
import { binItem } from '#contract/bin/bin.ts'
import { collection } from '#contract/collections/collection.ts'
import { token } from '#contract/tokens/token.ts'
import {
  addTokens,
  colorTemplate,
  createCollection,
  errorMessage,
  listedNames,
  openStudio,
  testAddress,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import { studioTest as it } from '../studio-test.ts'

const pathOf = (collectionId: string) => `/nft/collections/${collectionId}`
const tokenPath = (collectionId: string, id: string) => `${pathOf(collectionId)}/tokens/${id}`
const restore = (studio: TestStudio, id: string) => studio.call('POST', `/bin/${id}/restore`)
/** What the bin has of a collection. */
const listBin = async (studio: TestStudio, collectionId: string) =>
  z
    .object({ data: z.array(binItem) })
    .parse((await studio.call('GET', '/bin?size=100')).body)
    .data.filter((item) => item.collection_id === collectionId)

/** A collection with tokens of these names. */
const collectionOf = async (studio: TestStudio, ...names: readonly string[]) => {
  const { id } = await createCollection(studio, { metadata: colorTemplate })
  const tokens = await addTokens(
    studio,
    id,
    ...names.map((name) =>
      tokenBody(name, { metadata_attributes: [{ tag: 'color', value: 'red' }] }),
    ),
  )
  const idOf = (name: string) => tokens.find(({ asset_name: known }) => known === name)?.id ?? ''
  return { id, idOf }
}

describe('A deleted token', () => {
  it('is gone for every call, stays in the bin, and comes back under its ID at its place', async ({
    studio,
  }) => {
    const { id, idOf } = await collectionOf(studio, 'First', 'Middle', 'Last')
    const path = tokenPath(id, idOf('Middle'))
    await studio.call('PATCH', path, { price: 30_000_000, description: 'Red ink' })
    const before = (await studio.call('GET', path)).body
    expect((await studio.call('DELETE', path)).status).toBe(200)
    expect((await studio.call('DELETE', path)).status).toBe(404)
    expect((await studio.call('GET', path)).status).toBe(404)
    expect(await listBin(studio, id)).toMatchObject([
      {
        id: idOf('Middle'),
        kind: 'token',
        name: 'Name of Middle',
        collection_id: id,
        collection_name: 'Faces',
      },
    ])

    expect(await restore(studio, idOf('Middle'))).toMatchObject({
      status: 200,
      body: { restored: true, restored_id: idOf('Middle'), kind: 'token', collection_id: id },
    })
    const after = (await studio.call('GET', path)).body
    const same = token.omit({ price: true, payment_link: true, updated_at: true }).strip()
    expect(before).toHaveProperty('price', 30_000_000)
    expect(same.parse(after)).toEqual(same.parse(before))
    expect(after).not.toHaveProperty('price')
    expect(await listedNames(studio, id)).toEqual(['First', 'Middle', 'Last'])
    expect(await listBin(studio, id)).toEqual([])
    expect((await restore(studio, idOf('Middle'))).status).toBe(404)
  })

  it('stays held back where it was', async ({ studio }) => {
    const { id, idOf } = await collectionOf(studio, 'Held')
    await studio.call('PATCH', tokenPath(id, idOf('Held')), { status: 'OPEN' })
    await studio.call('DELETE', tokenPath(id, idOf('Held')))
    await restore(studio, idOf('Held'))
    expect((await studio.call('GET', tokenPath(id, idOf('Held')))).body).toMatchObject({
      status: 'OPEN',
    })
  })

  it('is not restored while another token has its name', async ({ studio }) => {
    const { id, idOf } = await collectionOf(studio, 'Twice')
    await studio.call('DELETE', tokenPath(id, idOf('Twice')))
    const [again] = await addTokens(
      studio,
      id,
      tokenBody('Twice', { metadata_attributes: [{ tag: 'color', value: 'red' }] }),
    )
    expect(errorMessage(await restore(studio, idOf('Twice')), 409)).toMatch(
      /^asset_name: "Twice" is in the collection already/u,
    )
    await studio.call('DELETE', tokenPath(id, again?.id ?? ''))
    expect((await restore(studio, idOf('Twice'))).status).toBe(200)
  })
})

describe('A deleted collection', () => {
  it('comes back with its tokens, and proved by the seal that it had', async ({ studio }) => {
    const { id, idOf } = await collectionOf(studio, 'Rose', 'Tulip', 'Gone')
    await studio.call('DELETE', tokenPath(id, idOf('Gone')))
    const before = collection.parse((await studio.call('GET', pathOf(id))).body)
    expect((await studio.call('DELETE', pathOf(id))).status).toBe(200)
    expect((await studio.call('DELETE', pathOf(id))).status).toBe(404)
    expect(await listBin(studio, id)).toMatchObject([
      { id, kind: 'collection', name: 'Faces', token_count: 2 },
      { id: idOf('Gone'), kind: 'token' },
    ])
    expect(errorMessage(await restore(studio, idOf('Gone')), 409)).toMatch(/Restore it first/u)

    expect((await restore(studio, id)).status).toBe(200)
    const same = collection.omit({ updated_at: true }).strip()
    expect(same.parse((await studio.call('GET', pathOf(id))).body)).toEqual(same.parse(before))
    expect(await listedNames(studio, id)).toEqual(['Rose', 'Tulip'])
    expect((await restore(studio, idOf('Gone'))).status).toBe(200)
    // A change proves the collection by its seal first.
    const changed = await studio.call('PATCH', pathOf(id), {
      payout_address: [{ addr: testAddress, ratio: 1 }],
    })
    expect(changed.status).toBe(200)
    await studio.call('DELETE', pathOf(id))
    await studio.call('DELETE', '/bin')
  })
})

it('keeps what was deleted for 30 days, and less when it is emptied', async () => {
  let days = 0
  const start = Date.parse('2026-11-01T00:00:00.000Z')
  const studio = await openStudio({ now: () => new Date(start + days * 86_400_000) })
  try {
    const { id, idOf } = await collectionOf(studio, 'Old', 'New', 'Kept')
    await studio.call('DELETE', tokenPath(id, idOf('Old')))
    days = 29
    await studio.call('DELETE', tokenPath(id, idOf('New')))
    expect(await listBin(studio, id)).toMatchObject([
      { id: idOf('New'), kept_until: '2026-12-30T00:00:00.000Z' },
      { id: idOf('Old'), kept_until: '2026-12-01T00:00:00.000Z' },
    ])
    days = 30
    expect(await listBin(studio, id)).toMatchObject([{ id: idOf('New') }])
    expect((await restore(studio, idOf('Old'))).status).toBe(404)
    const emptied = await studio.call('DELETE', '/bin')
    expect(emptied.body).toMatchObject({ deleted: true, deleted_items: 1 })
    expect(await listBin(studio, id)).toEqual([])
    expect((await restore(studio, idOf('New'))).status).toBe(404)
    expect(await listedNames(studio, id)).toEqual(['Kept'])
  } finally {
    await studio.close()
  }
})
