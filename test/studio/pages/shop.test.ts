import { describe, expect } from 'vitest'
import { shopOperations } from '#contract/shops/operations.ts'
import { Database } from '#platform/db/database.ts'
import {
  addTokens,
  createCollection,
  errorMessage,
  generatePolicyKey,
  policyOf,
  testAddress,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import { studioTest as it } from '../studio-test.ts'

const host = 'localhost:80'
/** What starts as a JPEG does; nobody decodes it here. */
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

const get = (studio: TestStudio, url: string) => studio.app.inject({ url, headers: { host } })
const shopOf = (id: string) => `/nft/collections/${id}/shop`
const publish = (studio: TestStudio, id: string, isPublished = true) =>
  studio.call('PATCH', shopOf(id), { is_published: isPublished })

const colours = ['Red', 'Blue', 'Red'] as const

/** A published collection of three priced works, and one that has no price. */
const openShop = async (studio: TestStudio, changes: object = {}) => {
  const { id } = await createCollection(studio, {
    name: 'Night Garden',
    description: 'Every flower of the garden.',
    metadata: {
      name: '<name>',
      image: '<image>',
      attributes: { Colour: '<colour>', artist: 'Ada Press' },
    },
    ...changes,
  })
  const body = (name: string, colour: string, more: object) =>
    tokenBody(name, { name, metadata_attributes: [{ tag: '<colour>', value: colour }], ...more })
  const tokens = await addTokens(
    studio,
    id,
    ...colours.map((colour, at) =>
      body(`Moth${at}`, colour, { price: 20_000_000 + at * 1_000_000 }),
    ),
    body('Unpriced', 'Green', {}),
  )
  await publish(studio, id)
  return { id, tokens, page: `/pay/collection/${id}` }
}

const shownNames = (html: string): readonly string[] =>
  [...html.matchAll(/<span class="name">(?<name>[^<]*)</gu)].map(
    ({ groups }) => groups?.['name'] ?? '',
  )

describe('The shop page of a collection', () => {
  it('is there only while its owner publishes it', async ({ studio }) => {
    const { id, page } = await openShop(studio)
    const { body } = await studio.call('GET', shopOf(id))
    expect(shopOperations.getShop.response.parse(body)).toEqual({
      collection_id: id,
      is_published: true,
      link: `http://${host.split(':')[0]}:80${page}`,
      work_count: 3,
    })
    expect((await get(studio, page)).statusCode).toBe(200)
    await publish(studio, id, false)
    expect((await get(studio, page)).statusCode).toBe(404)
    const { id: unpublished } = await createCollection(studio)
    expect((await get(studio, `/pay/collection/${unpublished}`)).statusCode).toBe(404)
    expect((await get(studio, '/pay/collection/01h')).statusCode).toBe(404)
  })

  it('lists every priced work, marks what is gone, and says what the cheapest costs', async ({
    studio,
  }) => {
    const { id, page } = await openShop(studio)
    studio.setStatus('Moth0', id, 'COMPLETED')
    studio.setStatus('Moth1', id, 'RESERVED')
    const { body, headers } = await get(studio, page)
    expect(shownNames(body)).toEqual(['Moth0', 'Moth1', 'Moth2'])
    expect(body).toMatch(/Moth0<\/span> <span class="price">Sold</u)
    expect(body).toMatch(/Moth1<\/span> <span class="price">Reserved</u)
    expect(body).toMatch(/Moth2<\/span> <span class="price">22 ADA</u)
    expect(body).toContain('by Ada Press · 3 works, 1 available, from 22 ADA')
    expect(body).toContain('<meta property="og:title" content="Night Garden">')
    expect(body).toContain(
      '<meta property="og:description" content="3 works, 1 available, from 22 ADA">',
    )
    expect(body).not.toContain('<script')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('filters by traits and by what is available, with bounded parameters', async ({ studio }) => {
    const { id, page } = await openShop(studio)
    studio.setStatus('Moth0', id, 'COMPLETED')
    const names = async (query: string) => shownNames((await get(studio, `${page}?${query}`)).body)
    expect(await names('trait=Colour%3A+Red')).toEqual(['Moth0', 'Moth2'])
    expect(await names('trait=&trait=Colour%3A+Red&available=yes')).toEqual(['Moth2'])
    expect(await names('trait=Colour%3A+Red&trait=Colour%3A+Blue')).toEqual([])
    const { body } = await get(studio, `${page}?trait=Colour%3A+Red`)
    expect(body).toContain('<option value="Colour: Red" selected>Red</option>')
    // Only the values of works that are shown.
    expect(body).not.toContain('Green')
    const refused = [
      'page=0',
      'page=x',
      'page=10001',
      'available=no',
      'sort=lowest&sort=highest',
      `trait=${'x'.repeat(201)}`,
      Array.from({ length: 13 }, (_, at) => `trait=${at}`).join('&'),
    ]
    for (const query of refused)
      expect((await get(studio, `${page}?${query}`)).statusCode, query).toBe(400)
  })

  it('sorts by price, what is gone last, and keeps that on the next page', async ({ studio }) => {
    const { id, page } = await openShop(studio)
    const names = async (query: string) => shownNames((await get(studio, `${page}?${query}`)).body)
    expect(await names('sort=highest')).toEqual(['Moth2', 'Moth1', 'Moth0'])
    studio.setStatus('Moth0', id, 'COMPLETED')
    expect(await names('sort=lowest')).toEqual(['Moth1', 'Moth2', 'Moth0'])
    expect(await names('sort=')).toEqual(['Moth0', 'Moth1', 'Moth2'])
    const { body } = await get(studio, `${page}?sort=highest`)
    expect(body).toContain('<option value="highest" selected>Highest price first</option>')
    expect((await get(studio, `${page}?sort=name`)).statusCode).toBe(400)
    const bodies = Array.from({ length: 47 }, (_, at) =>
      tokenBody(`More${at}`, {
        name: `More ${at}`,
        price: 5_000_000 + at,
        metadata_attributes: [{ tag: '<colour>', value: 'Blue' }],
      }),
    )
    for (const from of [0, 25]) await addTokens(studio, id, ...bodies.slice(from, from + 25))
    const first = (await get(studio, `${page}?sort=lowest`)).body
    expect(shownNames(first).slice(0, 2)).toEqual(['More 0', 'More 1'])
    expect(first).toContain('href="?sort=lowest&amp;page=2"')
    expect(await names('sort=lowest&page=2')).toEqual(['Moth2', 'Moth0'])
  })

  it('offers no sort where all works cost the same', async ({ studio }) => {
    const { id } = await createCollection(studio)
    const bodies = ['Same0', 'Same1'].map((name) => tokenBody(name, { price: 5_000_000 }))
    await addTokens(studio, id, ...bodies)
    await publish(studio, id)
    expect((await get(studio, `/pay/collection/${id}`)).body).not.toContain('name="sort"')
  })

  it('shows 48 works a page', async ({ studio }) => {
    const { id } = await createCollection(studio)
    const bodies = Array.from({ length: 50 }, (_, at) =>
      tokenBody(`Many${at}`, { name: `Many ${at}`, price: 5_000_000 }),
    )
    for (const from of [0, 25]) await addTokens(studio, id, ...bodies.slice(from, from + 25))
    await publish(studio, id)
    const first = (await get(studio, `/pay/collection/${id}`)).body
    expect(shownNames(first)).toHaveLength(48)
    expect(first).toContain('href="?page=2"')
    expect(Buffer.byteLength(first)).toBeLessThan(100_000)
    const second = (await get(studio, `/pay/collection/${id}?page=2`)).body
    expect(shownNames(second)).toEqual(['Many 48', 'Many 49'])
  })

  it('shows the small pictures that were added, and those alone', async ({ studio }) => {
    const { id, tokens, page } = await openShop(studio)
    const [first, , third] = tokens
    const add = (pictures: readonly object[]) =>
      studio.call('POST', `${shopOf(id)}/pictures`, { pictures })
    const ofFirst = { token_id: first?.id, jpeg: jpeg.toString('base64') }
    expect((await get(studio, page)).body).not.toContain('<img')
    expect(await add([ofFirst])).toMatchObject({ status: 200, body: { added: 1 } })
    const { body } = await get(studio, page)
    const address = `${page}/picture/${first?.id}`
    expect(body).toContain(`<img src="${address}"`)
    expect(body).toContain(`<meta property="og:image" content="http://${host}${address}">`)
    const picture = await get(studio, address)
    expect(picture.rawPayload.equals(jpeg)).toBe(true)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const token = (await get(studio, `/pay/token/${first?.id}`)).body
    expect(token).toContain(`<meta property="og:image" content="http://${host}${address}">`)
    const { id: other } = await openShop(studio)
    expect((await get(studio, `/pay/collection/${other}/picture/${first?.id}`)).statusCode).toBe(
      404,
    )
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64')
    errorMessage(await add([{ token_id: third?.id, jpeg: png }]), 400)
    const large = Buffer.concat([jpeg, Buffer.alloc(200_000)]).toString('base64')
    errorMessage(await add([{ token_id: third?.id, jpeg: large }]), 400)
    errorMessage(await add([ofFirst, { ...ofFirst, token_id: '01h' }]), 404)
    await publish(studio, id, false)
    expect((await get(studio, address)).statusCode).toBe(404)
  })

  it('leaves out a price that is not sealed', async ({ studio }) => {
    const { id, page } = await openShop(studio)
    const database = new Database(studio.databasePath, [])
    database.run(
      "UPDATE tokens SET price = '1000000' WHERE asset_name = 'Moth1' AND collection_id = :id",
      {
        id,
      },
    )
    database.close()
    const { body } = await get(studio, page)
    expect(shownNames(body)).toEqual(['Moth0', 'Moth2'])
    expect(body).not.toContain('from 1 ADA')
  })
})

describe('The page of a token', () => {
  it('shows traits, lock, policy and royalty, and leads back to a published shop', async ({
    studio,
  }) => {
    const keys = [generatePolicyKey()]
    const { policy_id: policyId, script, signing_keys } = policyOf(keys)
    const { id, tokens, page } = await openShop(studio, {
      policy: { policy_id: policyId, script, signing_keys, lock: false },
      royalty: { address: [testAddress], rate: '0.05' },
    })
    const token = `/pay/token/${tokens[0]?.id}`
    const { body } = await get(studio, token)
    expect(body).toContain('<dt>Colour</dt><dd>Red</dd>')
    expect(body).toContain('<dt>artist</dt><dd>Ada Press</dd>')
    expect(body).toContain(`<code>${policyId}</code>`)
    expect(body).toContain('Never locks')
    expect(body).toContain('5% of later sales')
    expect(body).toContain(`<a href="${page}">Night Garden</a> by Ada Press`)
    await publish(studio, id, false)
    expect((await get(studio, token)).body).not.toContain(page)
  })
})
