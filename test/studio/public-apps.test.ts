import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type MintHarness, openMintHarness } from './mints/mint-harness.ts'
import { apiKey, appId, baseAddress, testAddress, type TestStudio } from './open-studio.ts'

/*
 * Public apps that speak this interface, by the requests that their sources make, one after the other as each
 * app makes them: the bodies with their fields and spellings, the headers and what is read of each answer.
 */

let harness: MintHarness
let studio: TestStudio
beforeAll(async () => {
  harness = await openMintHarness()
  studio = await harness.open()
  await studio.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await studio.close()
  await harness.close()
})

const answer = z.looseObject({
  id: z.string().optional(),
  status: z.string().optional(),
  message: z.string().optional(),
  payment_link: z.string().optional(),
  data: z.array(z.looseObject({ id: z.string() })).optional(),
})

/** As these apps ask: the type of JSON is there also where nothing is sent. */
const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
  const reply = await fetch(`${studio.app.listeningOrigin}/${appId}/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: answer.parse(await reply.json()) }
}

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

describe('The tutorial, tango-crypto/nft-api-nodejs-example (app.js)', () => {
  const collection = {
    name: 'Tango Collection',
    description: 'Tango colletion',
    url: 'https://www.tangocrypto.com',
    payout_address: baseAddress,
    policy: { lock: true, lock_time: '2099-02-24' },
    metadata: {
      asset_name: '<asset_name>',
      name: '<name>',
      image: '<image_link>',
      media_type: '<mime_type>',
      description: '<description>',
      attributes: { color: '<color>', mouth: '<mouth>', artist: 'Tangocrypto' },
      version: '1.0',
    },
  }

  it('creates a collection and adds a face, whose own attribute takes the place of the collection’s', async () => {
    const made = await ask('POST', '/nft/collections', collection)
    expect(made.status).toBe(201)
    const { status, body } = await ask('POST', `/nft/collections/${made.body.id}/tokens`, {
      tokens: [
        {
          asset_name: 'FACE#01',
          name: 'FACE 01',
          description: 'Faces collection',
          media_type: 'image/png',
          custom_attributes: { md5checksum: 'b58e62a83802b2bf0792a4e983dd2ff3', artist: 'Pepe' },
          metadata_attributes: [
            { tag: '<color>', name: 'Attribute color', value: 'Light Blue' },
            { tag: '<mouth>', name: 'Attribute mouth', value: 'Astonishmed' },
          ],
          image: pixel,
        },
      ],
    })
    expect(status).toBe(201)
    const [face] = body.data ?? []
    expect(JSON.stringify(face?.['metadata'])).toContain('"artist":"Pepe"')
    expect(face).toMatchObject({ status: 'FOR_SALE', image: expect.stringMatching(/^ipfs:/u) })
    expect((await ask('GET', '/nft/collections')).body.data?.map(({ id }) => id)).toContain(
      made.body.id,
    )
  })

  it('is told that phases of a sale are not served, as an error that it prints', async () => {
    const made = await ask('POST', '/nft/collections', collection)
    const phases = await ask('POST', `/nft/collections/${made.body.id}/phases`, {
      type: 'random',
      total_tokens: 6,
      reservation_time: 1800,
    })
    expect(phases).toMatchObject({ status: 404, body: { message: expect.any(String) } })
  })
})

describe('A photo booth, dspencer926/poly-booth-poc (nft/mint-cardano-nft.js)', () => {
  it('adds a picture with a price, asks until it is for sale, and shows its payment page', async () => {
    // Its collection was made once, by hand, without a template.
    const { body: collection } = await ask('POST', '/nft/collections', {
      name: 'Test FlashMint Collection',
      description: 'Test FlashMint Collection description',
      url: 'https://flashmint.pics',
      payout_address: testAddress,
      policy: { lock: false },
    })
    const tokens = `/nft/collections/${collection.id}/tokens`
    const pinned = await ask('POST', tokens, {
      tokens: [
        {
          asset_name: 'Our wedding',
          name: 'Our wedding',
          description: 'Photo booth, table 4',
          media_type: 'image/jpg',
          image: pixel,
          price: 10_000_000,
          metadata_attributes: [],
        },
      ],
    })
    const [picture] = pinned.body.data ?? []
    // It asks every second; the studio answers at the first time.
    const { body: polled } = await ask('GET', `${tokens}/${picture?.id}`)
    expect(polled).toMatchObject({ status: 'FOR_SALE', media_type: 'image/jpg' })
    const page = await fetch(polled.payment_link ?? '')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Our wedding')])
    // The way that it had first: a sale of half a day.
    const sale = await ask('POST', `/nft/collections/${collection.id}/sales`, {
      type: 'fixed',
      price: 10_000_000,
      reservation_time: 30_000,
      tokens: [picture?.id],
    })
    expect(sale).toMatchObject({ status: 201, body: { status: 'RESERVED', price: 10_000_000 } })
  })
})

describe('A community, littlefish-foundation/littlefish-mvp (api/src)', () => {
  const files = [{ name: '<asset_name>', media_type: '<mime_type>', src: '<file_link_1>' }]
  const collection = (changes: object) => ({
    name: 'CleanupCollection',
    url: 'https://linktr.ee/littlefish.foundation',
    description: 'This is a collection for an action in the Littlefish colony',
    payout_address: [
      { addr: testAddress, name: 'producer', ratio: 0.7 },
      { addr: baseAddress, name: 'colony', ratio: 0.3 },
    ],
    policy: { lock: false },
    metadata: {
      name: '<name>',
      description: '<description>',
      asset_name: '<asset_name>',
      media_type: '<mime_type>',
      attributes: {
        colony: '<colony>',
        mint_date: '<mint_date>',
        id: '<id>',
        producer: '<producer>',
        version: '<version>',
        types: '<types>',
      },
      ...changes,
    },
    version: '1.0',
  })
  const chunks = (text: string): readonly string[] => text.match(/.{1,64}/gu) ?? []
  const sent = {
    asset_name: 'LittlefishAction',
    name: 'Cleanup of the beach',
    media_type: 'image/png',
    image: pixel,
    description: chunks('We met at eight and had the beach clean at noon. '.repeat(4)),
    metadata_attributes: [
      { tag: '<id>', value: '01gywrtx31ztt4seqsfb21dd8w' },
      { tag: '<producer>', value: chunks(baseAddress) },
      { tag: '<colony>', value: 'littlefish' },
      { tag: '<types>', value: ['Environment', 'Beach'] },
      { tag: '<mint_date>', value: 1_670_000_000 },
      { tag: '<version>', value: '0.0.1' },
    ],
  }
  /** It gives the files of an action a field of their own, which the interface does not have. */
  const action = { tokens: [{ ...sent, files: [] }] }

  it('adds an action with lists and a number, sells it, cancels by the older path and deletes it', async () => {
    const made = await ask('POST', '/nft/collections', collection({}))
    expect(made.status).toBe(201)
    const path = `/nft/collections/${made.body.id}`
    const added = await ask('POST', `${path}/tokens`, action)
    expect(added.status).toBe(201)
    const [token] = added.body.data ?? []
    expect(token).toMatchObject({ ...sent, image: expect.stringMatching(/^ipfs:/u) })
    const read = await ask('GET', `${path}/tokens/${token?.id}`)
    expect(read).toMatchObject({ status: 200, body: { status: 'FOR_SALE' } })
    const sale = await ask('POST', `${path}/sales`, {
      type: 'fixed',
      price: 10_000_000,
      tokens: [token?.id],
      reservation_time: 900,
    })
    expect(sale).toMatchObject({
      status: 201,
      body: { payment_address: expect.any(String), payment_link: expect.any(String) },
    })
    const shown = await ask('GET', `${path}/sales/${sale.body.id}`)
    expect(shown).toMatchObject({ status: 200, body: { status: 'RESERVED' } })
    const older = `${path}/tokens/${token?.id}/sales/${sale.body.id}`
    expect((await ask('POST', older, {})).status).toBe(201)
    const deleted = await ask('DELETE', `${path}/tokens/${token?.id}`)
    expect(deleted).toMatchObject({ status: 200, body: { deleted: true } })
  })

  it('is told which tag of its files has no value, because a work that is left out is left out for ever', async () => {
    const made = await ask('POST', '/nft/collections', collection({ files }))
    const { status, body } = await ask('POST', `/nft/collections/${made.body.id}/tokens`, action)
    expect([status, body.message]).toEqual([
      400,
      'tokens[0].metadata_attributes: no value for the tag <file_link_1>; every tag of the collection needs one',
    ])
  })
})
