import { describe, expect, it } from 'vitest'
import type { CallInput } from '#contract/window/calls.ts'
import { herbariumForm, nobodysAddress, openServices, passphrase } from './open-services.ts'
import { baseAddress } from '../../studio/open-studio.ts'
import { publicPolicy } from '../../support/public-policy.ts'

const accountId = 'local'
type Draft = CallInput<'collections.check'>['form']

const errorsOf = async (change: Draft) => {
  const { call } = await openServices()
  const errors = await call('collections.check', {
    accountId,
    form: { ...herbariumForm, ...change },
  })
  return errors.map(({ field, message }) => `${field}: ${message}`)
}

describe('the form of a collection', () => {
  it('has no error when it may be sent', async () => {
    expect(await errorsOf({ royalty: { address: [nobodysAddress], rate: '0.05' } })).toEqual([])
  })

  it('tells every error with the path of its field', async () => {
    const errors = await errorsOf({
      name: '',
      payout_address: '',
      royalty: { address: ['addr_test1wrong'], rate: 1.5 },
      reservation_time: 0.5,
      metadata: { attributes: { Eye: '< right eye>', name: 'fixed' } },
      policy: { kind: 'generate', lockTime: '2020-02-31' },
    })
    expect(errors.map((error) => error.slice(0, error.indexOf(':'))).toSorted()).toEqual([
      'metadata.attributes.Eye',
      'metadata.attributes.name',
      'name',
      'payout_address',
      'policy.lockTime',
      'reservation_time',
      'royalty.rate',
    ])
    expect(errors).toContain('name: empty, a name is required')
  })

  it('wants one image for all tokens to be on IPFS, as a collection file does', async () => {
    expect(await errorsOf({ metadata: { image: 'https://example.com/1.png' } })).toEqual([
      'metadata.image: "https://example.com/1.png" is no IPFS address; write ipfs:// and a CID, or <image> for each token\'s own',
    ])
    expect(await errorsOf({ metadata: { image: `ipfs://${'Q'.repeat(46)}` } })).toHaveLength(1)
    expect(await errorsOf({ metadata: { image: '<image>' } })).toEqual([])
  })

  it('takes addresses of the network that the account is on', async () => {
    const mainnet = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'
    expect(await errorsOf({ payout_address: mainnet })).toEqual([
      'payout_address: it is a mainnet address, but the network is testnet',
    ])
    expect(await errorsOf({ royalty: { address: [mainnet], rate: 0.1 } })).toEqual([
      'royalty.address: it is a mainnet address, but the network is testnet',
    ])
  })

  it('wants a lock in the future', async () => {
    const lock = (lockTime: string) => errorsOf({ policy: { kind: 'generate', lockTime } })
    expect(await lock('2020-01-01T00:00:00Z')).toEqual([
      'policy.lockTime: not in the future, so nothing could ever be minted',
    ])
    expect(await lock('2099-01-01')).toEqual([])
  })

  it('takes a policy of the vault that can mint on the chain of the account', async () => {
    const { call } = await openServices()
    const make = (network: 'devnet' | 'preprod', lockTime: string | null) =>
      call('policies.generate', { name: 'Press', network, lockTime })
    const lockTime = '2099-01-01T00:00:00Z'
    const own = await make('devnet', lockTime)
    const foreign = await make('preprod', lockTime)
    const lasting = await make('preprod', null)
    const check = (policyId: string) =>
      call('collections.check', {
        accountId,
        form: { ...herbariumForm, policy: { kind: 'vault', policyId, sendKeysTo: null } },
      })
    expect(await check(own.policyId)).toEqual([])
    expect(await check(lasting.policyId)).toEqual([])
    expect(await check(foreign.policyId)).toMatchObject([
      { field: 'policy.policyId', message: expect.stringContaining('slots of preprod') },
    ])
    expect(await check('00'.repeat(28))).toEqual([
      { field: 'policy.policyId', message: 'no policy of this vault' },
    ])
  })
})

describe('the preview of the metadata', () => {
  const preview = async (input: Partial<CallInput<'collections.preview'>>) => {
    const { call } = await openServices({ hasVault: false })
    return call('collections.preview', {
      metadata: { attributes: { Ink: '<ink>', artist: 'A. Printer' } },
      network: 'testnet',
      policyId: null,
      values: { name: 'Fern', asset_name: 'Fern001', ink: 'sepia' },
      attributes: {},
      ...input,
    })
  }

  it('is that of one token, with what the collection adds to all', async () => {
    const { assetName, metadata, errors, bytes } = await preview({})
    expect(assetName).toBe('Fern001')
    expect(metadata).toEqual({
      '721': {
        '<policy ID>': {
          Fern001: {
            name: 'Fern',
            image: '<image>',
            mediaType: '<media_type>',
            description: '<description>',
            ink: 'sepia',
            artist: 'A. Printer',
          },
        },
        version: '1.0',
      },
    })
    expect(errors).toEqual([])
    expect(bytes).toBeGreaterThan(150)
  })

  it('shows a tag without a value as itself, and counts the same with a known policy', async () => {
    const values = { name: 'Fern', asset_name: 'Fern001' }
    const policyId = 'ab'.repeat(28)
    const unknown = await preview({ values })
    const known = await preview({ values, policyId })
    expect(JSON.stringify(unknown.metadata)).toContain('"ink":"<ink>"')
    expect(Object.keys(known.metadata['721'] ?? {})).toEqual([policyId, 'version'])
    expect(known.bytes).toBe(unknown.bytes)
  })

  it('stands for any token where none is known, and counts an image that has no address yet', async () => {
    const unknown = await preview({ values: {} })
    expect(JSON.stringify(unknown.metadata)).toContain('"<asset_name>":{"name":"<name>"')
    const named = { name: '<name>', asset_name: '<asset_name>', ink: '<ink>' }
    const address = `ipfs://Qm${'a'.repeat(44)}`
    expect((await preview({ values: { ...named, image: address } })).bytes).toBe(unknown.bytes)
  })

  it('has what the token alone has', async () => {
    const { metadata } = await preview({ attributes: { Mood: 'calm' } })
    expect(JSON.stringify(metadata)).toContain('"Mood":"calm"')
  })

  it('tells the errors of the template, and metadata that fits no transaction', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`attribute ${index}`, 'x'.repeat(60)]),
    )
    const { errors } = await preview({ metadata: { attributes: { ...long, image: 'x' } } })
    expect(errors.map(({ field }) => field)).toEqual(['metadata.attributes.image', 'metadata'])
  })
})

describe('collections', () => {
  it('are created, listed with the newest first, shown and deleted', async () => {
    const { call, logged } = await openServices()
    const first = await call('collections.create', { accountId, form: herbariumForm })
    const second = await call('collections.create', {
      accountId,
      form: { ...herbariumForm, name: 'Mosses' },
    })
    expect(second).toMatchObject({ name: 'Mosses', images: [] })
    const listed = await call('collections.list', { accountId })
    expect(listed.map(({ name }) => name)).toEqual(['Mosses', 'Herbarium'])
    expect(await call('collections.get', { accountId, collectionId: first.id })).toEqual(first)
    expect(first).toMatchObject({ isPractice: false, chain: 'devnet' })
    expect(await call('collections.remove', { accountId, collectionId: first.id })).toEqual({
      withPolicy: false,
      isInBin: true,
    })
    expect(await call('collections.list', { accountId })).toHaveLength(1)
    expect(logged('collection')).toEqual([
      'The collection Herbarium was deleted with its tokens.',
      'The collection Mosses was created at Local studio.',
      'The collection Herbarium was created at Local studio.',
    ])
  })

  it('are edited, with a creator and a cover, and restored from the bin', async () => {
    const { call, logged } = await openServices()
    const { id: collectionId } = await call('collections.create', {
      accountId,
      form: herbariumForm,
    })
    const ref = { accountId, collectionId }
    const cid = 'QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw'
    const edit = {
      name: 'Herbarium II',
      description: 'Pressed in spring',
      url: 'https://herbarium.example',
      creator: 'Ada Press',
      cover: `ipfs://${cid}`,
    }
    const edited = await call('collections.update', { ...ref, edit })
    expect(edited).toMatchObject({ ...edit, coverCid: cid, images: [cid] })
    expect(await call('collections.get', ref)).toEqual(edited)
    const bare = { description: null, url: null, creator: null, cover: null }
    expect(await call('collections.update', { ...ref, edit: bare })).toMatchObject({
      ...bare,
      name: 'Herbarium II',
      coverCid: null,
    })
    await expect(
      call('collections.update', { ...ref, edit: { cover: 'https://x.example/a.png' } }),
    ).rejects.toMatchObject({ code: 'invalid' })

    await call('collections.remove', ref)
    expect(await call('bin.list', { accountId })).toMatchObject([
      { id: collectionId, kind: 'collection', name: 'Herbarium II', token_count: 0, cid: null },
    ])
    const both = await call('bin.restore', { accountId, ids: [collectionId, 'none'] })
    expect(both).toMatchObject({
      restored: [{ kind: 'collection', name: 'Herbarium II', collection_id: collectionId }],
      failures: [expect.stringContaining('none')],
    })
    expect(await call('bin.list', { accountId })).toEqual([])
    await call('collections.remove', ref)
    await call('bin.empty', { accountId })
    expect(await call('bin.list', { accountId })).toEqual([])
    await expect(call('collections.get', ref)).rejects.toMatchObject({ code: 'not_found' })
    expect(logged('collection')).toContain('Restored from the bin: 1 item.')
  })

  it('pay out to another address while the vault is open, which the devnet asks nothing about', async () => {
    const { call, state } = await openServices()
    const { id: collectionId } = await call('collections.create', {
      accountId,
      form: herbariumForm,
    })
    const change = { accountId, collectionId, payout_address: baseAddress }
    await call('vault.lock', null)
    await expect(call('collections.changePayout', change)).rejects.toMatchObject({
      code: 'vault_locked',
    })
    await call('vault.unlock', { passphrase })
    expect(await call('collections.changePayout', change)).toMatchObject({
      payout_address: baseAddress,
    })
    expect(state.asked).toEqual([])
  })

  it('are created with a policy of the vault', async () => {
    const { call } = await openServices()
    const { policyId } = await call('policies.generate', {
      name: 'Mine',
      network: 'devnet',
      lockTime: '2099-01-01T00:00:00Z',
    })
    const policy = { kind: 'vault', policyId, sendKeysTo: null } as const
    const made = await call('collections.create', {
      accountId,
      form: { ...herbariumForm, policy },
    })
    expect(made.policy).toMatchObject({
      policy_id: policyId,
      lock: true,
      lock_time: '2099-01-01T00:00:00.000Z',
    })
  })

  it('are not created with an error, nor without the key of their policy', async () => {
    const { call } = await openServices()
    const { policyId } = await call('policies.generate', {
      name: 'Mine',
      network: 'devnet',
      lockTime: null,
    })
    await expect(
      call('collections.create', { accountId, form: { ...herbariumForm, payout_address: 'x' } }),
    ).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/^payout_address: /u),
      details: { errors: [{ field: 'payout_address' }] },
    })
    await call('vault.lock', null)
    const policy = { kind: 'vault', policyId, sendKeysTo: null } as const
    await expect(
      call('collections.create', { accountId, form: { ...herbariumForm, policy } }),
    ).rejects.toMatchObject({ code: 'vault_locked' })
    expect(await call('collections.list', { accountId })).toEqual([])
  })

  it('send the keys of the vault to the one hosted service that may have them', async () => {
    const { call, logged } = await openServices()
    const { policyId } = await call('policies.generate', {
      name: 'Mine',
      network: 'preprod',
      lockTime: null,
    })
    const hosted = await call('accounts.add', {
      name: 'Elsewhere',
      network: 'testnet',
      baseUrl: 'http://127.0.0.1:9',
      appId: 'app',
      apiKey: 'a-key-for-tests',
    })
    const formFor = (sendKeysTo: string | null) => ({
      ...herbariumForm,
      policy: { kind: 'vault', policyId, sendKeysTo } as const,
    })
    for (const sendKeysTo of [null, 'local']) {
      const asked = { accountId: hosted.id, form: formFor(sendKeysTo) }
      expect(await call('collections.check', asked)).toMatchObject([
        { field: 'policy.sendKeysTo', message: expect.stringContaining('allow') },
      ])
      await expect(call('collections.create', asked)).rejects.toMatchObject({ code: 'invalid' })
    }
    const form = formFor(hosted.id)
    const allowed = { accountId: hosted.id, form, passphrase }
    expect(await call('collections.check', { accountId: hosted.id, form })).toEqual([])
    await expect(
      call('collections.create', { ...allowed, passphrase: undefined }),
    ).rejects.toMatchObject({ code: 'wrong_passphrase' })
    expect(logged('policy')).toHaveLength(1)
    // nobody listens there: it was on its way
    await expect(call('collections.create', allowed)).rejects.toMatchObject({
      code: 'unreachable',
    })
    expect(logged('policy')[0]).toBe(
      'The keys of the policy of Herbarium are sent to Elsewhere, which can mint with them from then on.',
    )
  })

  it('under a watch-only policy are refused for a hosted service before anything is sent', async () => {
    const { call } = await openServices()
    const { policyId, text } = publicPolicy()
    await call('policies.import', {
      source: { kind: 'text', text },
      keys: [],
      name: '',
      network: null,
    })
    const hosted = await call('accounts.add', {
      name: 'Elsewhere',
      network: 'testnet',
      baseUrl: 'http://127.0.0.1:9',
      appId: 'app',
      apiKey: 'a-key-for-tests',
    })
    const policy = { kind: 'vault', policyId, sendKeysTo: hosted.id } as const
    const asked = { accountId: hosted.id, form: { ...herbariumForm, policy }, passphrase }
    expect(await call('collections.check', asked)).toMatchObject([
      { field: 'policy.policyId', message: expect.stringContaining('watch-only') },
    ])
    await expect(call('collections.create', asked)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('Nothing was sent'),
    })
    const made = await call('collections.create', {
      accountId: 'local',
      form: { ...herbariumForm, policy: { ...policy, sendKeysTo: null } },
    })
    expect(made.policy.policy_id).toBe(policyId)
  })

  it('whose policy has another royalty on chain are made after the user has accepted that', async () => {
    const { call, state } = await openServices()
    const first = await call('collections.create', {
      accountId,
      form: { ...herbariumForm, royalty: { address: [nobodysAddress], rate: '0.05' } },
    })
    const collectionRef = { accountId, collectionId: first.id }
    await call('minting.payRoyalty', collectionRef)
    const statusOf = async () => (await call('minting.royalty', collectionRef))?.status
    await expect.poll(statusOf, { timeout: 50_000 }).toBe('minted')

    const policy = { kind: 'vault', policyId: first.policy.policy_id, sendKeysTo: null } as const
    const formWith = (rate: string) => ({
      ...herbariumForm,
      policy,
      royalty: { address: [nobodysAddress], rate },
    })
    const create = (rate: string) => call('collections.create', { accountId, form: formWith(rate) })
    expect(await create('0.05')).not.toHaveProperty('warnings')
    expect(state.asked).toEqual([])

    state.confirms = false
    await expect(create('0.9')).rejects.toMatchObject({ code: 'cancelled' })
    expect(await call('collections.list', { accountId })).toHaveLength(2)
    expect(state.asked).toMatchObject([
      { question: 'Create the collection with the royalty that its policy has on chain?' },
    ])
    expect(state.asked[0]?.lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(`^On chain: 5% of every later sale to ${nobodysAddress}, minted in`),
        `Requested, and ignored: 90% of every later sale to ${nobodysAddress}`,
      ]),
    )

    state.confirms = true
    const made = await create('0.9')
    expect(made.royalty?.metadata?.['777'].rate).toBe('0.05')
    expect(made.warnings).toEqual([expect.stringContaining('90% of every later sale')])
    const shown = await call('minting.royalty', { accountId, collectionId: made.id })
    expect(shown).toMatchObject({ status: 'minted', terms: { rate: '0.05' } })
  })

  it('that are not there cannot be deleted', async () => {
    const { call } = await openServices()
    await expect(
      call('collections.remove', { accountId, collectionId: 'none' }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
