import { describe, expect } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import {
  addTokens,
  baseAddress,
  collectionBody,
  colorTemplate,
  createCollection,
  listedNames,
  mainAddress,
  errorMessage,
  stakeAddress,
  testAddress,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import { studioTest as it } from '../studio-test.ts'
import { nothingSold } from '../../app/api/samples.ts'

const errorOf = async (studio: TestStudio, changes: object, status = 400) =>
  errorMessage(await studio.call('POST', '/nft/collections', collectionBody(changes)), status)

describe('Collection (response)', () => {
  it('answers 201 with every field of the interface, the counts and amounts 0', async ({
    studio,
  }) => {
    const reply = await studio.call(
      'POST',
      '/nft/collections',
      collectionBody({
        url: 'https://x.example',
        description: 'All of them',
        metadata: colorTemplate,
      }),
    )
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      id: expect.stringMatching(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/u),
      name: 'Faces',
      url: 'https://x.example',
      description: 'All of them',
      payout_address: testAddress,
      network: 'testnet',
      ...nothingSold,
      affiliate_commission: 0,
      policy: { lock: false, policy_id: expect.stringMatching(/^[0-9a-f]{56}$/u) },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u),
      updated_at: expect.stringMatching(/Z$/u),
    })
    expect(reply.body).not.toHaveProperty('policy.signing_keys')
    expect(reply.body).not.toHaveProperty('royalty')
    expect(reply.body).not.toHaveProperty('payment_link')
  })

  it('answers the metadata as sent, with label 721 and version 1.0 added', async ({ studio }) => {
    const made = await createCollection(studio, { metadata: colorTemplate })
    expect(made.metadata).toEqual({ ...colorTemplate, label: '721', version: '1.0' })
  })

  it('counts tokens from the tokens that there are', async ({ studio }) => {
    const { id } = await createCollection(studio)
    await addTokens(studio, id, tokenBody('one'), tokenBody('two'))
    const { body } = await studio.call('GET', `/nft/collections/${id}`)
    expect(body).toMatchObject({
      token_count: 2,
      token_for_sale_count: 2,
      token_sold_count: 0,
      token_minted_count: 0,
    })
  })

  it('ignores unknown fields and does not keep them', async ({ studio }) => {
    const made = await studio.call('POST', '/nft/collections', collectionBody({ surprise: 1 }))
    expect(made.status).toBe(201)
    expect(made.body).not.toHaveProperty('surprise')
  })
})

describe('Collection (request)', () => {
  it.for([
    ['name', { name: undefined }, 'name: required'],
    ['payout_address', { payout_address: undefined }, 'payout_address: required'],
    ['policy', { policy: undefined }, 'policy: required'],
    ['policy.lock', { policy: {} }, 'policy.lock: required'],
    [
      'policy.lock_time',
      { policy: { lock: true } },
      'policy.lock_time: required when policy.lock is true',
    ],
  ] as const)('a new collection requires %s', async ([_field, changes, message], { studio }) => {
    expect(await errorOf(studio, changes)).toBe(message)
  })

  it('takes null for a field that is left out, and refuses it for one that is required', async ({
    studio,
  }) => {
    const made = await createCollection(studio, {
      url: null,
      description: null,
      metadata: { name: '<name>', description: null, attributes: null },
      royalty: null,
      reservation_time: null,
      policy: { lock: false, lock_time: null, policy_id: null, script: null, signing_keys: null },
    })
    expect(made.metadata).toEqual({ name: '<name>', label: '721', version: '1.0' })
    expect(await errorOf(studio, { name: null, url: null })).toBe('name: must be a string')
  })

  it('refuses a lock_time in the past', async ({ studio }) => {
    expect(await errorOf(studio, { policy: { lock: true, lock_time: '2024-02-29' } })).toBe(
      'policy.lock_time: 2024-02-29T00:00:00.000Z is in the past',
    )
  })

  it('refuses a lock_time that is no time, 30 February included', async ({ studio }) => {
    for (const lock_time of ['soon', '2099-02-30', '2099-13-01T00:00:00Z'])
      expect(await errorOf(studio, { policy: { lock: true, lock_time } })).toMatch(
        /^policy\.lock_time: not an ISO 8601 time/u,
      )
  })

  it('refuses text that UTF-8 cannot hold', async ({ studio }) => {
    expect(await errorOf(studio, { name: 'a\ud800' })).toMatch(/^name: not valid Unicode/u)
  })
})

describe('payout_address', () => {
  it('takes a Shelley address of the network, with or without a staking part', async ({
    studio,
  }) => {
    for (const payout_address of [testAddress, baseAddress])
      expect((await createCollection(studio, { payout_address })).payout_address).toBe(
        payout_address,
      )
  })

  it('refuses an address of another network', async ({ studio }) => {
    expect(await errorOf(studio, { payout_address: mainAddress })).toMatch(
      /^payout_address: .*mainnet address/u,
    )
  })

  it('refuses a stake address, a broken checksum, and what is no address', async ({ studio }) => {
    for (const payout_address of [stakeAddress, testAddress.replace('2fx', '2fz'), 'my wallet'])
      expect(await errorOf(studio, { payout_address })).toMatch(/^payout_address: /u)
  })

  it('refuses an address with blanks around it, alone or among several', async ({ studio }) => {
    const rule = /: write it in lower case, without blanks around it$/u
    expect(await errorOf(studio, { payout_address: `${testAddress}\n` })).toMatch(rule)
    const several = [{ addr: ` ${testAddress}`, ratio: 1 }]
    expect(await errorOf(studio, { payout_address: several })).toMatch(rule)
  })

  it('takes several addresses whose ratios add up to 1, as decimals do', async ({ studio }) => {
    const payout_address = [
      { addr: testAddress, name: 'me', ratio: 0.1 },
      { addr: baseAddress, name: 'you', ratio: 0.2 },
      { addr: testAddress, name: 'them', ratio: 0.7 },
    ]
    expect((await createCollection(studio, { payout_address })).payout_address).toEqual(
      payout_address,
    )
  })

  it('refuses ratios that do not add up to 1, and tells which address is wrong', async ({
    studio,
  }) => {
    const payout_address = [
      { addr: testAddress, ratio: 0.5 },
      { addr: mainAddress, ratio: 0.4 },
    ]
    const message = await errorOf(studio, { payout_address })
    expect(message).toContain('payout_address[1].addr: ')
    expect(message).toContain('payout_address: the ratios add up to 0.9, they must add up to 1')
  })
})

describe('metadata template', () => {
  it('tells every tag that is none, because it would go on chain as it stands', async ({
    studio,
  }) => {
    const message = await errorOf(studio, {
      metadata: {
        name: '< token name>',
        description: 'I <3 tags, <really>',
        attributes: { Eye: '<right\u00a0eye>', Heart: '<3' },
        files: [{ src: '<>' }],
      },
    })
    expect(message.match(/metadata\.[^:]+(?=: "<[^"]*>" is not a tag)/gu)).toEqual([
      'metadata.name',
      'metadata.attributes.Eye',
      'metadata.files[0].src',
    ])
  })

  it('tells every attribute that cannot go on chain', async ({ studio }) => {
    const attributes = { image: 'fixed', Color: '<name>', ['x'.repeat(65)]: 'fixed' }
    const message = await errorOf(studio, { metadata: { attributes } })
    expect(message).toContain('metadata.attributes.image')
    expect(message).toContain('metadata.attributes.Color')
    expect(message).toContain('65 bytes')
  })
})

describe('royalty', () => {
  const address = [baseAddress.slice(0, 64), baseAddress.slice(64)]

  it('answers CIP-27 metadata with the rate as a string and a payment_link on the studio', async ({
    studio,
  }) => {
    const made = await createCollection(studio, { royalty: { address, rate: 0.1 } })
    expect(made.royalty).toEqual({ metadata: { '777': { addr: address, rate: '0.1' } } })
    const link = new URL(made.payment_link ?? '')
    expect(link.hostname).toBe('localhost')
    const page = await studio.app.inject({ url: link.pathname })
    expect([link.pathname, page.statusCode]).toEqual([`/pay/royalty/${made.id}`, 200])
  })

  it.for([0, 1, 0.125, '0.05'])(
    'takes the rate %s with at most the digits given',
    async (rate, { studio }) => {
      const made = await createCollection(studio, { royalty: { address: [testAddress], rate } })
      expect(made.royalty?.metadata?.['777'].rate).toBe(String(rate))
    },
  )

  it.for([-0.01, 1.01, '1.5', 'all', null])(
    'a royalty of the rate %s is refused',
    async (rate, { studio }) => {
      expect(await errorOf(studio, { royalty: { address: [testAddress], rate } })).toMatch(
        /^royalty\.rate: /u,
      )
    },
  )

  it('refuses a joined address of another network, one that is none, and a piece over 64 bytes', async ({
    studio,
  }) => {
    expect(await errorOf(studio, { royalty: { address: [mainAddress], rate: 0 } })).toMatch(
      /^royalty\.address: .*mainnet/u,
    )
    expect(await errorOf(studio, { royalty: { address: [address[0]], rate: 0 } })).toMatch(
      /^royalty\.address: /u,
    )
    expect(await errorOf(studio, { royalty: { address: [baseAddress], rate: 0 } })).toMatch(
      /over 64 bytes/u,
    )
    expect(await errorOf(studio, { royalty: { address: [], rate: 0 } })).toMatch(
      /^royalty\.address: /u,
    )
  })

  it('refuses an address that would go on chain with blanks, capitals or an empty piece', async ({
    studio,
  }) => {
    for (const wrong of [
      [` ${testAddress}`],
      [testAddress.slice(0, 30), `${testAddress.slice(30)}\n`],
      [testAddress.toUpperCase()],
    ])
      expect(await errorOf(studio, { royalty: { address: wrong, rate: 0 } })).toMatch(
        /^royalty\.address: .*lower case, without blanks/u,
      )
    expect(await errorOf(studio, { royalty: { address: ['', testAddress], rate: 0 } })).toMatch(
      /^royalty\.address\[0\]: empty/u,
    )
  })
})

describe('PATCH collection', () => {
  it('changes name, url, description, payout_address and metadata, and no more', async ({
    studio,
  }) => {
    const { id, policy } = await createCollection(studio, { url: 'https://old.example' })
    const reply = await studio.call('PATCH', `/nft/collections/${id}`, {
      name: 'New',
      url: null,
      description: 'Better',
      payout_address: baseAddress,
      metadata: colorTemplate,
      policy: { lock: false },
      network: 'mainnet',
    })
    expect(reply).toMatchObject({
      status: 200,
      body: {
        name: 'New',
        url: null,
        description: 'Better',
        payout_address: baseAddress,
        metadata: colorTemplate,
        policy,
        network: 'testnet',
      },
    })
    expect((await studio.call('GET', `/nft/collections/${id}`)).body).toEqual(reply.body)
  })

  it('refuses new metadata once there is a token', async ({ studio }) => {
    const { id } = await createCollection(studio)
    await addTokens(studio, id, tokenBody('one'))
    const reply = await studio.call('PATCH', `/nft/collections/${id}`, { metadata: colorTemplate })
    expect(errorMessage(reply, 409)).toMatch(/^metadata: cannot change/u)
    expect((await studio.call('PATCH', `/nft/collections/${id}`, { name: 'Still' })).status).toBe(
      200,
    )
  })

  it('checks what it changes like POST', async ({ studio }) => {
    const { id } = await createCollection(studio)
    const path = `/nft/collections/${id}`
    const change = { payout_address: mainAddress, metadata: { attributes: { name: 'x' } } }
    const message = errorMessage(await studio.call('PATCH', path, change), 400)
    expect(message).toMatch(/payout_address: .*metadata\.attributes\.name: /u)
  })
})

describe('DELETE collection', () => {
  it('answers what was deleted, takes the tokens with it, and leaves the keys in the vault', async ({
    studio,
  }) => {
    const { id } = await createCollection(studio)
    await addTokens(studio, id, tokenBody('one'))
    const keysBefore = studio.fakeVault.kept.size
    const reply = await studio.call('DELETE', `/nft/collections/${id}`)
    expect(reply).toMatchObject({
      status: 200,
      body: { deleted: true, deleted_collection_id: id, deleted_at: expect.stringMatching(/Z$/u) },
    })
    expect((await studio.call('GET', `/nft/collections/${id}`)).status).toBe(404)
    expect((await studio.call('GET', `/nft/collections/${id}/tokens`)).status).toBe(404)
    expect(studio.fakeVault.kept.size).toBe(keysBefore)
  })

  it('of the devnet deletes minted tokens too when asked to, and none that are on their way', async ({
    studio,
  }) => {
    const { id } = await createCollection(studio)
    await addTokens(studio, id, tokenBody('one'))
    const remove = () => studio.call('DELETE', `/nft/collections/${id}/with-minted`)
    studio.setStatus('one', id, 'MINTING')
    expect((await remove()).status).toBe(409)
    studio.setStatus('one', id, 'COMPLETED')
    expect((await studio.call('DELETE', `/nft/collections/${id}`)).status).toBe(409)
    expect((await remove()).status).toBe(200)
    expect((await studio.call('GET', `/nft/collections/${id}`)).status).toBe(404)
  })

  it.for(['RESERVED', 'MINTING', 'COMPLETED'])(
    'refuses when a token is %s',
    async (status, { studio }) => {
      const { id } = await createCollection(studio)
      await addTokens(studio, id, tokenBody('one'))
      studio.setStatus('one', id, status)
      const message = errorMessage(await studio.call('DELETE', `/nft/collections/${id}`), 409)
      expect(message).toContain(status)
      expect(await listedNames(studio, id)).toEqual(['one'])
    },
  )
})

describe('GET collections by ids', () => {
  it('answers those that exist in the order asked for', async ({ studio }) => {
    const [a, b] = [await createCollection(studio), await createCollection(studio)]
    const reply = await studio.call('GET', `/nft/collections?ids=${b.id},nobody,${a.id}`)
    expect(reply.body).toMatchObject({ data: [{ id: b.id }, { id: a.id }], cursor: null })
  })

  it('refuses more than 25 ids, and ids together with size or cursor', async ({ studio }) => {
    const many = Array.from({ length: 26 }, (_, index) => `id${index}`).join(',')
    expect(errorMessage(await studio.call('GET', `/nft/collections?ids=${many}`), 400)).toBe(
      'ids: 26 ids, at most 25 allowed',
    )
    for (const other of ['size=5', 'cursor=x'])
      expect(
        errorMessage(await studio.call('GET', `/nft/collections?ids=a&${other}`), 400),
      ).toMatch(/^ids: not allowed together/u)
  })
})

describe('the key of a new policy', () => {
  it('goes to the vault before the collection exists: a failed vault write creates nothing', async ({
    studio,
  }) => {
    const before = (await studio.call('GET', '/nft/collections?size=100')).body
    studio.fakeVault.state.keysError = new ColdpressError(
      'vault_locked',
      'Choose a passphrase first.',
    )
    expect(await errorOf(studio, {}, 423)).toBe('Choose a passphrase first.')
    studio.fakeVault.state.keysError = new Error('disk on fire')
    expect(await errorOf(studio, {}, 500)).not.toContain('fire')
    studio.fakeVault.state.keysError = undefined
    expect((await studio.call('GET', '/nft/collections?size=100')).body).toEqual(before)
  })
})
