import { describe, expect } from 'vitest'
import { collection } from '#contract/collections/collection.ts'
import {
  addTokens,
  baseAddress,
  collectionBody,
  colorTemplate,
  createCollection,
  errorMessage,
  generatePolicyKey,
  policyOf,
  testAddress,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import { studioTest as it } from '../studio-test.ts'

const patch = (studio: TestStudio, id: string, body: object) =>
  studio.call('PATCH', `/nft/collections/${id}`, body)
const read = async (studio: TestStudio, id: string) =>
  collection.parse((await studio.call('GET', `/nft/collections/${id}`)).body)

describe('PATCH collection with what the collection is', () => {
  it('takes an answer as it was read, and changes nothing', async ({ studio }) => {
    for (const changes of [
      {},
      { policy: { lock: true, lock_time: '2099-01-01' }, reservation_time: 900 },
      {
        url: 'https://x.example',
        metadata: colorTemplate,
        payout_address: [
          { addr: testAddress, name: 'Ada', ratio: 0.5 },
          { addr: baseAddress, ratio: 0.5 },
        ],
        royalty: { address: [testAddress], rate: 0.05 },
      },
    ]) {
      const { id } = await createCollection(studio, changes)
      const attributes = [{ tag: '<color>', value: 'red' }]
      const isTagged = 'metadata' in changes
      await addTokens(
        studio,
        id,
        tokenBody('One', isTagged ? { metadata_attributes: attributes } : {}),
      )
      const before = await read(studio, id)
      expect(await patch(studio, id, before)).toMatchObject({ status: 200, body: before })
      expect(await read(studio, id)).toEqual(before)
    }
  })

  it('takes its own request again, with other spellings of the same', async ({ studio }) => {
    const policy = policyOf([generatePolicyKey()], [{ type: 'before', slot: 4_000_000_000 }])
    const request = collectionBody({
      policy: { lock: true, ...policy },
      royalty: { address: [testAddress.slice(0, 30), testAddress.slice(30)], rate: 0.05 },
      royalty_confirmed: true,
    })
    const made = await createCollection(studio, request)
    const [sig] = policy.script.type === 'all' ? policy.script.scripts : []
    const before = await read(studio, made.id)
    const respelt = {
      ...request,
      policy: {
        lock: true,
        lock_time: (made.policy.lock_time ?? '').replace('.000Z', '+00:00'),
        policy_id: policy.policy_id.toUpperCase(),
        script: { type: 'all', scripts: [sig, { type: 'before', slot: '4000000000' }] },
        signing_keys: policy.signing_keys,
      },
      royalty: { address: [testAddress], rate: '.05' },
    }
    expect(await patch(studio, made.id, respelt)).toMatchObject({ status: 200 })
    expect(await read(studio, made.id)).toEqual(before)
    const answered = { metadata: { '777': { addr: [testAddress], rate: '0.050' } } }
    await patch(studio, made.id, { royalty: answered })
    expect(await read(studio, made.id)).toEqual(before)
  })

  it('refuses another policy by the names of its fields, and changes nothing else', async ({
    studio,
  }) => {
    const { id } = await createCollection(studio, {
      policy: { lock: true, lock_time: '2099-01-01' },
    })
    const before = await read(studio, id)
    const other = policyOf([generatePolicyKey()])
    const rule = 'the policy of a collection cannot change; another one needs a new collection'
    const fields: Readonly<Record<string, object>> = {
      lock: { lock: false },
      lock_time: { lock_time: '2098-01-01' },
      policy_id: { policy_id: other.policy_id },
      script: { script: other.script },
    }
    for (const [field, policy] of Object.entries(fields)) {
      const reply = await patch(studio, id, { name: 'New', policy })
      expect(errorMessage(reply, 409)).toBe(`policy.${field}: ${rule}`)
    }
    const keys = { policy: { signing_keys: other.signing_keys } }
    expect(errorMessage(await patch(studio, id, keys), 400)).toMatch(
      /^policy\.signing_keys\[0\]: /u,
    )
    expect(await read(studio, id)).toEqual(before)
  })

  it('changes the reservation time, and takes it away', async ({ studio }) => {
    const { id } = await createCollection(studio)
    expect((await patch(studio, id, { reservation_time: 600 })).body).toMatchObject({
      reservation_time: 600,
    })
    expect((await patch(studio, id, { reservation_time: null })).body).toMatchObject({
      reservation_time: null,
    })
  })

  it('refuses a royalty where there was none, a wrong one, and a confirmation', async ({
    studio,
  }) => {
    const royalty = { address: [testAddress], rate: 0.05 }
    const plain = await createCollection(studio)
    expect(errorMessage(await patch(studio, plain.id, { royalty }), 409)).toMatch(/^royalty: /u)
    const { id } = await createCollection(studio, { royalty, royalty_confirmed: false })
    const wrong = { royalty: { address: ['addr_nobody'], rate: 7 } }
    expect(errorMessage(await patch(studio, id, wrong), 400)).toMatch(/^royalty\.rate: above 1/u)
    const elsewhere = { royalty: { address: ['addr_nobody'], rate: 0.5 } }
    expect(errorMessage(await patch(studio, id, elsewhere), 400)).toMatch(/^royalty\.address: /u)
    expect(errorMessage(await patch(studio, id, { royalty_confirmed: true }), 409)).toMatch(
      /^royalty_confirmed: /u,
    )
    expect((await patch(studio, id, { royalty_confirmed: false })).status).toBe(200)
  })
})
