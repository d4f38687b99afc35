import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, onTestFinished } from 'vitest'
import { type PolicyKey } from '#cardano/keys.ts'
import { Unit } from '#cardano/value.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import {
  addTokens,
  baseAddress,
  createCollection,
  errorMessage,
  openStudio,
  testAddress,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import {
  ada,
  fundingOf,
  type MintHarness,
  mintOf,
  mintReaches,
  mintsPath,
  postMint,
  royaltyOf,
  statusesOf,
} from '../mints/mint-harness.ts'
import { until } from '../../support/until.ts'
import { mintTest as it } from '../mints/mint-test.ts'
import { witnessOf } from '../mints/two-of-three.ts'
import { watchedPolicy } from '../mints/watched-policy.ts'

const royalty = { address: [baseAddress.slice(0, 60), baseAddress.slice(60)], rate: '0.125' }
const shown = { rate: '0.125', address: baseAddress }
const names = Array.from({ length: 160 }, (_, at) => `Leaf${String(at).padStart(3, '0')}`)

/** A paid collection with a royalty whose key is not in the vault. */
const watched = async (
  harness: MintHarness,
  studio: TestStudio,
  some = names,
  // Two outputs, neither of which is enough for all.
  outputs = [9n * ada, 9n * ada],
) => {
  const { key, policy } = watchedPolicy()
  const { id } = await createCollection(studio, { name: 'Leaves', royalty, policy })
  for (let at = 0; at < some.length; at += 25)
    await addTokens(studio, id, ...some.slice(at, at + 25).map((name) => tokenBody(name)))
  const { address } = await fundingOf(studio, id)
  for (const lovelace of outputs) await harness.fundAndWait(address, lovelace)
  return { id, key, policyId: policy.policy_id, address }
}

const round = (studio: TestStudio, id: string, more: object = {}) =>
  postMint(studio, id, { tokens: 'all', to: testAddress, royalty: shown, ...more })

const signAll = (studio: TestStudio, made: Mint, key: PolicyKey) =>
  studio.call('POST', `${mintsPath(made.collection_id)}/${made.id}/witnesses`, {
    witnesses: made.transactions.map(({ tx_id: txId }) => witnessOf(key, txId)),
  })

describe('A round of a royalty token and tokens', () => {
  it('is one mint whose royalty token comes first, signed at once and sent in order', async ({
    harness,
    studio,
  }) => {
    const { id, key, policyId } = await watched(harness, studio)
    const estimate = await studio.call('POST', `${mintsPath(id)}/estimate`, {
      tokens: 'all',
      to: testAddress,
      royalty: shown,
    })
    // Paid for, the royalty token was built by itself already, and waits for its signature.
    await until(async () => (await royaltyOf(studio, id)).status === 'awaiting_witnesses')
    const alone = (await royaltyOf(studio, id)).mint_id
    const made = mintOf(await round(studio, id))
    expect(made.id).not.toBe(alone)
    const before = await studio.call('GET', `${mintsPath(id)}/${alone}`)
    expect(mintOf(before).status).toBe('cancelled')
    expect(made).toMatchObject({
      kind: 'tokens',
      with_royalty: true,
      status: 'awaiting_witnesses',
    })
    expect(estimate.body).toMatchObject({
      transactions: made.transactions.length,
      fees: made.transactions.reduce((sum, { fee }) => sum + fee, 0),
      missing: 0,
    })
    expect(made.transactions.length).toBeGreaterThan(2)
    const [first, ...rest] = made.transactions
    expect(first?.inputs).toHaveLength(2)
    const brought = new Set([first?.tx_id])
    for (const { tx_id: txId, inputs } of rest) {
      expect(inputs.every((input) => brought.has(input.tx_id))).toBe(true)
      brought.add(txId)
    }
    expect(await royaltyOf(studio, id)).toMatchObject({
      status: 'awaiting_witnesses',
      confirmed: true,
      mint_id: made.id,
    })
    expect(errorMessage(await round(studio, id), 409)).toContain(
      `royalty: its token is under way in mint ${made.id}`,
    )
    mintOf(await signAll(studio, made, key))
    await mintReaches(studio, made, 'completed')
    expect(await royaltyOf(studio, id)).toMatchObject({ status: 'minted', tx_id: first?.tx_id })
    expect(await harness.gateway.asset(Unit(policyId))).toMatchObject({
      quantity: 1n,
      firstMintedIn: first?.tx_id,
    })
    expect(Object.values(await statusesOf(studio, id)).every((one) => one === 'COMPLETED')).toBe(
      true,
    )
    expect(errorMessage(await round(studio, id), 409)).toContain('minted already')
  })

  it('is built again where its royalty token was built by itself meanwhile, with the same funds', async ({
    harness,
  }) => {
    const [entered, built] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isHeldUp = false
    const utxosAt: Gateway['utxosAt'] = async (address) => {
      const found = await harness.gateway.utxosAt(address)
      if (isHeldUp) {
        entered.resolve()
        await built.promise
      }
      return found
    }
    const slow = await openStudio(
      { gateway: { ...harness.gateway, utxosAt }, fund: harness.fund },
      harness.fakeVault,
    )
    onTestFinished(() => slow.close())
    const { id } = await watched(harness, slow, names.slice(0, 2), [9n * ada])
    isHeldUp = true
    const made = round(slow, id)
    await entered.promise
    const quick = await harness.open({ database: slow.databasePath })
    onTestFinished(() => quick.close())
    await until(async () => (await royaltyOf(quick, id)).status === 'awaiting_witnesses')
    isHeldUp = false
    built.resolve()
    expect(mintOf(await made)).toMatchObject({ with_royalty: true, status: 'awaiting_witnesses' })
  })

  it('cannot be sent without its royalty token, and is built again after it was cancelled', async ({
    harness,
    studio,
  }) => {
    // Of two outputs either may pay, and a copy of a cancelled mint is void only once its own is spent.
    const { id, key } = await watched(harness, studio, ['Lost1', 'Lost2'], [9n * ada])
    const made = mintOf(await round(studio, id, { valid_for_seconds: 60 }))
    const [first, second] = made.transactions
    // Only the tokens are signed: without the royalty's transaction nobody can send them.
    const path = `${mintsPath(id)}/${made.id}`
    const partly = await studio.call('POST', `${path}/witnesses`, {
      witnesses: [witnessOf(key, second?.tx_id ?? '')],
    })
    expect(mintOf(partly).status).toBe('awaiting_witnesses')
    const signed = mintOf(partly).transactions[1]?.cbor ?? ''
    await expect(harness.gateway.submit(hexToBytes(signed))).rejects.toMatchObject({
      code: 'rejected',
    })
    mintOf(await studio.call('POST', `${path}/cancel`))
    expect(await statusesOf(studio, id)).toEqual({ Lost1: 'FOR_SALE', Lost2: 'FOR_SALE' })
    expect(first).toBeDefined()
    // What was confirmed once does not make the studio mint the royalty token by itself.
    const again = mintOf(await round(studio, id))
    mintOf(await signAll(studio, again, key))
    await mintReaches(studio, again, 'completed')
  })

  it('never sends the tokens when the ledger rejects the royalty token, and frees them', async ({
    harness,
  }) => {
    const sent: Uint8Array[] = []
    const rejecting = await harness.open({
      database: ':memory:',
      gateway: {
        ...harness.gateway,
        submit: async (bytes) => {
          sent.push(bytes)
          throw new ColdpressError('rejected', 'the ledger rejects it', {
            details: { reason: 'FeeTooSmallUTxO' },
          })
        },
      },
    })
    const { id, key } = await watched(harness, rejecting, ['Lost1', 'Lost2'])
    const made = mintOf(await round(rejecting, id))
    await signAll(rejecting, made, key)
    const failed = await mintReaches(rejecting, made, 'failed')
    expect(sent).toHaveLength(1)
    expect(failed.transactions.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(failed.transactions[1]?.message).toMatch(/never reached the chain, so neither can it/u)
    expect(await statusesOf(rejecting, id)).toEqual({ Lost1: 'FOR_SALE', Lost2: 'FOR_SALE' })
    await rejecting.close()
  })

  it('is refused for another royalty than was shown, and for a collection without one', async ({
    harness,
    studio,
  }) => {
    const { id } = await watched(harness, studio, ['Only'])
    const other = { ...shown, rate: '0.5' }
    expect(errorMessage(await round(studio, id, { royalty: other }), 409)).toMatch(
      /^royalty: it is .*Look at it again/u,
    )
    expect(await royaltyOf(studio, id)).toMatchObject({ confirmed: true })
    const plain = await createCollection(studio, { name: 'Plain' })
    await addTokens(studio, plain.id, tokenBody('One'))
    expect(errorMessage(await round(studio, plain.id), 409)).toContain('created without one')
  })
})
