import { describe, expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { hexToBytes } from '@noble/hashes/utils.js'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { KeyHash, TxId } from '#cardano/ids.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { scriptToCbor } from '#cardano/scripts.ts'
import { transactionId } from '#cardano/transaction-id.ts'
import { Database } from '#platform/db/database.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { Unit } from '#cardano/value.ts'
import {
  addTokens,
  createCollection,
  errorMessage,
  openStudio,
  testAddress,
  baseAddress,
  type TestStudio,
  tokenBody,
  mainAddress,
} from '../open-studio.ts'
import {
  ada,
  fundedCollection,
  fundingOf,
  mintOf,
  mintReaches,
  mintsPath,
  type MintHarness,
  postMint,
  readMint,
  statusesOf,
} from './mint-harness.ts'
import { until } from '../../support/until.ts'
import { mintTest as it, restartTest } from './mint-test.ts'
import { twoOfThree, waitingForThird, witnessOf } from './two-of-three.ts'

const hexName = (name: string) => Buffer.from(name).toString('hex')
const quantityOf = async (harness: MintHarness, policyId: string, name: string) =>
  (await harness.gateway.assetsOf(policyId)).find(
    ({ unit }) => unit === Unit(policyId + hexName(name)),
  )?.quantity

describe('A mint paid from the collection', () => {
  it('is signed here, sent, and completed; its tokens are MINTING and then COMPLETED', async ({
    harness,
    studio,
  }) => {
    const { id, tokens, address, collection } = await fundedCollection(harness, studio, {
      names: ['One', 'Two', 'Three'],
    })
    const reply = await postMint(studio, id, {
      tokens: [tokens[0]?.id, tokens[2]?.id],
      to: testAddress,
    })
    expect(reply.status).toBe(201)
    const made = mintOf(reply)
    expect(await statusesOf(studio, id)).toEqual({
      One: 'MINTING',
      Two: 'FOR_SALE',
      Three: 'MINTING',
    })
    expect(made).toMatchObject({
      kind: 'tokens',
      status: 'submitting',
      message: null,
      funding_address: address,
      policy_id: collection.policy.policy_id,
      tokens: [
        { asset_name: 'One', address: testAddress },
        { asset_name: 'Three', address: testAddress },
      ],
    })
    const [transaction] = made.transactions
    if (transaction === undefined) throw new Error('no transaction')
    expect(transactionId(hexToBytes(transaction.cbor))).toBe(transaction.tx_id)
    expect(hexToBytes(transaction.cbor)).toHaveLength(transaction.size)
    expect(transaction.signed_by).toEqual(transaction.required_signers)
    expect(transaction).toMatchObject({ missing: [], inputs: [{ address, lovelace: 50_000_000 }] })
    const out = transaction.outputs.reduce((sum, { lovelace }) => sum + lovelace, 0)
    expect(out + transaction.fee).toBe(50_000_000)

    const done = await mintReaches(studio, made, 'completed')
    expect(done.transactions).toMatchObject([{ status: 'confirmed', missing: [], message: null }])
    expect(await statusesOf(studio, id)).toEqual({
      One: 'COMPLETED',
      Two: 'FOR_SALE',
      Three: 'COMPLETED',
    })
    expect(await quantityOf(harness, collection.policy.policy_id, 'One')).toBe(1n)
    const metadata = await harness.gateway.metadata(TxId(transaction.tx_id))
    expect(metadata?.[0]?.json).toMatchObject({
      [collection.policy.policy_id]: { One: { name: 'Name of One' }, Three: {} },
    })
    const left = await fundingOf(studio, id)
    expect(left).toEqual({ address, lovelace: expect.any(Number), reserved_lovelace: 0 })
    const listed = await studio.call('GET', mintsPath(id))
    expect(listed.body).toMatchObject({
      data: [{ id: made.id, status: 'completed' }],
      cursor: null,
    })
  })

  it('goes to many addresses, each token to its own', async ({ harness, studio }) => {
    const { id, tokens, collection } = await fundedCollection(harness, studio, {
      names: ['Aa', 'Bb'],
    })
    const [a, b] = tokens
    const made = mintOf(
      await postMint(studio, id, {
        tokens: 'all',
        to: [
          { address: testAddress, tokens: [a?.id] },
          { address: baseAddress, tokens: [b?.id] },
        ],
      }),
    )
    await mintReaches(studio, made, 'completed')
    const held = async (address: string) =>
      (await harness.gateway.utxosAt(address)).flatMap(({ value }) => [...value.assets.keys()])
    expect(await held(testAddress)).toContain(collection.policy.policy_id + hexName('Aa'))
    expect(await held(baseAddress)).toContain(collection.policy.policy_id + hexName('Bb'))
  })

  it('over several transactions is confirmed as a whole', async ({ harness, studio }) => {
    const names = Array.from({ length: 25 }, (_, index) => `Long${index}`)
    const { id } = await fundedCollection(harness, studio, { names: [], lovelace: 200n * ada })
    for (const batch of [0, 1, 2, 3, 4, 5]) {
      await addTokens(
        studio,
        id,
        ...names.map((name) =>
          tokenBody(`${name}x${batch}`, { custom_attributes: { a: 'x'.repeat(60) } }),
        ),
      )
    }
    const made = mintOf(await postMint(studio, id, { tokens: 'all', to: testAddress }))
    expect(made.transactions.length).toBeGreaterThan(1)
    expect(made.tokens).toHaveLength(150)
    const done = await mintReaches(studio, made, 'completed')
    expect(done.transactions.every(({ status }) => status === 'confirmed')).toBe(true)
    expect(new Set(Object.values(await statusesOf(studio, id)))).toEqual(new Set(['COMPLETED']))
  })
})

describe('A mint of which a part is refused', () => {
  it('keeps what is on chain and frees the rest, which can be minted again', async ({
    harness,
  }) => {
    const rejected = new Set<string>()
    const picky = await harness.open({
      database: ':memory:',
      gateway: {
        ...harness.gateway,
        submit: async (bytes, signal) => {
          if (!rejected.has(transactionId(bytes))) return harness.gateway.submit(bytes, signal)
          const details = { reason: 'FeeTooSmallUTxO', mayHaveArrived: false }
          throw new ColdpressError('rejected', 'The ledger rejected it: its fee is too low.', {
            details,
          })
        },
      },
    })
    const { id } = await fundedCollection(harness, picky, { names: [], lovelace: 200n * ada })
    const attributes = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`a${index}`, 'x'.repeat(60)]),
    )
    const names = Array.from({ length: 15 }, (_, index) => `Part${String(index).padStart(2, '0')}`)
    const bodies = names.map((name) => tokenBody(name, { custom_attributes: attributes }))
    await addTokens(picky, id, ...bodies)
    harness.fakeVault.state.locked = true
    const made = mintOf(await postMint(picky, id, { tokens: 'all', to: testAddress }))
    const [first, second] = made.transactions.map(({ tx_id: txId }) => txId)
    rejected.add(second ?? '')
    harness.fakeVault.state.locked = false
    const failed = await mintReaches(picky, made, 'failed')
    expect(failed.message).toMatch(/its fee is too low/u)
    expect(failed.transactions.map(({ status }) => status)).toEqual(['confirmed', 'rejected'])
    const ofFirst = made.tokens.filter(({ tx_id: txId }) => txId === first)
    const done = Object.entries(await statusesOf(picky, id)).filter(
      ([, now]) => now === 'COMPLETED',
    )
    expect(done.map(([name]) => name)).toEqual(ofFirst.map((token) => token.asset_name))
    const again = mintOf(await postMint(picky, id, { tokens: 'all', to: testAddress }))
    expect(again.tokens).toHaveLength(made.tokens.length - ofFirst.length)
    await mintReaches(picky, again, 'completed')
    await picky.close()
  })
})

describe('A mint is refused', () => {
  it('with the amount that is missing, and nothing is taken', async ({ studio }) => {
    const collection = await createCollection(studio)
    await addTokens(studio, collection.id, tokenBody('Poor'))
    const reply = await postMint(studio, collection.id, { tokens: 'all', to: testAddress })
    expect(errorMessage(reply, 409)).toMatch(
      /^funding: \d+\.\d{6} ADA is still missing; send that much to addr_test1/u,
    )
    expect(await statusesOf(studio, collection.id)).toEqual({ Poor: 'FOR_SALE' })
  })

  it.for([
    [
      'an address of another network',
      { to: mainAddress },
      400,
      /mainnet address, but the network is devnet/u,
    ],
    ['an address that is none', { to: 'addr_test1nonsense' }, 400, /address/u],
    [
      'a token that is not there',
      { tokens: ['01h'] },
      400,
      /^tokens\[0\]: there is no token of this id/u,
    ],
    [
      'no receiver for a token',
      { to: [{ address: testAddress, tokens: ['01h'] }] },
      400,
      /^to\[0\]\.tokens\[0\]: not among tokens; to: nobody receives "Ok"/u,
    ],
    [
      'a signer who is none of the policy',
      { signers: ['ab'.repeat(28)] },
      400,
      /is no key of this policy's script/u,
    ],
    ['no tokens at all', { tokens: [] }, 400, /^tokens: no token, at least one required/u],
    [
      'a time longer than a week',
      { valid_for_seconds: 700_000 },
      400,
      /^valid_for_seconds: above 604800, a week/u,
    ],
  ] as const)(
    'a mint is refused for %s',
    async ([, changes, status, message], { harness, studio }) => {
      const { id } = await fundedOnce(harness, studio)
      const reply = await postMint(studio, id, { tokens: 'all', to: testAddress, ...changes })
      expect(errorMessage(reply, status)).toMatch(message)
      expect(await statusesOf(studio, id)).toEqual({ Ok: 'FOR_SALE' })
    },
  )

  it('for a token that is minted already, here or under the same policy elsewhere', async ({
    harness,
    studio,
  }) => {
    const { policy } = twoOfThree()
    const first = await fundedCollection(harness, studio, { names: ['Same'], more: { policy } })
    const second = await fundedCollection(harness, studio, { names: ['Same'], more: { policy } })
    const made = mintOf(await postMint(studio, first.id, { tokens: 'all', to: testAddress }))
    const rival = await postMint(studio, second.id, { tokens: 'all', to: testAddress })
    expect(errorMessage(rival, 409)).toMatch(/^tokens: "Same": minted under this policy already/u)
    await mintReaches(studio, made, 'completed')
    const again = await postMint(studio, first.id, {
      tokens: [first.tokens[0]?.id],
      to: testAddress,
    })
    expect(errorMessage(again, 409)).toBe(
      'tokens: "Same" is minted already, so it cannot be minted. Choose other tokens.',
    )
    // Another studio knows of it from the chain alone.
    const elsewhere = await harness.open({ database: ':memory:' })
    const third = await fundedCollection(harness, elsewhere, { names: ['Same'], more: { policy } })
    const late = await postMint(elsewhere, third.id, { tokens: 'all', to: testAddress })
    expect(errorMessage(late, 409)).toMatch(/^tokens: "Same": minted under this policy already/u)
    await elsewhere.close()
  })

  it('by a studio on another network than its gateway', async ({ harness }) => {
    await expect(openStudio({ network: 'preprod', gateway: harness.gateway })).rejects.toThrow(
      'gateway: it is of devnet, but the studio is on preprod',
    )
  })

  it('where there is no gateway, or none that answers', async ({ harness }) => {
    const alone = await openStudio()
    const collection = await createCollection(alone)
    await addTokens(alone, collection.id, tokenBody('One'))
    const body = { tokens: 'all', to: testAddress }
    expect(errorMessage(await postMint(alone, collection.id, body), 409)).toMatch(/has no gateway/u)
    expect((await fundingOf(alone, collection.id)).lovelace).toBeNull()
    await alone.close()

    const deaf = async (): Promise<never> => {
      throw new ColdpressError('unreachable', 'The gateway cannot be reached.')
    }
    const cut = await openStudio({ gateway: { ...harness.gateway, tip: deaf } })
    const other = await createCollection(cut)
    await addTokens(cut, other.id, tokenBody('One'))
    errorMessage(await postMint(cut, other.id, body), 502)
    expect(await statusesOf(cut, other.id)).toEqual({ One: 'FOR_SALE' })
    await cut.close()
  })
})

let once: Promise<{ readonly id: string }> | undefined
const fundedOnce = (harness: MintHarness, studio: TestStudio) =>
  (once ??= fundedCollection(harness, studio, { names: ['Ok'] }))

describe('Two mints at once', () => {
  it('for one token: exactly one wins', async ({ harness, studio }) => {
    const { id, address } = await fundedCollection(harness, studio, { names: ['Wanted'] })
    await harness.fundAndWait(address, 50n * ada)
    const body = { tokens: 'all', to: testAddress }
    const replies = await Promise.all([postMint(studio, id, body), postMint(studio, id, body)])
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409'])
    const won = mintOf(replies.find(({ status }) => status === 201) ?? { status: 0, body: null })
    await mintReaches(studio, won, 'completed')
  })

  it('for one input: exactly one wins, and the other gets the reason', async ({
    harness,
    studio,
  }) => {
    const { id, tokens } = await fundedCollection(harness, studio, { names: ['Aa', 'Bb'] })
    const replies = await Promise.all(
      tokens.map((token) => postMint(studio, id, { tokens: [token.id], to: testAddress })),
    )
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409'])
    const lost = replies.find(({ status }) => status === 409)
    if (lost === undefined) throw new Error('both won')
    expect(errorMessage(lost, 409)).toMatch(/promised to transactions on their way/u)
    const won = replies.find(({ status }) => status === 201)
    if (won === undefined) throw new Error('both lost')
    await mintReaches(studio, mintOf(won), 'completed')
    expect(Object.values(await statusesOf(studio, id)).toSorted()).toEqual([
      'COMPLETED',
      'FOR_SALE',
    ])
  })

  it('for inputs of which there are enough: the one that comes second takes others', async ({
    harness,
    studio,
  }) => {
    const { id, tokens, address } = await fundedCollection(harness, studio, { names: ['Aa', 'Bb'] })
    await harness.fundAndWait(address, 50n * ada)
    const replies = await Promise.all(
      tokens.map((token) => postMint(studio, id, { tokens: [token.id], to: testAddress })),
    )
    for (const reply of replies) await mintReaches(studio, mintOf(reply), 'completed')
    expect(Object.values(await statusesOf(studio, id))).toEqual(['COMPLETED', 'COMPLETED'])
  })
})

describe('A mint that waits for witnesses', () => {
  it('of a 2-of-3 policy is completed by a signature from elsewhere, given twice and in cardano-cli form', async ({
    harness,
    studio,
  }) => {
    const { policy, third, id, made, transaction } = await waitingForThird(harness, studio, 'Ours')
    expect(made).toMatchObject({
      status: 'awaiting_witnesses',
      script: policy.script,
      parameters: { min_fee_a: 44, max_tx_size: 16_384 },
    })
    expect(transaction).toMatchObject({ status: 'awaiting_witnesses', missing: [third.keyHash] })
    expect(transaction.signed_by).toHaveLength(2)

    const path = `${mintsPath(id)}/${made.id}/witnesses`
    const send = (...witnesses: (string | object)[]) => studio.call('POST', path, { witnesses })
    const wrong = witnessOf(third, 'ab'.repeat(32))
    expect(errorMessage(await send(wrong), 400)).toMatch(
      new RegExp(
        `^witnesses\\[0\\]: the signature of key ${third.keyHash} is over none of this mint's`,
        'u',
      ),
    )
    const stranger = witnessOf(generatePolicyKey(), transaction.tx_id)
    expect(errorMessage(await send(stranger), 400)).toMatch(/nobody asked key/u)
    expect(errorMessage(await send('nonsense'), 400)).toMatch(
      /^witnesses\[0\]: The file can't be used/u,
    )
    expect((await readMint(studio, made)).status).toBe('awaiting_witnesses')

    const right = JSON.parse(witnessOf(third, transaction.tx_id))
    const sent = mintOf(await send(right, right.cborHex))
    expect(sent).toMatchObject({ status: 'submitting', transactions: [{ missing: [] }] })
    expect(sent.transactions[0]?.tx_id).toBe(transaction.tx_id)
    await mintReaches(studio, made, 'completed')
    expect(errorMessage(await send(right), 409)).toMatch(/is completed, so no witness is awaited/u)
  })

  it('because of its funding is completed by the owner of that address', async ({
    harness,
    studio,
  }) => {
    const owner = generatePolicyKey()
    const address = enterpriseAddress(owner.keyHash, 'devnet')
    await harness.fundAndWait(address, 20n * ada)
    const collection = await createCollection(studio)
    await addTokens(studio, collection.id, tokenBody('Paid'))
    const made = mintOf(
      await postMint(studio, collection.id, {
        tokens: 'all',
        to: testAddress,
        funding: { address },
      }),
    )
    expect(made).toMatchObject({
      status: 'awaiting_witnesses',
      funding_address: address,
      transactions: [{ missing: [owner.keyHash] }],
    })
    const witnesses = made.transactions.map(({ tx_id: txId }) => witnessOf(owner, txId))
    await studio.call('POST', `${mintsPath(collection.id)}/${made.id}/witnesses`, { witnesses })
    await mintReaches(studio, made, 'completed')
  })

  it('because the vault is locked goes on by itself when that is unlocked', async ({
    harness,
    studio,
  }) => {
    const { id } = await fundedCollection(harness, studio, { names: ['Later'] })
    harness.fakeVault.state.locked = true
    const made = mintOf(await postMint(studio, id, { tokens: 'all', to: testAddress }))
    expect(made).toMatchObject({
      status: 'awaiting_witnesses',
      message: 'The vault is locked. Unlock it, then try again.',
    })
    harness.fakeVault.state.locked = false
    await mintReaches(studio, made, 'completed')
  })

  it('can be cancelled: tokens and inputs are free, and the same can be minted again', async ({
    harness,
    studio,
  }) => {
    const { id, collection } = await fundedCollection(harness, studio, { names: ['Back'] })
    harness.fakeVault.state.locked = true
    const body = { tokens: 'all', to: testAddress }
    const made = mintOf(await postMint(studio, id, body))
    const removal = await studio.call('DELETE', `/nft/collections/${id}`)
    expect(errorMessage(removal, 409)).toMatch(/tokens that are MINTING/u)
    const cancelled = await studio.call('POST', `${mintsPath(id)}/${made.id}/cancel`)
    expect(mintOf(cancelled).status).toBe('cancelled')
    expect(await statusesOf(studio, id)).toEqual({ Back: 'FOR_SALE' })
    expect((await fundingOf(studio, id)).reserved_lovelace).toBe(0)
    const twice = await studio.call('POST', `${mintsPath(id)}/${made.id}/cancel`)
    expect(errorMessage(twice, 409)).toBe('the mint is cancelled, so it cannot be cancelled')
    harness.fakeVault.state.locked = false
    const again = mintOf(await postMint(studio, id, body))
    await mintReaches(studio, again, 'completed')
    const late = await studio.call('POST', `${mintsPath(id)}/${again.id}/cancel`)
    expect(errorMessage(late, 409)).toBe('the mint is completed, so it cannot be cancelled')
    expect(await quantityOf(harness, collection.policy.policy_id, 'Back')).toBe(1n)
  })

  it('cancelled, and still with others, is built again only from the same funds', async ({
    harness,
    studio,
  }) => {
    const owner = generatePolicyKey()
    const theirs = enterpriseAddress(owner.keyHash, 'devnet')
    await harness.fundAndWait(theirs, 20n * ada)
    const { id, tokens, address } = await fundedCollection(harness, studio, { names: ['Given'] })
    const given = mintOf(
      await postMint(studio, id, { tokens: 'all', to: testAddress, funding: { address: theirs } }),
    )
    await studio.call('POST', `${mintsPath(id)}/${given.id}/cancel`)
    // A copy of it is with the owner of the funds, who only has to sign it.
    const otherwise = await postMint(studio, id, { tokens: 'all', to: testAddress })
    expect(errorMessage(otherwise, 409)).toMatch(
      /^tokens: "Given" is in a mint that was cancelled .* until 20\S+ it can still be sent/u,
    )
    expect(await statusesOf(studio, id)).toEqual({ Given: 'FOR_SALE' })
    // Under the same name it would be the same token.
    await studio.call('DELETE', `/nft/collections/${id}/tokens/${tokens[0]?.id}`)
    await addTokens(studio, id, tokenBody('Given'))
    errorMessage(await postMint(studio, id, { tokens: 'all', to: testAddress }), 409)
    const same = await postMint(studio, id, {
      tokens: 'all',
      to: baseAddress,
      funding: { address: theirs },
    })
    expect(mintOf(same).transactions[0]?.inputs).toEqual(given.transactions[0]?.inputs)
    await studio.call('POST', `${mintsPath(id)}/${mintOf(same).id}/cancel`)
    expect(address).not.toBe(theirs)
  })

  it('gives its tokens back when its time is over', async ({ harness }) => {
    const ahead = { ms: 0 }
    const slow = await harness.open({
      database: ':memory:',
      gateway: {
        ...harness.gateway,
        tip: async () => {
          const tip = await harness.gateway.tip()
          return { ...tip, slot: tip.slot + BigInt(ahead.ms / 1000) }
        },
      },
    })
    const { id } = await fundedCollection(harness, slow, { names: ['Old'] })
    harness.fakeVault.state.locked = true
    const made = mintOf(
      await postMint(slow, id, { tokens: 'all', to: testAddress, valid_for_seconds: 60 }),
    )
    ahead.ms = 63_000
    const failed = await mintReaches(slow, made, 'failed')
    harness.fakeVault.state.locked = false
    expect(failed.message).toMatch(/before everybody had signed it/u)
    expect(await statusesOf(slow, id)).toEqual({ Old: 'FOR_SALE' })
    await slow.close()
  })
})

describe('The key that pays', () => {
  it('is made once, and kept as a policy where its money is real: backups go by policies', async () => {
    const real = await openStudio({ network: 'preprod' })
    const { id } = await createCollection(real, { name: 'Leaves' })
    const chainAnswer = await Promise.all([fundingOf(real, id), fundingOf(real, id)])
    const [, kept, ...more] = real.fakeVault.policies
    expect(more).toEqual([])
    expect(kept).toMatchObject({
      collectionName: 'Leaves (pays for its mints)',
      scriptCbor: scriptToCbor({ type: 'sig', keyHash: kept?.keys[0]?.keyHash ?? KeyHash('') }),
    })
    const address = enterpriseAddress(kept?.keys[0]?.keyHash ?? KeyHash(''), 'preprod')
    expect(chainAnswer.map((one) => one.address)).toEqual([address, address])
    await real.close()
  })

  it('is no policy where it holds play money', async () => {
    const played = await openStudio()
    await fundingOf(played, (await createCollection(played)).id)
    expect(played.fakeVault.policies[1]).not.toHaveProperty('scriptCbor')
    await played.close()
  })
})

describe('What is left of the funds', () => {
  it('is sent elsewhere as a whole, once', async ({ harness, studio }) => {
    const { id, address } = await fundedCollection(harness, studio, { names: ['Some'] })
    await harness.fundAndWait(address, 5n * ada)
    const owner = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')
    const path = `/nft/collections/${id}/funding/withdraw`
    const reply = await studio.call('POST', path, { to: owner })
    const made = mintOf(reply)
    expect(made).toMatchObject({ kind: 'withdrawal', tokens: [], funding_address: address })
    const twice = await studio.call('POST', path, { to: owner })
    expect(errorMessage(twice, 409)).toBe('funding: nothing that is free is there to be sent')
    await mintReaches(studio, made, 'completed')
    const arrived = (await harness.gateway.utxosAt(owner)).map(({ value }) =>
      Number(value.lovelace),
    )
    const sum = arrived.reduce((total, lovelace) => total + lovelace, 0)
    expect(sum + (made.transactions[0]?.fee ?? 0)).toBe(55_000_000)
    expect((await fundingOf(studio, id)).lovelace).toBe(0)
    expect((await studio.call('DELETE', `/nft/collections/${id}`)).status).toBe(200)
  })

  it('goes to no address of another network, and keeps its collection from being deleted', async ({
    harness,
    studio,
  }) => {
    const { id, address } = await fundedCollection(harness, studio, { names: ['Some'] })
    const path = `/nft/collections/${id}/funding/withdraw`
    const wrong = await studio.call('POST', path, { to: mainAddress })
    expect(errorMessage(wrong, 400)).toMatch(/mainnet address/u)
    const removal = await studio.call('DELETE', `/nft/collections/${id}`)
    expect(errorMessage(removal, 409)).toBe(
      `funding: there is money at the collection's payment address ${address}. Withdraw it, then delete the collection.`,
    )
  })
})

describe('A studio that is ended in the middle of a mint', () => {
  restartTest('goes on with the next start, and the token exists once', async ({ harness }) => {
    const studio = await harness.open()
    const { id, collection } = await fundedCollection(harness, studio, { names: ['Kept'] })
    const mortal = await harness.open({
      gateway: { ...harness.gateway, submit: () => new Promise<never>(() => undefined) },
    })
    await studio.close()
    const made = mintOf(await postMint(mortal, id, { tokens: 'all', to: testAddress }))
    // It hangs in its submission: the intent is written, no answer ever comes.
    await until(async () => (await readMint(mortal, made)).transactions[0]?.status === 'ready')
    await mortal.close()
    const next = await harness.open()
    onTestFinished(() => next.close())
    await mintReaches(next, made, 'completed')
    expect(await quantityOf(harness, collection.policy.policy_id, 'Kept')).toBe(1n)
  })

  restartTest(
    'with a locked vault, before anything was signed, is not signed by the next one: nothing proves who ordered it',
    async ({ harness }) => {
      const studio = await harness.open()
      const { id } = await fundedCollection(harness, studio, { names: ['Unsigned'] })
      harness.fakeVault.state.locked = true
      const made = mintOf(await postMint(studio, id, { tokens: 'all', to: testAddress }))
      await studio.close()
      harness.fakeVault.state.locked = false
      const next = await harness.open()
      onTestFinished(() => next.close())
      await until(
        async () => (await readMint(next, made)).message?.includes('unconfirmed') === true,
      )
      await next.call('POST', `${mintsPath(id)}/${made.id}/cancel`)
      const again = mintOf(await postMint(next, id, { tokens: 'all', to: testAddress }))
      await mintReaches(next, again, 'completed')
    },
  )

  restartTest('survives that the chain takes blocks back', async ({ harness }) => {
    const studio = await harness.open()
    const { id, collection } = await fundedCollection(harness, studio, { names: ['Twice'] })
    const patient = await harness.open({
      database: studio.databasePath,
      following: { pollMs: 20, resendMs: 200, confirmations: 5 },
    })
    await studio.close()
    const made = mintOf(await postMint(patient, id, { tokens: 'all', to: testAddress }))
    const seen = async () => (await readMint(patient, made)).transactions[0]
    await until(async () => (await seen())?.status === 'in_block')
    const height = (await seen())?.block_height ?? 0
    // The chain may grow while it is asked how high it is.
    await until(async () => {
      const tip = await harness.gateway.tip()
      const left = await harness.rollBack(tip.height - height + 1)
      return z.object({ height: z.int() }).parse(left).height < height
    })
    await mintReaches(patient, made, 'completed')
    expect(rollbacksOf(patient, made)).toBe(1)
    expect(await quantityOf(harness, collection.policy.policy_id, 'Twice')).toBe(1n)
    await patient.close()
  })
})

const rollbacksOf = (of: TestStudio, { id }: { readonly id: string }) => {
  const database = new Database(of.databasePath, [])
  const row = z.object({ rollbacks: z.int() })
  const found = database.get(row, 'SELECT rollbacks FROM submissions WHERE holder = :id', { id })
  database.close()
  return found?.rollbacks
}
