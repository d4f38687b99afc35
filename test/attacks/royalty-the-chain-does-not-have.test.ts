import { describe, expect } from 'vitest'
import { collection } from '#contract/collections/collection.ts'
import { Database } from '#platform/db/database.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import {
  addTokens,
  baseAddress,
  collectionBody,
  createCollection,
  errorMessage,
  generatePolicyKey,
  policyOf,
  testAddress,
  type TestStudio,
  tokenBody,
} from '../studio/open-studio.ts'
import { mintElsewhere } from '../studio/mints/mint-elsewhere.ts'
import {
  ada,
  fundingOf,
  type MintHarness,
  mintOf,
  mintReaches,
  postMint,
  royaltyOf,
} from '../studio/mints/mint-harness.ts'
import { mintTest as it, restartTest } from '../studio/mints/mint-test.ts'
import { until } from '../support/until.ts'

/** What the chain has: 5% to A. */
const chainRoyalty = { address: [testAddress], rate: '0.05' }
const onChain = { addr: [testAddress], rate: '0.05' }
/** What somebody asks for: 90% to B. */
const falseRoyalty = { address: [baseAddress.slice(0, 60), baseAddress.slice(60)], rate: 0.9 }

const newPolicy = () => {
  const key = generatePolicyKey()
  return { key, policy: { lock: false, ...policyOf([key]) } }
}

const get = async (studio: TestStudio, id: string) =>
  collection.parse((await studio.call('GET', `/nft/collections/${id}`)).body)

const pageOf = async (studio: TestStudio, id: string): Promise<string> =>
  (await studio.app.inject({ url: `/pay/royalty/${id}`, headers: { host: 'localhost:80' } })).body

const mintAll = (studio: TestStudio, id: string) =>
  postMint(studio, id, { tokens: 'all', to: testAddress })

const sell = (studio: TestStudio, id: string) =>
  studio.call('POST', `/nft/collections/${id}/sales`, {
    type: 'random',
    quantity: 1,
    price: 5_000_000,
    reservation_time: 3_600,
  })

/** Says 5% to A everywhere, and 90% to B only as what is ignored. */
const expectChainRoyalty = async (studio: TestStudio, id: string, txId: string): Promise<void> => {
  const shown = await get(studio, id)
  expect(shown.royalty).toEqual({ metadata: { '777': onChain }, tx_id: txId })
  expect(shown.warnings).toEqual([
    expect.stringMatching(
      new RegExp(
        `^royalty: .*transaction ${txId}: 5% of every later sale to ${testAddress}\\. .*is ignored: 90% of every later sale to ${baseAddress}\\.$`,
        'u',
      ),
    ),
  ])
  expect(await royaltyOf(studio, id)).toMatchObject({
    status: 'minted',
    tx_id: txId,
    on_chain: { rate: '0.05', address: testAddress },
  })
  const html = await pageOf(studio, id)
  expect(html).toContain('<h1>Royalty of 5%</h1>')
  expect(html).toContain(`<code>${testAddress}</code>. The royalty token says so on chain`)
  expect(html).not.toMatch(/90%|0\.9/u)
  expect(html).not.toContain(baseAddress)
}

/** A collection of the policy whose royalty token this studio has minted. */
const mintedHere = async (harness: MintHarness, studio: TestStudio, policy: object) => {
  const first = await createCollection(studio, { policy, royalty: chainRoyalty })
  const { address, amount } = await royaltyOf(studio, first.id)
  await harness.fund(address ?? '', BigInt(amount ?? 0))
  await until(async () => (await royaltyOf(studio, first.id)).status === 'minted')
  const { tx_id: txId } = await royaltyOf(studio, first.id)
  return { first, txId: txId ?? '' }
}

describe('A second collection of a policy that asks for another royalty', () => {
  it('is 201 with the royalty that the chain has, and says what is ignored', async ({
    harness,
    studio,
  }) => {
    const { policy } = newPolicy()
    const { first, txId } = await mintedHere(harness, studio, policy)
    expect(await get(studio, first.id)).not.toHaveProperty('warnings')

    const body = collectionBody({ policy, royalty: falseRoyalty })
    const reply = await studio.call('POST', '/nft/collections', body)
    expect(reply.status).toBe(201)
    const second = collection.parse(reply.body)
    expect(second.royalty).toEqual({ metadata: { '777': onChain }, tx_id: txId })
    expect(second.warnings).toHaveLength(1)
    await expectChainRoyalty(studio, second.id, txId)
    expect((await get(studio, first.id)).royalty?.metadata).toEqual({ '777': onChain })
  })

  it('mints under the royalty of the chain, and a collection without one is told of it', async ({
    harness,
    studio,
  }) => {
    const { key, policy } = newPolicy()
    const txId = await mintElsewhere(harness, key, policy, onChain)
    const plain = await createCollection(studio, { policy })
    expect(plain).not.toHaveProperty('royalty')
    expect(plain.warnings?.[0]).toContain('It applies to this collection too.')
    const same = await createCollection(studio, { policy, royalty: chainRoyalty })
    expect(same).not.toHaveProperty('warnings')
    const second = await createCollection(studio, { policy, royalty: falseRoyalty })
    await addTokens(studio, second.id, tokenBody('One'))
    await harness.fundAndWait((await fundingOf(studio, second.id)).address, 10n * ada)
    await mintReaches(studio, mintOf(await mintAll(studio, second.id)), 'completed')
    await expectChainRoyalty(studio, second.id, txId)
  })
})

describe('A royalty that another tool minted', () => {
  it('before the policy was imported is what the chain says, not what was requested', async ({
    harness,
    studio,
  }) => {
    const { key, policy } = newPolicy()
    const txId = await mintElsewhere(harness, key, policy, onChain)
    const { id } = await createCollection(studio, { policy, royalty: falseRoyalty })
    await expectChainRoyalty(studio, id, txId)
  })

  it('afterwards is read before it is shown as minted, also where nobody confirmed another', async ({
    harness,
    studio,
  }) => {
    const { key, policy } = newPolicy()
    const asked = await createCollection(studio, { policy, royalty: falseRoyalty })
    const unconfirmed = await createCollection(studio, {
      policy,
      royalty: falseRoyalty,
      royalty_confirmed: false,
    })
    expect(asked).not.toHaveProperty('warnings')
    expect(await pageOf(studio, asked.id)).toContain('will say so on chain')
    const txId = await mintElsewhere(harness, key, policy, onChain)
    expect((await royaltyOf(studio, unconfirmed.id)).on_chain).toEqual({
      rate: '0.05',
      address: testAddress,
    })
    await expectChainRoyalty(studio, asked.id, txId)
    const confirmed = await studio.call('POST', `/nft/collections/${asked.id}/royalty/confirm`, {
      rate: '0.9',
      address: baseAddress,
    })
    expect(errorMessage(confirmed, 409)).toMatch(/^royalty: its token is minted already/u)
  })

  it('that says nothing under label 777 is unreadable: nothing is minted or sold before it is given up', async ({
    harness,
    studio,
  }) => {
    const { key, policy } = newPolicy()
    const txId = await mintElsewhere(harness, key, policy, 'nothing')
    const { id, royalty, warnings } = await createCollection(studio, {
      policy,
      royalty: falseRoyalty,
    })
    expect(royalty).toEqual({ tx_id: txId })
    expect(warnings?.[0]).toMatch(/^royalty: .*cannot be read: .*no metadata under label 777/u)
    const view = await royaltyOf(studio, id)
    expect(view).toMatchObject({ status: 'impossible', tx_id: txId, amount: null })
    expect(view).not.toHaveProperty('on_chain')
    expect(view.message).toMatch(/cannot be read: .*no metadata under label 777/u)
    const html = await pageOf(studio, id)
    expect(html).toContain('cannot be read')
    expect(html).not.toMatch(/90%|Minted\./u)

    await addTokens(studio, id, tokenBody('One'))
    await harness.fundAndWait((await fundingOf(studio, id)).address, 10n * ada)
    for (const tried of [await mintAll(studio, id), await sell(studio, id)])
      expect(errorMessage(tried, 409)).toMatch(/^royalty: .*cannot be read/u)
    const path = `/nft/collections/${id}`
    expect(await studio.call('PATCH', path, { royalty: null })).toMatchObject({ status: 200 })
    await mintReaches(studio, mintOf(await mintAll(studio, id)), 'completed')
  })

  it.for([
    ['a rate above 1', { addr: [testAddress], rate: '90' }, 'its rate is not'],
    ['an address that is none', { addr: ['Bob'], rate: '0.9' }, 'address: not an address'],
  ] as const)('with %s is unreadable', async ([, written, reason], { harness, studio }) => {
    const { key, policy } = newPolicy()
    await mintElsewhere(harness, key, policy, { ...written, addr: [...written.addr] })
    const { id } = await createCollection(studio, { policy, royalty: falseRoyalty })
    const { status, message } = await royaltyOf(studio, id)
    expect(status).toBe('impossible')
    expect(message).toContain(reason)
  })
})

describe('A royalty that was not read', () => {
  restartTest(
    'is said to be unread without a gateway, and neither a mint nor a sale goes out',
    async ({ harness }) => {
      const { key, policy } = newPolicy()
      const txId = await mintElsewhere(harness, key, policy, onChain)
      const offline = await harness.openWithoutGateway()
      const { id, warnings, royalty } = await createCollection(offline, {
        policy,
        royalty: falseRoyalty,
      })
      expect(royalty).not.toHaveProperty('tx_id')
      expect(warnings).toEqual([expect.stringMatching(/^royalty: not read from the chain yet/u)])
      const view = await royaltyOf(offline, id)
      expect(view).toMatchObject({ status: 'not_read', address: null, amount: null, tx_id: null })
      expect(view.message).toMatch(/no gateway to the chain/u)
      expect(await pageOf(offline, id)).not.toMatch(/90%|Minted\./u)
      await addTokens(offline, id, tokenBody('One'))
      for (const tried of [await mintAll(offline, id), await sell(offline, id)])
        expect(errorMessage(tried, 409)).toMatch(/no gateway/u)
      await offline.close()

      // With a gateway the studio reads it by itself.
      const online = await harness.open()
      await until(async () => (await get(online, id)).royalty?.tx_id !== undefined)
      await expectChainRoyalty(online, id, txId)
      await online.close()
    },
  )

  restartTest(
    'stays unread where the gateway does not answer, and is read before the next mint',
    async ({ harness }) => {
      const { key, policy } = newPolicy()
      await mintElsewhere(harness, key, policy, 'nothing')
      let isDown = true
      const gateway: typeof harness.gateway = {
        ...harness.gateway,
        asset: (...asked) =>
          isDown
            ? Promise.reject(new ColdpressError('unreachable', 'The gateway is down.'))
            : harness.gateway.asset(...asked),
      }
      const studio = await harness.open({ gateway })
      const { id, warnings } = await createCollection(studio, { policy, royalty: falseRoyalty })
      expect(warnings).toEqual([expect.stringMatching(/^royalty: not read from the chain yet/u)])
      await addTokens(studio, id, tokenBody('One'))
      for (const tried of [await mintAll(studio, id), await sell(studio, id)])
        expect(tried.status).toBe(502)
      isDown = false
      expect(errorMessage(await mintAll(studio, id), 409)).toMatch(/^royalty: .*cannot be read/u)
      await studio.close()
    },
  )

  restartTest('of a database of before is read again from the chain', async ({ harness }) => {
    const { key, policy } = newPolicy()
    const txId = await mintElsewhere(harness, key, policy, onChain)
    const before = await harness.openWithoutGateway()
    const { id } = await createCollection(before, { policy, royalty: falseRoyalty })
    const { databasePath } = before
    await before.close()
    const database = new Database(databasePath, [])
    // As `royalties` was: keyed by the policy alone, with or without a transaction.
    database.run('UPDATE royalties SET tx_id = :txId WHERE policy_id = :policyId', {
      txId: 'ab'.repeat(32),
      policyId: policy.policy_id,
    })
    database.close()
    const alone = await harness.openWithoutGateway()
    expect(await royaltyOf(alone, id)).toMatchObject({ status: 'not_read', tx_id: null })
    expect((await get(alone, id)).royalty).not.toHaveProperty('tx_id')
    await alone.close()
    const studio = await harness.open()
    expect((await royaltyOf(studio, id)).tx_id).toBe(txId)
    await expectChainRoyalty(studio, id, txId)
    await studio.close()
  })

  restartTest(
    'is shown by nobody: a gateway that answers another transaction says nothing',
    async ({ harness }) => {
      const { key, policy } = newPolicy()
      const other = newPolicy()
      await mintElsewhere(harness, key, policy, onChain)
      const lie = await mintElsewhere(harness, other.key, other.policy, {
        addr: [testAddress],
        rate: '0.9',
      })
      const gateway: typeof harness.gateway = {
        ...harness.gateway,
        transactionCbor: () => harness.gateway.transactionCbor(lie),
      }
      const studio = await harness.open({ gateway })
      const { id, warnings, royalty } = await createCollection(studio, {
        policy,
        royalty: falseRoyalty,
      })
      expect(warnings).toEqual([expect.stringMatching(/^royalty: not read from the chain yet/u)])
      expect(royalty).not.toHaveProperty('tx_id')
      expect((await studio.call('GET', `/nft/collections/${id}/royalty`)).status).toBe(502)
      await studio.close()
    },
  )
})
