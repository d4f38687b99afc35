import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import { collection as wireCollection } from '#contract/collections/collection.ts'
import { type Mint, mintEstimate } from '#contract/mints/mint.ts'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson, scriptToJson } from '#cardano/scripts.ts'
import { unitOf, type Unit } from '#cardano/value.ts'
import { KeyHash, PolicyId } from '#cardano/ids.ts'
import { errorMessage, testAddress, type TestStudio } from '../open-studio.ts'
import {
  fundedCollection,
  fundingOf,
  mintOf,
  mintReaches,
  type MintHarness,
  mintsPath,
  postMint,
  readMint,
  statusesOf,
} from './mint-harness.ts'
import { signWith } from '../../support/ledger.ts'
import { until } from '../../support/until.ts'
import { mintTest as it, restartTest } from './mint-test.ts'
import { witnessOf } from './two-of-three.ts'

/** CIP-19's test vector of a script. */
const scriptAddress = 'addr_test1wrphkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcl6szpr'

const postBurn = (studio: TestStudio, collectionId: string, body: object) =>
  studio.call('POST', `/nft/collections/${collectionId}/burns`, body)

const unit = (policyId: string, name: string): Unit =>
  unitOf(PolicyId(policyId), Buffer.from(name).toString('hex'))

const heldAt = async (harness: MintHarness, address: string): Promise<readonly Unit[]> =>
  (await harness.gateway.utxosAt(address)).flatMap(({ value }) => [...value.assets.keys()])

/** A collection whose tokens are minted to `to`; default: its payment address. */
const mintedCollection = async (
  harness: MintHarness,
  studio: TestStudio,
  names: readonly string[],
  { to, more = {} }: { readonly to?: string; readonly more?: object } = {},
) => {
  const made = await fundedCollection(harness, studio, { names, more })
  const mint = mintOf(await postMint(studio, made.id, { tokens: 'all', to: to ?? made.address }))
  await mintReaches(studio, mint, 'completed')
  const ids = new Map(made.tokens.map(({ asset_name: name, id }) => [name, id]))
  return {
    ...made,
    policyId: made.collection.policy.policy_id,
    idsOf: (...some: readonly string[]) => some.map((name) => ids.get(name)),
  }
}

/** An address of a key that is not in the vault. */
const stranger = () => {
  const key = generatePolicyKey()
  return { key, address: enterpriseAddress(key.keyHash, 'devnet') }
}

describe('A burn of tokens at the payment address', () => {
  it('makes them BURNED once it is confirmed, and the figures follow', async ({
    harness,
    studio,
  }) => {
    const { id, address, policyId, idsOf } = await mintedCollection(harness, studio, [
      'One',
      'Two',
      'Three',
    ])
    const before = await fundingOf(studio, id)
    const asked = { tokens: idsOf('One', 'Three') }
    const path = `/nft/collections/${id}/burns/estimate`
    const cost = mintEstimate.parse((await studio.call('POST', path, asked)).body)
    expect(cost).toMatchObject({ tokens: 2, transactions: 1, with_tokens: 0, missing: 0, address })
    const reply = await postBurn(studio, id, asked)
    expect(reply.status).toBe(201)
    const made = mintOf(reply)
    expect(made).toMatchObject({
      kind: 'burn',
      status: 'submitting',
      funding_address: address,
      tokens: [
        { asset_name: 'One', address },
        { asset_name: 'Three', address },
      ],
    })
    expect(made.transactions[0]?.fee).toBe(cost.fees)
    expect(await statusesOf(studio, id)).toEqual({
      One: 'COMPLETED',
      Two: 'COMPLETED',
      Three: 'COMPLETED',
    })
    await mintReaches(studio, made, 'completed')
    expect(await statusesOf(studio, id)).toEqual({
      One: 'BURNED',
      Two: 'COMPLETED',
      Three: 'BURNED',
    })
    expect(await heldAt(harness, address)).toEqual([unit(policyId, 'Two')])
    expect(await harness.gateway.assetsOf(policyId)).toEqual(
      expect.arrayContaining([
        { unit: unit(policyId, 'One'), quantity: 0n },
        { unit: unit(policyId, 'Two'), quantity: 1n },
        { unit: unit(policyId, 'Three'), quantity: 0n },
      ]),
    )
    const after = await fundingOf(studio, id)
    expect((before.lovelace ?? 0) - (after.lovelace ?? 0)).toBe(cost.fees)
    expect(after.lovelace).toBe(cost.left)
    const { body } = await studio.call('GET', `/nft/collections/${id}`)
    expect(wireCollection.parse(body)).toMatchObject({
      token_count: 3,
      token_for_sale_count: 0,
      token_burned_count: 2,
      token_minted_count: 1,
    })
    const burned = await studio.call('GET', `/nft/collections/${id}/tokens?status=BURNED`)
    expect(burned.body).toMatchObject({ data: [{ asset_name: 'Three' }, { asset_name: 'One' }] })
  })

  it('is final: a burned token is neither minted, sold, burned nor changed again', async ({
    harness,
    studio,
  }) => {
    const { id, idsOf } = await mintedCollection(harness, studio, ['Gone'])
    const [gone] = idsOf('Gone')
    await mintReaches(studio, mintOf(await postBurn(studio, id, { tokens: [gone] })), 'completed')
    const mint = await postMint(studio, id, { tokens: [gone], to: testAddress })
    expect(errorMessage(mint, 409)).toMatch(/"Gone" was burned, for good.*minted again/u)
    const sale = await studio.call('POST', `/nft/collections/${id}/sales`, {
      type: 'fixed',
      price: 5_000_000,
      reservation_time: 600,
      tokens: [gone],
    })
    expect(errorMessage(sale, 409)).toMatch(/burned/u)
    expect(errorMessage(await postBurn(studio, id, { tokens: [gone] }), 409)).toBe(
      'tokens: "Gone" is burned already',
    )
    const removal = await studio.call('DELETE', `/nft/collections/${id}/tokens/${gone}`)
    expect(errorMessage(removal, 409)).toMatch(/is burned/u)
    const withMinted = await studio.call('DELETE', `/nft/collections/${id}/with-minted`)
    expect(withMinted.status).toBe(200)
  })

  it('is held until its release, and leaves no trace when it is cancelled', async ({
    harness,
    studio,
  }) => {
    const { id, idsOf } = await mintedCollection(harness, studio, ['Kept', 'Other'])
    const held = mintOf(await postBurn(studio, id, { tokens: idsOf('Kept'), hold: true }))
    expect(held).toMatchObject({ status: 'awaiting_witnesses', held: true })
    const second = await postBurn(studio, id, { tokens: idsOf('Other', 'Kept') })
    expect(errorMessage(second, 409)).toBe(
      `tokens: "Kept" is in the burn ${held.id}, which is not over; finish or cancel that first`,
    )
    const removal = await studio.call('DELETE', `/nft/collections/${id}/with-minted`)
    expect(errorMessage(removal, 409)).toMatch(/mint on its way/u)
    mintOf(await studio.call('POST', `${mintsPath(id)}/${held.id}/cancel`))
    expect(await statusesOf(studio, id)).toEqual({ Kept: 'COMPLETED', Other: 'COMPLETED' })
    const again = mintOf(await postBurn(studio, id, { tokens: idsOf('Kept'), hold: true }))
    await studio.call('POST', `${mintsPath(id)}/${again.id}/release`)
    await mintReaches(studio, again, 'completed')
    expect(await statusesOf(studio, id)).toEqual({ Kept: 'BURNED', Other: 'COMPLETED' })
  })
})

describe('A burn of tokens at the address of another key', () => {
  it('waits for a signature of that key; all else goes back there', async ({ harness, studio }) => {
    const { key, address } = stranger()
    const { id, policyId, idsOf } = await mintedCollection(harness, studio, ['Aa', 'Bb', 'Cc'], {
      to: address,
    })
    const before = await harness.gateway.utxosAt(address)
    const made = mintOf(
      await postBurn(studio, id, { tokens: idsOf('Aa', 'Bb'), addresses: [address] }),
    )
    expect(made).toMatchObject({ status: 'awaiting_witnesses', missing_here: [] })
    const [transaction] = made.transactions
    expect(transaction?.missing).toEqual([key.keyHash])
    const witnesses = [witnessOf(key, transaction?.tx_id ?? '')]
    mintOf(await studio.call('POST', `${mintsPath(id)}/${made.id}/witnesses`, { witnesses }))
    await mintReaches(studio, made, 'completed')
    expect(await statusesOf(studio, id)).toEqual({ Aa: 'BURNED', Bb: 'BURNED', Cc: 'COMPLETED' })
    const after = await harness.gateway.utxosAt(address)
    const lovelace = (utxos: typeof after) =>
      utxos.reduce((sum, { value }) => sum + value.lovelace, 0n)
    expect(lovelace(after)).toBe(lovelace(before))
    expect(await heldAt(harness, address)).toEqual([unit(policyId, 'Cc')])
  })

  it('is signed here where the vault has that key', async ({ harness, studio }) => {
    const { key, address } = stranger()
    harness.fakeVault.kept.set(key.keyHash, writeSigningKey(key, 'bech32').text())
    const { id, idsOf } = await mintedCollection(harness, studio, ['Here'], { to: address })
    const made = mintOf(await postBurn(studio, id, { tokens: idsOf('Here'), addresses: [address] }))
    await mintReaches(studio, made, 'completed')
    expect(await statusesOf(studio, id)).toEqual({ Here: 'BURNED' })
  })

  it('makes its tokens BURNED too when others send it after it was cancelled', async ({
    harness,
    studio,
  }) => {
    const { key, address } = stranger()
    const { id, idsOf } = await mintedCollection(harness, studio, ['Late'], { to: address })
    const made = mintOf(await postBurn(studio, id, { tokens: idsOf('Late'), addresses: [address] }))
    const [transaction] = made.transactions
    mintOf(await studio.call('POST', `${mintsPath(id)}/${made.id}/cancel`))
    const signers = transaction?.missing.map(KeyHash) ?? []
    await harness.gateway.submit(signWith(hexToBytes(transaction?.cbor ?? ''), signers, [key]))
    await until(async () => (await statusesOf(studio, id))['Late'] === 'BURNED')
    expect((await readMint(studio, made)).status).toBe('completed')
  })
})

describe('A burn under a policy whose key is elsewhere', () => {
  it('waits for a signature of the policy', async ({ harness, studio }) => {
    const key = generatePolicyKey()
    const script = scriptFromJson({ type: 'sig', keyHash: key.keyHash })
    const policy = { lock: false, policy_id: policyIdOf(script), script: scriptToJson(script) }
    const { id, tokens, address } = await fundedCollection(harness, studio, {
      names: ['Watched'],
      more: { policy },
    })
    const signed = async (parked: Mint): Promise<void> => {
      const [transaction] = parked.transactions
      expect(transaction?.missing).toEqual([key.keyHash])
      const witnesses = [witnessOf(key, transaction?.tx_id ?? '')]
      await studio.call('POST', `${mintsPath(id)}/${parked.id}/witnesses`, { witnesses })
      await mintReaches(studio, parked, 'completed')
    }
    await signed(mintOf(await postMint(studio, id, { tokens: 'all', to: address })))
    await signed(mintOf(await postBurn(studio, id, { tokens: tokens.map((token) => token.id) })))
    expect(await statusesOf(studio, id)).toEqual({ Watched: 'BURNED' })
  })
})

describe('A burn that cannot be', () => {
  it('names the token, the reason and what to do', async ({ harness, studio }) => {
    const { id, tokens } = await fundedCollection(harness, studio, { names: ['Open', 'Minting'] })
    const [open, minting] = tokens
    const burn = (...some: readonly (typeof open)[]) =>
      postBurn(studio, id, { tokens: some.map((token) => token?.id) })
    expect(errorMessage(await burn(open), 409)).toBe(
      'tokens: "Open" is not minted, so there is nothing to burn; delete it instead',
    )
    const made = mintOf(await postMint(studio, id, { tokens: [minting?.id], to: testAddress }))
    expect(errorMessage(await burn(minting), 409)).toBe(
      'tokens: "Minting" is being minted; wait until the mint is complete',
    )
    await mintReaches(studio, made, 'completed')
    const { address } = await fundingOf(studio, id)
    expect(errorMessage(await burn(minting), 409)).toBe(
      `tokens: "Minting": it is not at ${address} but at ${testAddress}. Name that address; whoever has its key signs the burn too`,
    )
    await studio.call('POST', `/nft/collections/${id}/sales`, {
      type: 'fixed',
      price: 5_000_000,
      reservation_time: 600,
      tokens: [open?.id],
    })
    expect(errorMessage(await burn(open), 409)).toBe(
      'tokens: "Open" is reserved for a sale and not minted; cancel or finish the sale first',
    )
    const atScript = await postBurn(studio, id, {
      tokens: [minting?.id],
      addresses: [scriptAddress],
    })
    expect(errorMessage(atScript, 400)).toMatch(/^addresses\[0\]: it is that of a script/u)
    const many = await postBurn(studio, id, {
      tokens: [minting?.id],
      addresses: Array.from({ length: 21 }, () => address),
    })
    expect(errorMessage(many, 400)).toMatch(/above 20 addresses/u)
    expect(errorMessage(await postBurn(studio, id, { tokens: [] }), 400)).toMatch(/no token/u)
    // Whoever burns names each token.
    expect((await postBurn(studio, id, { tokens: 'all' })).status).toBe(400)
  })

  it('is refused by a locked policy before anything is built', async ({ harness, studio }) => {
    const key = generatePolicyKey()
    const { slot } = await harness.gateway.tip()
    const script = scriptFromJson({
      type: 'all',
      scripts: [
        { type: 'sig', keyHash: key.keyHash },
        { type: 'before', slot: Number(slot) + 1_000 },
      ],
    })
    const policy = {
      policy_id: policyIdOf(script),
      script: scriptToJson(script),
      signing_keys: [writeSigningKey(key, 'bech32').text()],
      lock: true,
    }
    const { id, idsOf } = await mintedCollection(harness, studio, ['Late'], { more: { policy } })
    const later = await harness.open({
      gateway: {
        ...harness.gateway,
        tip: async () => {
          const tip = await harness.gateway.tip()
          return { ...tip, slot: tip.slot + 2_000n }
        },
      },
    })
    const reply = await postBurn(later, id, { tokens: idsOf('Late') })
    expect(errorMessage(reply, 409)).toMatch(
      /^policy: it locked at slot .*nothing can be minted or burned under it any more/u,
    )
    await later.close()
    expect(await statusesOf(studio, id)).toEqual({ Late: 'COMPLETED' })
  })
})

describe('A burn whose block is rolled back', () => {
  restartTest('leaves its token COMPLETED until it is confirmed', async ({ harness }) => {
    const studio = await harness.open({
      following: { pollMs: 20, resendMs: 200, confirmations: 5 },
    })
    const { id, idsOf } = await mintedCollection(harness, studio, ['Twice'])
    const made = mintOf(await postBurn(studio, id, { tokens: idsOf('Twice') }))
    const seen = async () => (await readMint(studio, made)).transactions[0]
    await until(async () => (await seen())?.status === 'in_block')
    const height = (await seen())?.block_height ?? 0
    await until(async () => {
      const tip = await harness.gateway.tip()
      const left = await harness.rollBack(tip.height - height + 1)
      return z.object({ height: z.int() }).parse(left).height < height
    })
    expect(await statusesOf(studio, id)).toEqual({ Twice: 'COMPLETED' })
    await mintReaches(studio, made, 'completed')
    expect(await statusesOf(studio, id)).toEqual({ Twice: 'BURNED' })
    await studio.close()
  })
})
