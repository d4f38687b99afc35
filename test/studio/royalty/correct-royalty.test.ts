import { describe, expect } from 'vitest'
import { z } from 'zod'
import { collection } from '#contract/collections/collection.ts'
import type { PolicyKeys } from '#keys/operations.ts'
import type { SealKind } from '#keys/seal/seal.ts'
import { Database } from '#platform/db/database.ts'
import {
  baseAddress,
  createCollection,
  errorMessage,
  testAddress,
  type TestStudio,
} from '../open-studio.ts'
import { ada, fundingOf, openMintHarness, royaltyOf } from '../mints/mint-harness.ts'
import { mintTest as it } from '../mints/mint-test.ts'
import { until } from '../../support/until.ts'

const royalty = { address: [testAddress], rate: 0.05 }
const corrected = { address: [baseAddress.slice(0, 60), baseAddress.slice(60)], rate: '0.1' }

const correct = (studio: TestStudio, id: string, wanted: object = corrected) =>
  studio.call('PATCH', `/nft/collections/${id}`, { royalty: wanted })
const confirm = (studio: TestStudio, id: string, terms = { rate: '0.1', address: baseAddress }) =>
  studio.call('POST', `/nft/collections/${id}/royalty/confirm`, terms)
const read = async (studio: TestStudio, id: string) =>
  collection.parse((await studio.call('GET', `/nft/collections/${id}`)).body)
const rateOf = async (studio: TestStudio, id: string) =>
  (await read(studio, id)).royalty?.metadata?.['777'].rate

/** Pays for the royalty token, and waits until the chain has it. */
const mintIt = async (studio: TestStudio, pay: (address: string) => Promise<void>, id: string) => {
  const { address } = await royaltyOf(studio, id)
  await pay(address ?? '')
  await until(async () => (await royaltyOf(studio, id)).status === 'minted')
}
const sealsOf = (studio: TestStudio, id: string) => {
  const database = new Database(studio.databasePath, [])
  const seals = database.all(
    z.object({ kind: z.string(), text: z.string(), signature: z.string() }),
    'SELECT kind, text, signature FROM seals WHERE id = :id ORDER BY kind',
    { id },
  )
  database.close()
  return seals
}

describe('A royalty that is corrected', () => {
  it('is what the collection says, and has to be confirmed again, also if it comes back', async ({
    harness,
    studio,
  }) => {
    const { id } = await createCollection(studio, { royalty })
    expect(await royaltyOf(studio, id)).toMatchObject({ confirmed: true })
    expect(await correct(studio, id)).toMatchObject({
      status: 200,
      body: { royalty: { metadata: { '777': { addr: corrected.address, rate: '0.1' } } } },
    })
    expect(await royaltyOf(studio, id)).toMatchObject({ confirmed: false, amount: null })
    expect((await correct(studio, id, royalty)).status).toBe(200)
    expect(await royaltyOf(studio, id)).toMatchObject({ confirmed: false })
    await correct(studio, id)
    await harness.fundAndWait((await fundingOf(studio, id)).address, 10n * ada)
    await studio.call('POST', `/nft/collections/${id}/royalty`)
    expect(await royaltyOf(studio, id)).toMatchObject({ status: 'unpaid', mint_id: null })
    expect((await confirm(studio, id)).status).toBe(200)
    await until(async () => (await royaltyOf(studio, id)).status === 'minted')
    expect((await royaltyOf(studio, id)).on_chain).toEqual({ rate: '0.1', address: baseAddress })
  })

  it('keeps its seals and its confirmation where the same was sent in other words', async ({
    studio,
  }) => {
    const { id } = await createCollection(studio, { royalty })
    const before = sealsOf(studio, id)
    expect(before).toHaveLength(2)
    await correct(studio, id, {
      address: [testAddress.slice(0, 9), testAddress.slice(9)],
      rate: '.050',
    })
    expect(sealsOf(studio, id)).toEqual(before)
    expect(await royaltyOf(studio, id)).toMatchObject({ confirmed: true })
  })

  it('is refused once it is paid for, and once its token is sent', async ({ harness, studio }) => {
    const { id } = await createCollection(studio, { royalty })
    const { address } = await royaltyOf(studio, id)
    harness.fakeVault.state.locked = true
    await harness.fundAndWait(address ?? '', 10n * ada)
    await until(async () => (await royaltyOf(studio, id)).status === 'awaiting_witnesses')
    expect(errorMessage(await correct(studio, id), 409)).toMatch(
      /^royalty: its token is under way in mint \w+, so it cannot be corrected/u,
    )
    const { mint_id: mintId } = await royaltyOf(studio, id)
    await studio.call('POST', `/nft/collections/${id}/mints/${mintId}/cancel`)
    harness.fakeVault.state.locked = false
    expect(errorMessage(await correct(studio, id), 409)).toMatch(
      /^royalty: its token is paid for, so it cannot be corrected any more/u,
    )
    expect(await rateOf(studio, id)).toBe('0.05')
  })

  it('stays as it is once it is minted: 200 with a warning, and other changes are made', async ({
    harness,
    studio,
  }) => {
    const { id } = await createCollection(studio, { royalty })
    await mintIt(studio, (address) => harness.fundAndWait(address, 10n * ada), id)
    const info = (await read(studio, id)).royalty_sale_info
    expect(info).toEqual({
      tx_id: (await royaltyOf(studio, id)).tx_id,
      tx_fee: expect.any(Number),
      nft_fee: expect.any(Number),
    })
    expect(info).not.toHaveProperty('sale_id')
    const reply = await studio.call('PATCH', `/nft/collections/${id}`, {
      name: 'New name',
      royalty: corrected,
    })
    expect(reply).toMatchObject({
      status: 200,
      body: {
        name: 'New name',
        royalty: { metadata: { '777': { rate: '0.05' } } },
        warnings: [expect.stringMatching(/^royalty: its token is minted, .* ignored: 10% /u)],
      },
    })
    expect((await correct(studio, id, royalty)).body).not.toHaveProperty('warnings')
  })
})

/** Keeps seals of a kind back until it is told to let them go. */
const createGate = (keys: PolicyKeys) => {
  const gates = new Map<SealKind, PromiseWithResolvers<undefined>>()
  const reached = new Map<SealKind, PromiseWithResolvers<undefined>>()
  return {
    keys: {
      ...keys,
      seal: async (statements: Parameters<PolicyKeys['seal']>[0]) => {
        for (const { kind } of statements) {
          reached.get(kind)?.resolve(undefined)
          // oxlint-disable-next-line no-await-in-loop -- one gate after the other
          await gates.get(kind)?.promise
        }
        return keys.seal(statements)
      },
    },
    close: (kind: SealKind) => {
      gates.set(kind, Promise.withResolvers())
      reached.set(kind, Promise.withResolvers())
    },
    whenReached: (kind: SealKind) => reached.get(kind)?.promise,
    open: (kind: SealKind) => gates.get(kind)?.resolve(undefined),
  }
}

describe('A correction while the payment arrives', () => {
  it('that was asked for first voids the confirmation, so that nothing is minted', async () => {
    const harness = await openMintHarness()
    const gate = createGate(harness.fakeVault.keys)
    const studio = await harness.open({ keys: gate.keys })
    const { id } = await createCollection(studio, { royalty })
    const { address } = await royaltyOf(studio, id)
    gate.close('collection')
    gate.close('order')
    const correcting = correct(studio, id)
    await gate.whenReached('collection')
    await harness.fundAndWait(address ?? '', 10n * ada)
    await gate.whenReached('order')
    gate.open('collection')
    expect((await correcting).status).toBe(200)
    gate.open('order')
    await studio.call('POST', `/nft/collections/${id}/royalty`)
    expect(await royaltyOf(studio, id)).toMatchObject({ confirmed: false, mint_id: null })
    await confirm(studio, id)
    await until(async () => (await royaltyOf(studio, id)).status === 'minted')
    expect((await royaltyOf(studio, id)).on_chain).toEqual({ rate: '0.1', address: baseAddress })
    await studio.close()
    await harness.close()
  })

  it('is refused where the token was built meanwhile, which is minted as it was confirmed', async () => {
    const harness = await openMintHarness()
    const gate = createGate(harness.fakeVault.keys)
    const studio = await harness.open({ keys: gate.keys })
    const { id } = await createCollection(studio, { royalty })
    const { address } = await royaltyOf(studio, id)
    gate.close('collection')
    const correcting = correct(studio, id)
    await gate.whenReached('collection')
    await harness.fundAndWait(address ?? '', 10n * ada)
    await until(async () => (await royaltyOf(studio, id)).mint_id !== null)
    gate.open('collection')
    expect(errorMessage(await correcting, 409)).toMatch(/^royalty: its token is under way/u)
    await until(async () => (await royaltyOf(studio, id)).status === 'minted')
    expect(await rateOf(studio, id)).toBe('0.05')
    await studio.close()
    await harness.close()
  })
})
