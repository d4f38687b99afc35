import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatePolicyKey, signBody, writeSigningKey } from '#cardano/keys.ts'
import { writeWitness } from '#cardano/envelope.ts'
import { TxId } from '#cardano/ids.ts'
import { policyIdOf, scriptFromJson, scriptToJson } from '#cardano/scripts.ts'
import { readRequestFile } from '#app/signing/request-file.ts'
import type { MintDraftRequest } from '#contract/mints/calls.ts'
import { herbariumForm, nobodysAddress, openServices, passphrase } from './open-services.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

const accountId = 'local'
const form: MintDraftRequest = {
  tokens: 'all',
  to: nobodysAddress,
  funding: 'own',
}

type TestServices = Awaited<ReturnType<typeof openServices>>

const addTokens = async ({ app }: TestServices, collectionId: string, count: number) => {
  const client = await app.accounts.client(accountId)
  return client.addTokens(
    collectionId,
    Array.from({ length: count }, (_, index) => ({
      asset_name: `Leaf${index}`,
      name: `Leaf ${index}`,
      image: 'ipfs://QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n',
      media_type: 'image/png',
      metadata_attributes: [{ tag: 'ink', value: 'sepia' }],
    })),
  )
}

const open = async (count: number, changes: object = {}) => {
  const harness = await openServices()
  const { id: collectionId } = await harness.call('collections.create', {
    accountId,
    form: { ...herbariumForm, ...changes },
  })
  if (count > 0) await addTokens(harness, collectionId, count)
  return { ...harness, collectionRef: { accountId, collectionId } }
}

/** 2 of 3: the collection came with the first two keys. The third may be in the vault, unknown to it. */
const openTwoOfThree = async ({ thirdIsHere }: { readonly thirdIsHere: boolean }) => {
  const harness = await openServices()
  const keys = [generatePolicyKey(), generatePolicyKey(), generatePolicyKey()] as const
  const script = scriptFromJson({
    type: 'atLeast',
    required: 2,
    scripts: keys.map(({ keyHash }) => ({ type: 'sig' as const, keyHash })),
  })
  const client = await harness.app.accounts.client(accountId)
  const { id: collectionId } = await client.createCollection({
    name: 'Two of three',
    payout_address: nobodysAddress,
    policy: {
      lock: false,
      policy_id: policyIdOf(script),
      script: scriptToJson(script),
      signing_keys: keys.slice(0, 2).map((key) => writeSigningKey(key, 'bech32').text()),
    },
  })
  if (thirdIsHere) await harness.app.vault.storeKeys([keys[2]])
  await client.addTokens(collectionId, [
    {
      asset_name: 'Only',
      name: 'Only',
      image: 'ipfs://QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n',
      media_type: 'image/png',
    },
  ])
  const collectionRef = { accountId, collectionId }
  await harness.call('minting.fund', { ...collectionRef, lovelace: '50000000' })
  return { ...harness, keys, collectionRef }
}

const reaches = async (
  { call }: Pick<TestServices, 'call'>,
  mintRef: { accountId: string; collectionId: string; mintId: string },
  status: string,
) => {
  await expect
    .poll(async () => (await call('minting.show', mintRef)).status, { timeout: 50_000 })
    .toBe(status)
  return call('minting.show', mintRef)
}

describe('a mint of all tokens', () => {
  it('leaves out those on sale unless asked for, and names its tokens by the bytes', async () => {
    const harness = await open(3)
    const { call, app, collectionRef } = harness
    await call('minting.fund', { ...collectionRef, lovelace: '25000000' })
    const client = await app.accounts.client(accountId)
    const { tokens } = await call('tokens.page', { ...collectionRef, cursor: null })
    const put = (ids: readonly string[]) =>
      Promise.all(
        ids.map((id) => client.updateToken(collectionRef.collectionId, id, { price: 25_000_000 })),
      )
    await put(tokens.slice(1, 2).map(({ id }) => id))
    const unlisted = { ...form, tokens: 'unlisted' as const }
    expect(await call('minting.estimate', { ...collectionRef, form: unlisted })).toMatchObject({
      tokens: 2,
    })
    const built = await call('minting.build', { ...collectionRef, form: unlisted })
    const mintRef = { ...collectionRef, mintId: built.id }
    expect(await call('minting.review', mintRef)).toMatchObject({
      tokens: ['Leaf 0', 'Leaf 2'].map((name) => ({
        name,
        cid: 'QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n',
      })),
      receivers: [{ address: nobodysAddress, holder: 'others', bookLabel: null, tokens: 2 }],
    })
    await call('minting.cancel', mintRef)
    await put(tokens.map(({ id }) => id))
    await expect(call('minting.build', { ...collectionRef, form: unlisted })).rejects.toMatchObject(
      {
        code: 'conflict',
        message: expect.stringMatching(/all 3 unminted tokens are on sale/u),
      },
    )
    expect(await call('minting.build', { ...collectionRef, form })).toMatchObject({ tokenCount: 3 })
  })
})

describe('a mint from the window', () => {
  it('is built and held, inspected from its bytes, signed, and watched to its end', async () => {
    const harness = await open(3)
    const { call, collectionRef, logged, state } = harness
    const before = await call('minting.terms', collectionRef)
    expect(before.funding).toMatchObject({ lovelace: 0, hasTestWallet: true })
    expect(before.policy.suggested).toEqual(before.policy.keys.map(({ keyHash }) => keyHash))
    expect(before.policy).toMatchObject({ hasChoice: false, keys: [{ here: true }] })
    await expect(call('minting.build', { ...collectionRef, form })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/ADA is still missing/u),
    })
    const { funding } = await call('minting.fund', { ...collectionRef, lovelace: '25000000' })
    expect(funding.lovelace).toBe(25_000_000)

    const built = await call('minting.build', { ...collectionRef, form })
    expect(built).toMatchObject({
      status: 'awaiting_witnesses',
      held: true,
      tokenCount: 3,
      network: 'devnet',
      wanted: 3,
      receivers: [{ address: nobodysAddress, tokens: 3 }],
      signers: [
        { here: true, role: 'policy', done: false },
        { here: true, role: 'payer', done: false },
      ],
      signingRequest: null,
    })
    const mintRef = { ...collectionRef, mintId: built.id }
    const { totals, transactions, warnings } = await call('minting.review', mintRef)
    expect(transactions).toMatchObject([{ tokens: 3, fee: String(built.transactions[0]?.fee) }])
    const parts = [totals.along, totals.fees, totals.returned, totals.elsewhere].map(BigInt)
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(25_000_000n)
    expect(BigInt(totals.along)).toBeGreaterThan(1_000_000n)
    expect(totals.elsewhere).toBe('0')
    expect(warnings).toMatchObject([{ code: 'ada_to_unknown_address', severity: 'warning' }])

    await call('vault.lock', null)
    await expect(call('minting.sign', mintRef)).rejects.toMatchObject({ code: 'vault_locked' })
    expect(await call('minting.show', mintRef)).toMatchObject({ held: true })
    await call('vault.unlock', { passphrase })
    expect((await call('minting.sign', mintRef)).status).not.toBe('awaiting_witnesses')
    const done = await reaches(harness, mintRef, 'completed')
    expect(done.transactions[0]?.page).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/api\/v0\/devnet\/tx\/[0-9a-f]{64}$/u,
    )
    expect(await (await fetch(done.transactions[0]?.page ?? '')).text()).toContain(
      done.transactions[0]?.tx_id,
    )
    const { tokens } = await call('tokens.page', { ...collectionRef, cursor: null })
    const minted = { ...collectionRef, tokenId: tokens[0]?.id ?? '' }
    expect(await call('tokens.mintTransaction', minted)).toEqual({
      txId: done.transactions[0]?.tx_id,
      page: done.transactions[0]?.page,
    })
    const review = await call('minting.review', mintRef)
    expect(review.tokens.map(({ name }) => name)).toEqual(['Leaf 0', 'Leaf 1', 'Leaf 2'])
    expect(review.tokens[0]?.cid).toMatch(/^Qm/u)
    await expect
      .poll(() => logged('collection'))
      .toContain('3 tokens of Herbarium are on the chain.')
    expect(state.events).toContainEqual([
      'minting.ended',
      {
        ...collectionRef,
        mintId: built.id,
        status: 'completed',
        kind: 'tokens',
        tokens: 3,
        collectionName: 'Herbarium',
      },
    ])
    expect(await call('minting.list', collectionRef)).toMatchObject({
      canMint: true,
      mints: [
        {
          id: built.id,
          status: 'completed',
          tokenCount: 3,
          transactions: [{ status: 'confirmed' }],
        },
      ],
    })
  })

  it('is cancelled before anything is signed, and its tokens are free again', async () => {
    const { call, collectionRef, logged } = await open(1)
    await call('minting.fund', { ...collectionRef, lovelace: '10000000' })
    const { id: mintId } = await call('minting.build', { ...collectionRef, form })
    await call('minting.cancel', { ...collectionRef, mintId })
    expect((await call('minting.show', { ...collectionRef, mintId })).status).toBe('cancelled')
    const again = await call('minting.build', { ...collectionRef, form })
    expect(again.tokenCount).toBe(1)
    expect(logged('collection')).toContain(
      'A mint of Herbarium was cancelled; its tokens are free again.',
    )
  })

  it('has errors that are shown while the form is filled in', async () => {
    const { call, collectionRef } = await open(1)
    const errorsOf = async (changes: Partial<MintDraftRequest>) =>
      (await call('minting.check', { ...collectionRef, form: { ...form, ...changes } })).map(
        ({ field, message }) => `${field}: ${message}`,
      )
    expect(await errorsOf({})).toEqual([])
    expect(await errorsOf({ to: 'addr_test1nonsense' })).toEqual([
      expect.stringMatching(/^to: not an address/u),
    ])
    expect(await errorsOf({ funding: { address: '' }, tokens: [] })).toEqual([
      'tokens: none picked',
      expect.stringMatching(/^funding: empty/u),
    ])
    expect(await errorsOf({ signers: ['ab'.repeat(28)] })).toEqual([
      'signers: these signatures do not suffice',
    ])
  })
})

describe('a mint that others sign too', () => {
  it('is parked, signed in the signing inbox of this computer, and takes those signatures', async () => {
    const harness = await openTwoOfThree({ thirdIsHere: true })
    const { call, collectionRef, keys } = harness
    const { policy } = await call('minting.terms', collectionRef)
    expect(policy.hasChoice).toBe(true)
    expect(new Set(policy.suggested)).toEqual(new Set([keys[0].keyHash, keys[1].keyHash]))
    const signers = [keys[0].keyHash, keys[2].keyHash]
    const built = await call('minting.build', { ...collectionRef, form: { ...form, signers } })
    const mintRef = { ...collectionRef, mintId: built.id }
    const parked = await call('minting.sign', mintRef)
    expect(parked).toMatchObject({
      status: 'awaiting_witnesses',
      held: false,
      signingRequest: null,
    })
    expect(parked.transactions[0]?.missing).toEqual([keys[2].keyHash])

    const { requestId } = await call('minting.openInInbox', mintRef)
    expect(await call('minting.openInInbox', mintRef)).toEqual({ requestId })
    expect((await call('minting.show', mintRef)).signingRequest).toEqual({
      requestId,
      hasMore: false,
    })
    const shown = await call('signing.show', { id: requestId })
    expect(shown.entry).toMatchObject({ title: 'Mint 1 token of Two of three', origin: 'app' })
    await call('signing.sign', {
      id: requestId,
      transactions: shown.transactions.map(({ summary }) => ({
        txId: summary.txId,
        keyHashes: [keys[2].keyHash],
        acknowledged: [],
      })),
    })
    expect((await call('minting.show', mintRef)).signingRequest).toEqual({
      requestId,
      hasMore: true,
    })
    const taken = await call('minting.importSignatures', mintRef)
    expect(taken.status).not.toBe('awaiting_witnesses')
    await reaches(harness, mintRef, 'completed')
  })

  it('goes out as a file and takes the witness that comes back, and no other', async () => {
    const harness = await openTwoOfThree({ thirdIsHere: false })
    const { call, collectionRef, keys, state } = harness
    const folder = temporaryFolder()
    const signers = [keys[0].keyHash, keys[2].keyHash]
    const built = await call('minting.build', { ...collectionRef, form: { ...form, signers } })
    const mintRef = { ...collectionRef, mintId: built.id }
    await call('minting.sign', mintRef)
    expect(await call('minting.saveRequest', mintRef)).toBe(null)
    state.saveTo = join(folder, 'out.cpreq')
    expect(await call('minting.saveRequest', mintRef)).toBe(state.saveTo)
    const request = readRequestFile(await readFile(state.saveTo, 'utf8'))
    expect(request.title).toBe('Mint 1 token of Two of three')
    const witness = (txId: string) => writeWitness(signBody(keys[2], TxId(txId)))
    const give = (text: string) =>
      call('minting.addWitnesses', {
        ...mintRef,
        source: { kind: 'text', text, name: 'back.witness' },
      })
    await expect(give(witness('ab'.repeat(32)))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/^back\.witness: .*over none of this mint's/u),
    })
    await give(witness(built.transactions[0]?.tx_id ?? ''))
    await reaches(harness, mintRef, 'completed')
  })
})

describe('the royalty token', () => {
  it('is paid from the test wallet and minted before anything else', async () => {
    const royalty = { address: [nobodysAddress], rate: '0.05' }
    const { call, collectionRef } = await open(1, { royalty })
    const unpaid = await call('minting.royalty', collectionRef)
    expect(unpaid).toMatchObject({ status: 'unpaid', hasTestWallet: true, paid: 0, page: null })
    expect(unpaid?.uri).toBe(
      `web+cardano:${unpaid?.address}?amount=${Number(unpaid?.amount) / 1_000_000}`,
    )
    await expect(call('minting.build', { ...collectionRef, form })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/royalty/u),
    })
    await call('minting.payRoyalty', collectionRef)
    await expect
      .poll(async () => (await call('minting.royalty', collectionRef))?.status, { timeout: 50_000 })
      .toBe('minted')
    expect((await call('minting.royalty', collectionRef))?.page).toMatch(
      /devnet\/tx\/[0-9a-f]{64}$/u,
    )
    expect((await call('minting.list', collectionRef)).mints).toMatchObject([
      { kind: 'royalty', status: 'completed', tokenCount: 0 },
    ])
  })

  it('is nothing to a collection without one', async () => {
    const { call, collectionRef } = await open(0)
    expect(await call('minting.royalty', collectionRef)).toBe(null)
  })
})
