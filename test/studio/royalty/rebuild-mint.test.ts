import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { Database } from '#platform/db/database.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { baseAddress, errorMessage, testAddress, type TestStudio } from '../open-studio.ts'
import {
  fundedCollection,
  type MintHarness,
  mintOf,
  mintReaches,
  mintsPath,
  postMint,
  readMint,
  royaltyOf,
  statusesOf,
} from '../mints/mint-harness.ts'
import { mintTest as it } from '../mints/mint-test.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { until } from '../../support/until.ts'
import { witnessOf } from '../mints/two-of-three.ts'
import { watchedPolicy } from '../mints/watched-policy.ts'

const otherAddress = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')
const royalty = { address: [baseAddress.slice(0, 60), baseAddress.slice(60)], rate: '0.125' }

/** A studio whose chain stands, and can be put ahead, with a paid collection whose key is elsewhere. */
const openAhead = async (
  harness: MintHarness,
  names: readonly string[],
  more: object = {},
  marginSlots = 2n,
) => {
  const ahead = { slots: 0n }
  const { slot } = await harness.gateway.tip()
  /** Why the ledger rejects what is sent next, one after the other. */
  const rejections: string[] = []
  const studio = await harness.open({
    database: join(temporaryFolder(), 'studio.db'),
    following: { pollMs: 20, resendMs: 200, marginSlots },
    gateway: {
      ...harness.gateway,
      tip: async () => ({ ...(await harness.gateway.tip()), slot: slot + ahead.slots }),
      submit: async (bytes, signal) => {
        const reason = rejections.shift()
        if (reason === undefined) return harness.gateway.submit(bytes, signal)
        throw new ColdpressError('rejected', `The ledger rejected it: ${reason}`, {
          details: { reason, mayHaveArrived: false },
        })
      },
    },
  })
  const { key, policy } = watchedPolicy()
  const { id, tokens } = await fundedCollection(harness, studio, {
    names,
    more: { policy, ...more },
  })
  const path = (made: Mint, action: string) => `${mintsPath(id)}/${made.id}/${action}`
  const post = (made: Mint, action: string, body: object = {}) =>
    studio.call('POST', path(made, action), body)
  const sign = (made: Mint, target = made) =>
    post(target, 'witnesses', {
      witnesses: made.transactions.map(({ tx_id: txId }) => witnessOf(key, txId)),
    })
  return { studio, ahead, rejections, id, tokens, post, sign }
}

const endOf = ({ transactions: [first] }: Mint) => first?.valid_until_slot

const mintBriefly = (studio: TestStudio, id: string, more: object = {}) =>
  postMint(studio, id, { tokens: 'all', to: testAddress, valid_for_seconds: 600, ...more })

describe('A mint whose time ended before it was signed', () => {
  it('is built again with the same tokens and receivers, and refuses the old signatures by name of the new one', async ({
    harness,
  }) => {
    const { studio, ahead, id, tokens, post, sign } = await openAhead(harness, ['Leaf1', 'Leaf2'])
    const [first, second] = tokens
    const to = [
      { address: testAddress, tokens: [first?.id] },
      { address: baseAddress, tokens: [second?.id] },
    ]
    const old = mintOf(await mintBriefly(studio, id, { to }))
    expect(errorMessage(await post(old, 'rebuild'), 409)).toMatch(/can still be signed/u)
    ahead.slots = 603n
    await mintReaches(studio, old, 'failed')
    expect(errorMessage(await sign(old), 409)).toMatch(
      /ended at 20\S+, so signatures over its file are worth nothing\. Build it again/u,
    )
    ahead.slots = 0n
    const again = mintOf(await post(old, 'rebuild', { valid_for_seconds: 3_600 }))
    expect(again).toMatchObject({ status: 'awaiting_witnesses', replaces: old.id, kind: 'tokens' })
    const received = ({ tokens: all }: Mint) => all.map((one) => [one.asset_name, one.address])
    expect(received(again)).toEqual(received(old))
    expect(await readMint(studio, old)).toMatchObject({ replaced_by: again.id })
    expect(errorMessage(await sign(old), 409)).toContain(
      `it was built again as mint ${again.id}. Signatures over the old file are worth nothing: sign the file of mint ${again.id}.`,
    )
    expect(errorMessage(await post(old, 'rebuild'), 409)).toContain(again.id)
    mintOf(await sign(again))
    await mintReaches(studio, again, 'completed')
    expect(await statusesOf(studio, id)).toEqual({ Leaf1: 'COMPLETED', Leaf2: 'COMPLETED' })
    await studio.close()
  })

  it('takes no signature although the chain has not decided yet, and is not built again before', async ({
    harness,
  }) => {
    const { studio, ahead, id, post, sign } = await openAhead(harness, ['Leaf'], {}, 1_000n)
    const old = mintOf(await mintBriefly(studio, id))
    ahead.slots = 601n
    expect(errorMessage(await sign(old), 409)).toMatch(
      /^the time of mint .* ended at 20\S+, so signatures over its file are worth nothing/u,
    )
    expect(errorMessage(await post(old, 'rebuild'), 409)).toMatch(/a block may still hold it/u)
    await studio.close()
  })

  it('with its royalty token is the same round again', async ({ harness }) => {
    const { studio, ahead, id, post, sign } = await openAhead(harness, ['Leaf'], { royalty })
    const shown = { rate: '0.125', address: baseAddress }
    const old = mintOf(await mintBriefly(studio, id, { royalty: shown }))
    ahead.slots = 603n
    await mintReaches(studio, old, 'failed')
    ahead.slots = 0n
    const again = mintOf(await post(old, 'rebuild'))
    expect(again).toMatchObject({ with_royalty: true, replaces: old.id })
    // As long as before.
    expect(endOf(again)).toBe(endOf(old))
    mintOf(await sign(again))
    await mintReaches(studio, again, 'completed')
    await studio.close()
  })

  it('or that the ledger rejected is built again at once, although the same bytes come of it', async ({
    harness,
  }) => {
    const { studio, rejections, id, post, sign } = await openAhead(harness, ['Leaf'])
    const old = mintOf(await mintBriefly(studio, id))
    rejections.push('FeeTooSmallUTxO')
    mintOf(await sign(old))
    await mintReaches(studio, old, 'failed')
    const again = mintOf(await post(old, 'rebuild'))
    const txIds = ({ transactions }: Mint) => transactions.map(({ tx_id: txId }) => txId)
    expect(txIds(again)).toEqual(txIds(old))
    await mintReaches(studio, again, 'completed')
    const { status, transactions } = await readMint(studio, old)
    expect([status, transactions[0]?.status]).toEqual(['failed', 'rejected'])
    await studio.close()
  })

  it('is not built again for receivers that somebody wrote into the database', async ({
    harness,
  }) => {
    const { studio, ahead, id, post } = await openAhead(harness, ['Leaf'])
    const old = mintOf(await mintBriefly(studio, id))
    ahead.slots = 603n
    await mintReaches(studio, old, 'failed')
    ahead.slots = 0n
    const database = new Database(studio.databasePath, [])
    const thief = { thief: otherAddress }
    database.run('UPDATE mint_tokens SET address = :thief', thief)
    database.run('UPDATE mints SET funding_address = :thief', thief)
    database.close()
    const again = mintOf(await post(old, 'rebuild'))
    expect(again.tokens.map(({ address }) => address)).toEqual([testAddress])
    expect(again.funding_address).not.toBe(otherAddress)
    await studio.close()
  })
})

describe('A royalty token', () => {
  it('has the time to sign that was chosen, and is built again when it ended', async ({
    harness,
  }) => {
    const { studio, ahead, id, post, sign } = await openAhead(harness, [], { royalty })
    const confirmation = { rate: '0.125', address: baseAddress, valid_for_seconds: 86_400 }
    await studio.call('POST', `/nft/collections/${id}/royalty/confirm`, confirmation)
    await until(async () => (await royaltyOf(studio, id)).mint_id !== null)
    const { mint_id: mintId } = await royaltyOf(studio, id)
    const read = async () => mintOf(await studio.call('GET', `${mintsPath(id)}/${mintId}`))
    const old = await read()
    expect(errorMessage(await post(old, 'rebuild'), 409)).toMatch(/can still be signed/u)
    ahead.slots = 86_403n
    await mintReaches(studio, old, 'failed')
    ahead.slots = 0n
    const again = mintOf(await post(old, 'rebuild'))
    expect(again).toMatchObject({ kind: 'royalty', replaces: old.id })
    expect(endOf(again)).toBe(endOf(old))
    mintOf(await sign(again))
    await mintReaches(studio, again, 'completed')
    expect(await royaltyOf(studio, id)).toMatchObject({ status: 'minted' })
    await studio.close()
  })
})
