import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fingerprintOf } from '#cardano/fingerprint.ts'
import { PolicyId } from '#cardano/ids.ts'
import {
  addTokens,
  colorTemplate,
  createCollection,
  image,
  listedNames,
  errorMessage,
  openStudio,
  postTokens,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'

let studio: TestStudio
let id: string
beforeAll(async () => {
  studio = await openStudio()
  id = (await createCollection(studio)).id
})
afterAll(() => studio.close())

const red = (assetName: string, changes: object = {}) =>
  tokenBody(assetName, { metadata_attributes: [{ tag: '<color>', value: 'red' }], ...changes })

const errorOf = async (...tokens: object[]) =>
  errorMessage(await postTokens(studio, id, ...tokens), 400)

describe('Token (response item)', () => {
  it('carries every field of the interface', async () => {
    const { id: colored, policy } = await createCollection(studio, {
      metadata: { ...colorTemplate, attributes: { Color: '<color>', artist: 'Ada' } },
    })
    const reply = await postTokens(
      studio,
      colored,
      red('Face1', {
        description: 'A red face',
        media_type: 'image/png',
        custom_attributes: { rare: 'yes' },
      }),
    )
    const fingerprint = fingerprintOf(PolicyId(policy.policy_id), '4661636531')
    expect(reply).toMatchObject({ status: 201, body: { status_code: 201 } })
    expect(reply.body).toHaveProperty('data', [
      {
        id: expect.stringMatching(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/u),
        asset_name: 'Face1',
        name: 'Name of Face1',
        fingerprint,
        status: 'FOR_SALE',
        description: 'A red face',
        image,
        media_type: 'image/png',
        metadata_attributes: [{ name: 'Color', value: 'red', tag: '<color>' }],
        custom_attributes: { rare: 'yes' },
        policy,
        metadata: {
          '721': {
            [policy.policy_id]: {
              Face1: {
                name: 'Name of Face1',
                image,
                mediaType: 'image/png',
                description: 'A red face',
                color: 'red',
                artist: 'Ada',
                rare: 'yes',
              },
            },
            version: '1.0',
          },
        },
        created_at: expect.stringMatching(/\.\d{3}Z$/u),
        updated_at: expect.stringMatching(/\.\d{3}Z$/u),
      },
    ])
  })

  it('is the same when it is read again', async () => {
    const [added] = await addTokens(studio, id, tokenBody('again'))
    expect((await studio.call('GET', `/nft/collections/${id}/tokens/${added?.id}`)).body).toEqual(
      added,
    )
  })

  it('warns of an asset name over the 32 bytes that the ledger allows, and keeps the token', async () => {
    const [long, short] = await addTokens(
      studio,
      id,
      tokenBody('é'.repeat(17)),
      tokenBody('e'.repeat(32)),
    )
    expect(long?.warnings).toEqual([expect.stringMatching(/^asset_name: 34 bytes .* 32/u)])
    expect(short).not.toHaveProperty('warnings')
  })
})

describe('Limits', () => {
  it('Tokens per request: at most 25', async () => {
    const { id } = await createCollection(studio)
    const tokens = Array.from({ length: 26 }, (_, index) => tokenBody(`many${index}`))
    expect(errorMessage(await postTokens(studio, id, ...tokens), 400)).toBe(
      'tokens: 26 tokens, at most 25 allowed',
    )
    expect(await listedNames(studio, id)).toEqual([])
    expect(await addTokens(studio, id, ...tokens.slice(1))).toHaveLength(25)
  })

  it('Tokens per request: at least 1', async () => {
    expect(await errorOf()).toMatch(/^tokens: empty/u)
  })

  it.each(['name', 'asset_name', 'description'])(
    '%s: 2 to 32 characters, at most 64 bytes UTF-8',
    async (field) => {
      const error = async (text: unknown) => errorOf(tokenBody('ok', { [field]: text }))
      expect(await error('a')).toBe(`tokens[0].${field}: 1 character, at least 2 required`)
      expect(await error('a'.repeat(33))).toBe(
        `tokens[0].${field}: 33 characters, at most 32 allowed`,
      )
      expect(await error('😀'.repeat(17))).toBe(
        `tokens[0].${field}: 68 bytes in UTF-8, at most 64 allowed`,
      )
      expect(await error('a\udc00b')).toMatch(/not valid Unicode/u)
      expect(await error(7)).toMatch(new RegExp(`^tokens\\[0\\]\\.${field}: must be a string`, 'u'))
      // 16 characters of 4 bytes: the most by bytes; 32 of one: the most by characters.
      for (const [index, text] of ['ab', 'a'.repeat(32), '😀'.repeat(16)].entries()) {
        const [added] = await addTokens(
          studio,
          id,
          tokenBody(`${field}${index}`, { [field]: text }),
        )
        expect(added).toHaveProperty(field, text)
        await studio.call('DELETE', `/nft/collections/${id}/tokens/${added?.id}`)
      }
    },
  )

  it('asset_name: case sensitive', async () => {
    expect(await addTokens(studio, id, tokenBody('case'), tokenBody('CASE'))).toHaveLength(2)
  })

  it.each(['name', 'asset_name', 'image'])('a new token must have its %s', async (field) => {
    expect(await errorOf(tokenBody('ok', { [field]: undefined }))).toBe(
      `tokens[0].${field}: required`,
    )
  })

  it('null says that an optional field is left out, also beside errors of other items', async () => {
    const optional = ['description', 'media_type', 'metadata_attributes', 'custom_attributes']
    const nulls = Object.fromEntries(optional.map((field) => [field, null]))
    const [added] = await addTokens(studio, id, tokenBody('nulls', nulls))
    expect(added).toMatchObject({ description: null, media_type: null, custom_attributes: {} })
    expect(await errorOf(tokenBody('more nulls', nulls), tokenBody('x', { image: null }))).toBe(
      'tokens[1].asset_name: 1 character, at least 2 required; tokens[1].image: must be a string or an array',
    )
  })

  it('media_type: a MIME type', async () => {
    expect(await errorOf(tokenBody('ok', { media_type: 'png' }))).toMatch(
      /^tokens\[0\]\.media_type/u,
    )
  })

  it('custom_attributes: string keys to texts, numbers and lists of texts', async () => {
    for (const level of [true, { a: 'b' }, null])
      expect(await errorOf(tokenBody('ok', { custom_attributes: { level } }))).toBe(
        'tokens[0].custom_attributes.level: must be a string or a number or an array',
      )
  })
})

describe('all or nothing', () => {
  it("lists every item's errors, those of form and those of content, and stores nothing", async () => {
    const { id: colored } = await createCollection(studio, { metadata: colorTemplate })
    const reply = await postTokens(
      studio,
      colored,
      red('good'),
      red('a'),
      tokenBody('no tag'),
      red('bad image', { image: 'ftp://example.org/x.png' }),
      { asset_name: 'ok' },
    )
    const message = errorMessage(reply, 400)
    expect(message.split('; ').filter((part) => part.startsWith('tokens['))).toHaveLength(5)
    expect(message).toContain('tokens[1].asset_name: 1 character')
    expect(message).toContain('tokens[2].metadata_attributes: no value for the tag <color>')
    expect(message).toContain('tokens[3].image: ftp: ')
    expect(message).toContain('tokens[4].name: required')
    expect(message).toContain('tokens[4].image: required')
    expect(await listedNames(studio, colored)).toEqual([])
  })

  it('bounds the length of the list and counts the rest', async () => {
    const attributes = Array.from({ length: 400 }, (_, index) => ({
      tag: `<tag${index}>`,
      value: '',
    }))
    const message = await errorOf(tokenBody('ok', { metadata_attributes: attributes }))
    expect(message.length).toBeLessThan(17_000)
    expect(message).toMatch(/; and \d+ more$/u)
  })

  it('does not repeat what is sent at any length', async () => {
    const long = 'x'.repeat(1_000_000)
    const message = await errorOf(
      tokenBody('ok', { custom_attributes: { [long]: 'a' } }),
      tokenBody('ok', { metadata_attributes: [{ tag: long, value: 'a' }] }),
    )
    expect(message.length).toBeLessThan(2000)
    expect(message).toMatch(
      /^tokens\[0\]\.custom_attributes\.x+….*; tokens\[1\]\.metadata_attributes/u,
    )
  })

  it('answers 404 for an unknown collection, whatever is sent', async () => {
    const unknown = 'there is no collection of this id: nobody'
    expect(errorMessage(await postTokens(studio, 'nobody', tokenBody('ok')), 404)).toBe(unknown)
    expect(errorMessage(await postTokens(studio, 'nobody', {}), 404)).toBe(unknown)
  })
})

describe('asset_name is unique within the collection', () => {
  it('names all duplicates, those in the collection and those in the request', async () => {
    const { id } = await createCollection(studio)
    await addTokens(studio, id, tokenBody('one'), tokenBody('two'))
    const reply = await postTokens(
      studio,
      id,
      ...['two', 'new', 'one', 'new'].map((name) => tokenBody(name)),
    )
    expect(errorMessage(reply, 409)).toBe(
      'tokens[0].asset_name: "two" is in the collection already; tokens[2].asset_name: "one" is in the collection already; tokens[3].asset_name: "new" is in the request more than once',
    )
    expect(await listedNames(studio, id)).toEqual(['one', 'two'])
  })

  it('lets exactly one of many requests at the same time have a name', async () => {
    const { id } = await createCollection(studio)
    const png = `data:image/png;base64,${onePixel}`
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        postTokens(studio, id, tokenBody('same', { image: index % 2 === 0 ? image : png })),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(7)
    expect(await listedNames(studio, id)).toEqual(['same'])
  })

  it('allows the same name in another collection', async () => {
    const other = await createCollection(studio)
    expect(await addTokens(studio, other.id, tokenBody('again'))).toHaveLength(1)
  })
})

describe('tags', () => {
  const tagged = async (...attributes: object[]) => {
    const collection = await createCollection(studio, { metadata: colorTemplate })
    return errorMessage(
      await postTokens(studio, collection.id, tokenBody('ok', { metadata_attributes: attributes })),
      400,
    )
  }

  it('A value must be given for every tag of the collection', async () => {
    expect(await tagged()).toContain('<color>')
  })

  it('refuses a value for an unknown tag, by its name', async () => {
    expect(
      await tagged({ tag: '<color>', value: 'red' }, { tag: '<hat>', value: 'none' }),
    ).toContain('<hat>')
  })

  it('refuses a tag given twice, by its name', async () => {
    expect(await tagged({ tag: '<color>', value: 'red' }, { tag: 'color', value: 'blue' })).toMatch(
      /<color>.*twice/u,
    )
  })

  it.each(['color', 'name', 'mediaType'])(
    'refuses the custom attribute %s, which is on chain as a tag or a field',
    async (name) => {
      const collection = await createCollection(studio, { metadata: colorTemplate })
      const reply = await postTokens(
        studio,
        collection.id,
        red('ok', { custom_attributes: { [name]: 'x' } }),
      )
      expect(errorMessage(reply, 400)).toContain(`tokens[0].custom_attributes.${name}: `)
    },
  )
})

describe('generated metadata', () => {
  it('splits any string over 64 bytes without cutting a character', async () => {
    const [added] = await addTokens(
      studio,
      id,
      tokenBody('split', { custom_attributes: { story: `a${'é'.repeat(40)}` } }),
    )
    expect(JSON.stringify(added?.metadata)).toContain(
      JSON.stringify([`a${'é'.repeat(31)}`, 'é'.repeat(9)]),
    )
  })

  it('has the custom attribute in place of a text that is the same for all other tokens', async () => {
    const { id: colored } = await createCollection(studio, { metadata: colorTemplate })
    const [own, other] = await addTokens(
      studio,
      colored,
      red('own', { custom_attributes: { artist: 'Pepe <color>' } }),
      red('other'),
    )
    expect(JSON.stringify(own?.metadata)).toContain('"color":"red","artist":"Pepe <color>"}')
    expect(JSON.stringify(other?.metadata)).toContain('"color":"red","artist":"Ada"}')
  })

  it('refuses a token whose own metadata cannot fit a transaction', async () => {
    const custom_attributes = { story: 'x'.repeat(16_384) }
    expect(await errorOf(tokenBody('huge', { custom_attributes }))).toMatch(
      /^tokens\[0\]\.metadata: \d+ bytes on chain/u,
    )
  })
})

describe('PATCH and DELETE token', () => {
  const path = (token: string) => `/nft/collections/${id}/tokens/${token}`
  const one = async (name: string, changes: object = {}) => {
    const [added] = await addTokens(studio, id, tokenBody(name, changes))
    return added?.id ?? ''
  }

  it('changes what is sent and generates the metadata again', async () => {
    const token = await one('patch me', { description: 'old', media_type: 'image/png' })
    const reply = await studio.call('PATCH', path(token), {
      name: 'New name',
      asset_name: 'patched',
      description: null,
      custom_attributes: { a: 'b' },
    })
    expect(reply).toMatchObject({
      status: 200,
      body: { name: 'New name', asset_name: 'patched', description: null, media_type: 'image/png' },
    })
    expect(JSON.stringify(reply.body)).toContain('"patched":{"name":"New name"')
    expect((await studio.call('GET', path(token))).body).toEqual(reply.body)
  })

  it('PATCH checks a token as POST does', async () => {
    await one('taken')
    const token = await one('mine')
    const change = (body: object) => studio.call('PATCH', path(token), body)
    expect(errorMessage(await change({ asset_name: 'taken' }), 409)).toContain('"taken"')
    expect(errorMessage(await change({ name: 'x' }), 400)).toBe(
      'name: 1 character, at least 2 required',
    )
    expect(errorMessage(await change({ image: 'ipfs://nope' }), 400)).toMatch(/^image: /u)
    expect((await change({ asset_name: 'mine' })).status).toBe(200)
  })

  it('gives a price, changes it, and takes it away with its page', async () => {
    const plain = await one('without price')
    expect((await studio.call('GET', path(plain))).body).not.toHaveProperty('payment_link')
    const token = await one('with price', { price: 2_500_000 })
    const payment_link = `http://localhost:80/pay/token/${token}`
    const read = async () => (await studio.call('GET', path(token))).body
    expect(await read()).toMatchObject({ price: 2_500_000, payment_link })
    const change = (body: object) => studio.call('PATCH', path(token), body)
    expect((await change({ name: 'Renamed' })).body).toMatchObject({ price: 2_500_000 })
    expect((await change({ price: 9_000_000 })).body).toMatchObject({
      price: 9_000_000,
      payment_link,
    })
    const sentences = [
      [0, 'price: not above 0'],
      [-5, 'price: not above 0'],
      [1.5, 'price: not a whole number of lovelace'],
      ['2', 'price: not a whole number of lovelace'],
    ] as const
    for (const [price, sentence] of sentences)
      expect(errorMessage(await change({ price }), 400)).toBe(sentence)
    const without = (await change({ price: null })).body
    expect(without).not.toHaveProperty('price')
    expect(without).not.toHaveProperty('payment_link')
    expect(await read()).toEqual(without)
  })

  it('takes the type of a new image from its bytes', async () => {
    const token = await one('new image', { media_type: 'image/jpeg' })
    const reply = await studio.call('PATCH', path(token), { image: onePixel })
    expect(reply.body).toMatchObject({
      media_type: 'image/png',
      image: expect.stringMatching(/^ipfs:\/\/Qm/u),
    })
  })

  it.each([
    ['RESERVED', 'reserved'],
    ['MINTING', 'being minted'],
    ['COMPLETED', 'minted already'],
  ])('refuses both once the token is %s', async (status, words) => {
    const token = await one(`is ${status}`)
    studio.setStatus(`is ${status}`, id, status)
    for (const reply of [
      await studio.call('PATCH', path(token), { name: 'Other' }),
      await studio.call('DELETE', path(token)),
    ])
      expect(errorMessage(reply, 409)).toContain(`the token is ${words}, so`)
    expect((await studio.call('GET', path(token))).body).toMatchObject({ status })
  })

  it('answers what was deleted; then there is none', async () => {
    const token = await one('delete me')
    expect(await studio.call('DELETE', path(token))).toMatchObject({
      status: 200,
      body: { deleted: true, deleted_token_id: token, deleted_at: expect.stringMatching(/Z$/u) },
    })
    for (const method of ['GET', 'DELETE', 'PATCH'] as const)
      errorMessage(await studio.call(method, path(token), method === 'PATCH' ? {} : undefined), 404)
  })

  it('finds a token under its own collection only', async () => {
    const token = await one('elsewhere')
    const other = await createCollection(studio)
    const reply = await studio.call('GET', `/nft/collections/${other.id}/tokens/${token}`)
    expect(errorMessage(reply, 404)).toBe('there is no token of this id in the collection')
  })
})

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const foundPage = z.object({
  data: z.array(z.object({ asset_name: z.string(), image: z.string() })),
})

describe('Search of all collections', () => {
  it('finds tokens by a part of their name or asset name, as it is written', async () => {
    const other = (await createCollection(studio)).id
    await postTokens(studio, other, tokenBody('Glass100', { name: 'Glass 100%' }))
    await postTokens(studio, other, tokenBody('Glass1000', { name: 'Glass 1000' }))
    const found = async (name: string) => {
      const { status, body } = await studio.call('GET', `/tokens?name=${encodeURIComponent(name)}`)
      const page = foundPage.parse(body)
      return [status, page.data.map((token) => token.asset_name)]
    }
    expect(await found('gLASS')).toEqual([200, ['Glass1000', 'Glass100']])
    expect(await found('100%')).toEqual([200, ['Glass100']])
    expect(await found('_lass')).toEqual([200, []])
    expect(await found('ass1000')).toEqual([200, ['Glass1000']])
    expect((await studio.call('GET', '/tokens')).status).toBe(400)
    const { body } = await studio.call('GET', '/tokens?name=ass1000')
    expect(foundPage.parse(body).data).toMatchObject([{ image: tokenBody('Glass1000').image }])
  })
})
