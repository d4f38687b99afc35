import { describe, expect, it } from 'vitest'
import type { MintDraftRequest } from '#contract/mints/calls.ts'
import { fundingFor } from '#contract/sales/min-payment.ts'
import { limits } from '#values/bounds/limits.ts'
import { herbariumForm, nobodysAddress, openServices } from './open-services.ts'

const accountId = 'local'
const form: MintDraftRequest = {
  tokens: 'all',
  to: nobodysAddress,
  funding: 'own',
  valid_for_seconds: 7200,
}

const open = async (count: number) => {
  const harness = await openServices()
  const { id: collectionId } = await harness.call('collections.create', {
    accountId,
    form: herbariumForm,
  })
  const client = await harness.app.accounts.client(accountId)
  for (let from = 0; from < count; from += limits.tokensPerRequest)
    await client.addTokens(
      collectionId,
      Array.from({ length: Math.min(limits.tokensPerRequest, count - from) }, (_, index) => ({
        asset_name: `Leaf${from + index}`,
        name: `Leaf ${from + index}`,
        image: 'ipfs://QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n',
        media_type: 'image/png',
        metadata_attributes: [{ tag: 'ink', value: 'sepia' }],
      })),
    )
  return { ...harness, client, collectionRef: { accountId, collectionId } }
}

describe('the cost of a mint', () => {
  it.each([1, 24, 300])(
    'of %i tokens is estimated as the built mint asks it, and what the test wallet is offered to pay suffices',
    async (count) => {
      const { call, collectionRef } = await open(count)
      const before = await call('minting.estimate', { ...collectionRef, form })
      expect(BigInt(before.missing)).toBeGreaterThan(BigInt(before.total))

      const lovelace = fundingFor(BigInt(before.missing))
      await call('minting.fund', { ...collectionRef, lovelace: String(lovelace) })
      const estimate = await call('minting.estimate', { ...collectionRef, form })
      expect(estimate).toEqual({
        ...before,
        missing: 0,
        left: Number(lovelace) - before.total,
      })

      const { id: mintId, ...built } = await call('minting.build', { ...collectionRef, form })
      const { totals } = await call('minting.review', { ...collectionRef, mintId })
      expect(built.transactions).toHaveLength(estimate.transactions)
      expect(totals).toMatchObject({
        along: String(estimate.with_tokens),
        fees: String(estimate.fees),
        returned: String(estimate.left),
        elsewhere: '0',
      })
      expect(BigInt(totals.along) + BigInt(totals.fees)).toBe(BigInt(estimate.total))
    },
    120_000,
  )

  it('a build that lacks ADA says how much and where, as data, through the service', async () => {
    const { call, collectionRef } = await open(2)
    const { missing, address } = await call('minting.estimate', { ...collectionRef, form })
    await expect(call('minting.build', { ...collectionRef, form })).rejects.toMatchObject({
      code: 'conflict',
      details: { rule: 'not_enough_ada', missing: String(missing), address },
    })
  })

  it('a later estimate of the same collection ends the one before', async () => {
    const { call, collectionRef } = await open(1)
    const first = call('minting.estimate', { ...collectionRef, form })
    const second = call('minting.estimate', {
      ...collectionRef,
      form: { ...form, valid_for_seconds: 86_400 },
    })
    await expect(first).rejects.toMatchObject({ code: 'cancelled' })
    await expect(second).resolves.toMatchObject({ tokens: 1 })
  })
})
