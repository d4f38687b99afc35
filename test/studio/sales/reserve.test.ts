import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseAddress } from '../../../src/core/cardano/addresses.ts'
import { Database } from '../../../src/core/db/database.ts'
import { token as tokenShape } from '../../../src/shared/wire/token.ts'
import {
  addTokens,
  messageOfFault,
  openStudio,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import { ada, type MintWorld, openMintWorld, postMint, statusesOf } from '../mints/mint-world.ts'
import {
  collectionWith,
  fixedSale,
  postSale,
  randomSale,
  readSale,
  saleOf,
  salesPath,
  terms,
} from './sale-world.ts'

let world: MintWorld
let studio: TestStudio
beforeAll(async () => {
  world = await openMintWorld()
  studio = await world.open()
})
afterAll(async () => {
  await studio.close()
  await world.close()
})

describe('A sale', () => {
  it('reserves the tokens it names, at an address of its own', async () => {
    const { id, tokens } = await collectionWith(studio, ['One', 'Two', 'Three'])
    const sold = saleOf(await postSale(studio, id, fixedSale(tokens.slice(0, 2))))
    expect(sold).toMatchObject({
      collection_id: id,
      status: 'RESERVED',
      type: 'fixed',
      price: terms.price,
      supply: 2,
      reservation_time: 900,
      confirmations: 3,
      payments: [],
      resolutions: [],
      surplus: 0,
      payment_link: `http://localhost:80/pay/sale/${sold.id}`,
    })
    expect(sold.tokens.map((token) => [token.asset_name, token.status])).toEqual([
      ['One', 'RESERVED'],
      ['Two', 'RESERVED'],
    ])
    expect(sold.reserved_time).toBeGreaterThan(870_000)
    expect(sold.reserved_time).toBeLessThanOrEqual(901_000)
    expect(parseAddress(sold.payment_address)).toMatchObject({ kind: 'base', networkId: 0 })
    expect(await statusesOf(studio, id)).toEqual({
      One: 'RESERVED',
      Two: 'RESERVED',
      Three: 'FOR_SALE',
    })
    const other = saleOf(await postSale(studio, id, fixedSale(tokens.slice(2))))
    expect(other.payment_address).not.toBe(sold.payment_address)
  })

  it('draws from those for sale, each as likely as another', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `Face${index}`)
    const { id, tokens } = await collectionWith(studio, names)
    studio.setStatus('Face0', id, 'OPEN')
    const seen = new Set<string>()
    for (let round = 0; round < 40 && seen.size < 7; round += 1) {
      const drawn = saleOf(await postSale(studio, id, randomSale(2)))
      expect(new Set(drawn.tokens.map((token) => token.id)).size).toBe(2)
      for (const { asset_name: name } of drawn.tokens) seen.add(name)
      saleOf(await studio.call('POST', `/sales/${drawn.id}/cancel`))
    }
    expect([...seen].toSorted()).toEqual(names.slice(1))
    const open = tokens.filter((token) => token.asset_name === 'Face0')
    const sold = saleOf(await postSale(studio, id, fixedSale(open)))
    saleOf(await studio.call('POST', `/sales/${sold.id}/cancel`))
    expect((await statusesOf(studio, id))['Face0']).toBe('OPEN')
    expect(messageOfFault(await postSale(studio, id, randomSale(8)), 409)).toBe(
      "quantity: 8 wanted, but only 7 of the collection's tokens can be sold now",
    )
  })

  it('gives a token to one of several buyers, and tells the others which one is gone', async () => {
    const { id, tokens } = await collectionWith(studio, ['Wanted'])
    const second = await world.open()
    const replies = await Promise.all(
      [studio, second, studio, second, studio, second].map((one) =>
        postSale(one, id, fixedSale(tokens)),
      ),
    )
    await second.close()
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect(messageOfFault(reply, 409)).toBe('tokens: "Wanted" is RESERVED, so it cannot be sold')
  })

  it('draws anew when others are quicker, as long as there are enough', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Lot${index}`)
    const { id } = await collectionWith(studio, names)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => postSale(studio, id, randomSale(2))),
    )
    const sold = replies.filter(({ status }) => status === 201).map(saleOf)
    expect(sold).toHaveLength(6)
    expect(new Set(sold.flatMap(({ tokens }) => tokens.map((token) => token.id))).size).toBe(12)
    expect(new Set(sold.map((one) => one.payment_address)).size).toBe(6)
  })

  it('is listed page by page, and read by its id alone or in its collection', async () => {
    const { id, tokens } = await collectionWith(studio, ['P1', 'P2', 'P3'])
    const made = []
    for (const one of tokens) made.push(saleOf(await postSale(studio, id, fixedSale([one]))).id)
    const page = z.object({
      data: z.array(z.object({ id: z.string() })),
      cursor: z.string().nullable(),
    })
    const first = page.parse((await studio.call('GET', `${salesPath(id)}?size=2`)).body)
    const rest = page.parse(
      (await studio.call('GET', `${salesPath(id)}?size=2&cursor=${first.cursor}`)).body,
    )
    expect([...first.data, ...rest.data].map((one) => one.id)).toEqual(made.toReversed())
    expect(rest.cursor).toBeNull()
    const [saleId = ''] = made
    const alone = await readSale(studio, saleId)
    expect(alone.id).toBe(saleId)
    const inside = await studio.call('GET', `${salesPath(id)}/${saleId}`)
    expect(saleOf(inside).id).toBe(saleId)
    const { id: other } = await collectionWith(studio, ['Else'])
    messageOfFault(await studio.call('GET', `${salesPath(other)}/${saleId}`), 404)
    messageOfFault(await studio.call('GET', '/sales/01h'), 404)
    messageOfFault(await studio.call('GET', salesPath('01h')), 404)
  })
})
