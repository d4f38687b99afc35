import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  addTokens,
  createCollection,
  errorMessage,
  openStudio,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'

let studio: TestStudio
let path: string
let id: string
beforeAll(async () => {
  studio = await openStudio()
  id = (await createCollection(studio)).id
  path = `/nft/collections/${id}/tokens`
  await addTokens(studio, id, ...names(1, 7).map((name) => tokenBody(name)))
})
afterAll(() => studio.close())

const names = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `t${from + index}`)

const page = z.object({
  data: z.array(z.object({ asset_name: z.string(), status: z.string() })),
  cursor: z.string().nullable(),
})

const read = async (query: string, from = path) =>
  page.parse((await studio.call('GET', `${from}?${query}`)).body)

/** All names, page after page; `between` runs after each page. */
const walk = async (query: string, between: () => Promise<unknown> = async () => undefined) => {
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const next: z.output<typeof page> = await read(cursor ? `${query}&cursor=${cursor}` : query)
    seen.push(...next.data.map((token) => token.asset_name))
    cursor = next.cursor
    await between()
  } while (cursor !== null)
  return seen
}

describe('Pagination', () => {
  it('answers the newest first unless asked otherwise, and null at the end', async () => {
    const all = await read('')
    expect(all.data.map((token) => token.asset_name)).toEqual(names(1, 7).toReversed())
    expect(all.cursor).toBeNull()
    expect((await read('order=asc')).data.map((token) => token.asset_name)).toEqual(names(1, 7))
  })

  it.each([1, 2, 3, 6, 7])('goes over every row once with pages of %i', async (size) => {
    expect(await walk(`size=${size}`)).toEqual(names(1, 7).toReversed())
    expect(await walk(`size=${size}&order=asc`)).toEqual(names(1, 7))
  })

  it('never repeats or skips an older row while others are added and deleted', async () => {
    const made = await createCollection(studio)
    path = `/nft/collections/${made.id}/tokens`
    await addTokens(studio, made.id, ...names(1, 9).map((name) => tokenBody(name)))
    let extra = 0
    const disturb = async () => {
      const [newest] = await addTokens(studio, made.id, tokenBody(`extra${(extra += 1)}`))
      // The newest row goes, so that its place would be given again if places were not for ever.
      await studio.call('DELETE', `${path}/${newest?.id}`)
      await addTokens(studio, made.id, tokenBody(`extra${(extra += 1)}`))
    }
    const seen = await walk('size=2', disturb)
    expect(seen).toEqual(names(1, 9).toReversed())
    path = `/nft/collections/${id}/tokens`
  })

  it('does not skip a newer row either, where it took the place of one that was deleted', async () => {
    const made = await createCollection(studio)
    const list = `/nft/collections/${made.id}/tokens`
    const tokens = await addTokens(studio, made.id, ...names(1, 3).map((name) => tokenBody(name)))
    const { cursor } = await read('order=asc&size=2', list)
    for (const token of tokens.slice(1)) await studio.call('DELETE', `${list}/${token.id}`)
    await addTokens(studio, made.id, tokenBody('late'))
    const rest = await read(`order=asc&cursor=${cursor}`, list)
    expect(rest.data.map((token) => token.asset_name)).toEqual(['late'])
  })

  it('size: 1 to 100, 50 by default', async () => {
    const made = await createCollection(studio)
    const other = `/nft/collections/${made.id}/tokens`
    for (const batch of [0, 1, 2])
      await addTokens(
        studio,
        made.id,
        ...names(batch * 25, batch * 25 + 24).map((name) => tokenBody(name)),
      )
    expect((await read('', other)).data).toHaveLength(50)
    expect((await read('size=100', other)).data).toHaveLength(75)
    for (const size of ['0', '101', '-1', '1.5', 'many'])
      expect(errorMessage(await studio.call('GET', `${path}?size=${size}`), 400)).toMatch(
        /^size: /u,
      )
    expect(errorMessage(await studio.call('GET', `${path}?order=up`), 400)).toMatch(/^order: /u)
  })

  it('size, cursor and ids: empty ones count as absent', async () => {
    const empty = 'size=&cursor='
    expect(await read(empty)).toEqual(await read(''))
    const collections = '/nft/collections'
    const all = await studio.call('GET', collections)
    for (const query of [`${empty}&ids=`, `${empty}&order=desc`])
      expect((await studio.call('GET', `${collections}?${query}`)).body).toEqual(all.body)
    const named = await studio.call('GET', `${collections}?${empty}&ids=${id}`)
    expect(named.body).toMatchObject({ data: [{ id }], cursor: null })
    const both = await studio.call('GET', `${collections}?size=5&cursor=&ids=${id}`)
    expect(errorMessage(both, 400)).toBe('ids: not allowed together with size or cursor')
  })

  it('status: only the tokens that have it', async () => {
    studio.setStatus('t3', id, 'RESERVED')
    expect((await read('status=RESERVED')).data).toMatchObject([{ asset_name: 't3' }])
    expect(await walk('status=FOR_SALE&size=2')).not.toContain('t3')
    studio.setStatus('t3', id, 'FOR_SALE')
    expect(errorMessage(await studio.call('GET', `${path}?status=GONE`), 400)).toMatch(/^status: /u)
  })

  it('cursor: refused where it is made up, or of another list, order or filter', async () => {
    const { cursor } = await read('size=2')
    const other = await createCollection(studio)
    const uses = [
      `${path}?cursor=nonsense`,
      `${path}?cursor=${Buffer.from('[1,"desc"]').toString('base64url')}`,
      `${path}?cursor=${cursor}&order=asc`,
      `${path}?cursor=${cursor}&status=OPEN`,
      `/nft/collections/${other.id}/tokens?cursor=${cursor}`,
      `/nft/collections?cursor=${cursor}`,
    ]
    for (const use of uses)
      expect(errorMessage(await studio.call('GET', use), 400)).toMatch(/^cursor: /u)
    expect((await read(`size=100&cursor=${cursor}`)).data).toHaveLength(5)
  })

  it('holds for collections and webhooks too', async () => {
    const hook = { type: 'nft_api', network: 'testnet', callback_url: 'http://127.0.0.1/x' }
    for (const name of ['a', 'b', 'c']) await studio.call('POST', '/webhooks', { ...hook, name })
    const shape = z.object({
      data: z.array(z.object({ id: z.string() })),
      cursor: z.string().nullable(),
    })
    for (const list of ['/webhooks', '/nft/collections']) {
      const all = shape.parse((await studio.call('GET', list)).body).data.map((row) => row.id)
      const first = shape.parse((await studio.call('GET', `${list}?size=2`)).body)
      const rest = shape.parse((await studio.call('GET', `${list}?cursor=${first.cursor}`)).body)
      expect([...first.data, ...rest.data].map((row) => row.id)).toEqual(all)
      const up = shape.parse((await studio.call('GET', `${list}?order=asc`)).body)
      expect(up.data.map((row) => row.id)).toEqual(all.toReversed())
      // Ids grow with time, so their order is the order of creation.
      expect(all.toSorted().toReversed()).toEqual(all)
    }
  })
})
