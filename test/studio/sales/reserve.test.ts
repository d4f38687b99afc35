import { describe, expect } from 'vitest'
import { z } from 'zod'
import { adaAmount } from '#cli/options/option-values.ts'
import { parseAddress } from '#cardano/addresses.ts'
import {
  addTokens,
  createCollection,
  generatePolicyKey,
  errorMessage,
  openStudio,
  policyOf,
  testAddress,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import {
  fundedCollection,
  mintOf,
  mintReaches,
  postMint,
  statusesOf,
} from '../mints/mint-harness.ts'
import {
  collectionWith,
  fixedSale,
  postSale,
  randomSale,
  readSale,
  saleOf,
  salesPath,
  terms,
} from './sale-harness.ts'
import { mintTest as it } from '../mints/mint-test.ts'

describe('A sale', () => {
  it('reserves the tokens it names, at an address of its own', async ({ studio }) => {
    const { id, tokens } = await collectionWith(studio, ['One', 'Two', 'Three'])
    const asked = Date.now()
    const sold = saleOf(await postSale(studio, id, fixedSale(tokens.slice(0, 2))))
    const tookMs = Date.now() - asked
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
    // It ends at a whole second.
    expect(sold.reserved_time).toBeGreaterThanOrEqual(899_000 - tookMs)
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

  it('is refused without a delivery time where keys of the policy are elsewhere, and the page of a token says so', async ({
    studio,
  }) => {
    const { signing_keys: keys, ...policy } = policyOf([generatePolicyKey(), generatePolicyKey()])
    for (const given of [undefined, keys.slice(0, 1)]) {
      const { id } = await createCollection(studio, {
        policy: { lock: false, ...policy, signing_keys: given },
      })
      const [token] = await addTokens(studio, id, { ...tokenBody('Watched'), price: terms.price })
      const refused = await postSale(studio, id, fixedSale([{ id: token?.id ?? '' }]))
      expect(errorMessage(refused, 400)).toMatch(
        /^delivers_within: required, because keys that sign for the sale are not on this computer \([0-9a-f, ]+\)/u,
      )
      const page = await studio.app.inject({ method: 'GET', url: `/pay/token/${token?.id}` })
      expect(page.body).toContain('the keys that sign for it are on another computer')
      expect(page.body).not.toContain('Reserve and pay')
    }
  })

  it('draws from those for sale alone, whichever of them', async ({ studio }) => {
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
    expect(errorMessage(await postSale(studio, id, randomSale(8)), 409)).toBe(
      "quantity: 8 wanted, but only 7 of the collection's tokens can be sold now",
    )
  })

  it('gives a token to one of several buyers, and tells the others which one is gone', async ({
    harness,
    studio,
  }) => {
    const { id, tokens } = await collectionWith(studio, ['Wanted'])
    const second = await harness.open()
    const replies = await Promise.all(
      [studio, second, studio, second, studio, second].map((one) =>
        postSale(one, id, fixedSale(tokens)),
      ),
    )
    await second.close()
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect(errorMessage(reply, 409)).toBe(
        'tokens: "Wanted" is reserved, so it cannot be sold. Choose other tokens, or first cancel the sale or the mint that has them.',
      )
  })

  it('draws again when others are quicker, as long as there are enough', async ({ studio }) => {
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

  it('is listed page by page, and read by its id alone or in its collection', async ({
    studio,
  }) => {
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
    errorMessage(await studio.call('GET', `${salesPath(other)}/${saleId}`), 404)
    errorMessage(await studio.call('GET', '/sales/01h'), 404)
    errorMessage(await studio.call('GET', salesPath('01h')), 404)
  })
})

const royalty = { address: [testAddress], rate: 0.1 }

describe('A sale is refused', () => {
  const errorOf = async (
    studio: TestStudio,
    id: string,
    body: object,
    status = 409,
  ): Promise<string> => {
    const message = errorMessage(await postSale(studio, id, body), status)
    const { data } = z
      .object({ data: z.array(z.unknown()) })
      .parse((await studio.call('GET', salesPath(id))).body)
    expect(data).toEqual([])
    return message
  }

  it('for a form that is wrong, with the field and the rule', async ({ studio }) => {
    const { id, tokens } = await collectionWith(studio, ['Only'])
    const sentences = [
      [{ type: 'auction' }, 'type: must be fixed or random'],
      [fixedSale(tokens, { price: 0 }), 'price: not above 0'],
      [fixedSale(tokens, { price: 1.5 }), 'price: not a whole number of lovelace'],
      [fixedSale(tokens, { reservation_time: 86_401 }), 'reservation_time: above 86400, a day'],
      [fixedSale([]), 'tokens: no token, at least one required'],
      [randomSale(21), 'quantity: above 20, the most that one sale holds'],
      [fixedSale([...tokens, ...tokens]), 'tokens[1]: listed twice'],
      [fixedSale([{ id: '01h' }]), 'tokens[0]: there is no token of this id in the collection'],
    ] as const
    for (const [body, sentence] of sentences)
      expect(await errorOf(studio, id, body, 400)).toBe(sentence)
  })

  it('for a price that leaves nothing, with the least one, at which it is possible', async ({
    studio,
  }) => {
    const { id, tokens } = await collectionWith(studio, ['Cheap', 'Cheaper', 'Cheapest'])
    const message = await errorOf(studio, id, fixedSale(tokens, { price: 1 }), 400)
    const ada = /^price: 0\.000001 ADA .* minimum price is ([\d.]+) ADA$/u.exec(message)?.[1] ?? ''
    const least = Number(adaAmount(ada))
    expect(least).toBeGreaterThan(500_000)
    expect(await errorOf(studio, id, fixedSale(tokens, { price: least - 1 }), 400)).toContain(ada)
    expect(saleOf(await postSale(studio, id, fixedSale(tokens, { price: least }))).supply).toBe(3)
  })

  it('for tokens that do not fit one transaction, with how many do', async ({ studio }) => {
    const { id } = await createCollection(studio)
    const custom_attributes = Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => [`Trait ${index}`, 'x'.repeat(60)]),
    )
    const names = Array.from({ length: 9 }, (_, index) => `Heavy${index}`)
    const tokens = await addTokens(
      studio,
      id,
      ...names.map((name) => tokenBody(name, { custom_attributes })),
    )
    const message = await errorOf(studio, id, fixedSale(tokens))
    const most = Number(
      /^tokens: 9 wanted, but with their metadata only (\d+) of them fit/u.exec(message)?.[1],
    )
    expect(most).toBeGreaterThan(1)
    expect(saleOf(await postSale(studio, id, randomSale(most))).supply).toBe(most)
  })

  it('without the royalty token of its collection, or of another one of its policy', async ({
    studio,
  }) => {
    const own = await collectionWith(studio, ['Early'], { royalty })
    expect(await errorOf(studio, own.id, fixedSale(own.tokens))).toMatch(
      /^royalty: its token is not minted/u,
    )
    const policy = { lock: false, ...policyOf([generatePolicyKey()]) }
    const plain = await collectionWith(studio, ['Plain'], { policy })
    await createCollection(studio, { policy, royalty })
    expect(await errorOf(studio, plain.id, randomSale(1))).toMatch(
      /^royalty: another collection of this policy/u,
    )
  })

  it('when the policy locks before what is paid last could be minted', async ({ studio }) => {
    const lockTime = new Date(Date.now() + 1_000_000).toISOString()
    const { id, tokens } = await collectionWith(studio, ['Soon'], {
      policy: { lock: true, lock_time: lockTime },
    })
    expect(await errorOf(studio, id, fixedSale(tokens, { reservation_time: 960 }))).toMatch(
      /^policy: it locks at .*, too soon after the end of the reservation/u,
    )
    saleOf(await postSale(studio, id, fixedSale(tokens, { reservation_time: 60 })))
  })

  it('for a name that is on chain, or about to be, whoever minted it', async ({
    harness,
    studio,
  }) => {
    const policy = { lock: false, ...policyOf([generatePolicyKey()]) }
    const first = await fundedCollection(harness, studio, {
      names: ['Twin', 'Held'],
      more: { policy },
    })
    const twin = first.tokens.filter((token) => token.asset_name === 'Twin')
    const body = { tokens: twin.map(({ id }) => id), to: testAddress }
    await mintReaches(studio, mintOf(await postMint(studio, first.id, body)), 'completed')
    saleOf(
      await postSale(
        studio,
        first.id,
        fixedSale(first.tokens.filter((one) => !twin.includes(one))),
      ),
    )
    const other = await collectionWith(studio, ['Twin', 'Held', 'Free'], { policy })
    const [a, b, c] = other.tokens
    expect(await errorOf(studio, other.id, fixedSale(a === undefined ? [] : [a]))).toMatch(
      /^tokens: "Twin": minted under this policy already, or about to be/u,
    )
    expect(await errorOf(studio, other.id, fixedSale(b === undefined ? [] : [b]))).toMatch(
      /"Held": minted/u,
    )
    // A studio that knows nothing of the others has the chain to ask.
    const stranger = await openStudio({ gateway: harness.gateway })
    const there = await collectionWith(stranger, ['Twin', 'Free'], { policy })
    const reported = errorMessage(await postSale(stranger, there.id, fixedSale(there.tokens)), 409)
    expect(reported).toMatch(/^tokens: "Twin": minted under this policy already/u)
    const drawn = saleOf(await postSale(stranger, there.id, randomSale(1)))
    expect(drawn.tokens.map((token) => token.asset_name)).toEqual(['Free'])
    await stranger.close()
    expect(c?.asset_name).toBe('Free')
  })

  it('for a name that the ledger has no room for', async ({ studio }) => {
    const long = 'é'.repeat(20)
    const { id, tokens } = await collectionWith(studio, [long])
    expect(await errorOf(studio, id, fixedSale(tokens))).toMatch(
      /is 40 bytes long, but the ledger allows 32/u,
    )
    expect(await errorOf(studio, id, randomSale(1))).toMatch(/only 0 of/u)
  })

  it('where there is no way to the chain', async () => {
    const alone = await openStudio()
    const { id, tokens } = await collectionWith(alone, ['Alone'])
    expect(errorMessage(await postSale(alone, id, fixedSale(tokens)), 409)).toMatch(
      /has no gateway to the chain/u,
    )
    await alone.close()
  })
})
