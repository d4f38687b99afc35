import { QueryObserver } from '@tanstack/react-query'
import { describe, expect } from 'vitest'
import type { MintFacts, MintSummary } from '#shared/calls/minting.ts'
import { callKey, callQuery } from '#renderer/data/call-query.ts'
import { change } from '#renderer/data/change.ts'
import { applyEvent } from '#renderer/data/effects.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { bridgeTest as test, next, ok } from '../fake-bridge.ts'

const collectionRef = { accountId: 'local', collectionId: 'herbarium' }
const mintRef = { ...collectionRef, mintId: 'm' }
const summary = (status: MintSummary['status']): MintSummary => ({
  id: 'm',
  kind: 'tokens',
  status,
  held: false,
  message: null,
  tokens: 1,
  transactions: 1,
  confirmed: 0,
  createdAt: '2026-11-22T04:00:00.000Z',
})
const mint = (status: MintSummary['status']): MintFacts => ({
  ...summary(status),
  network: 'devnet',
  collectionName: 'Herbarium',
  policyId: '0'.repeat(56),
  fundingAddress: 'addr_test1',
  receivers: [],
  all: [],
  wanted: 3,
  validUntil: '2026-11-22T05:00:00.000Z',
  validUntilSlot: '1',
  signers: [],
  minted: [],
  signingRequest: null,
  updatedAt: '2026-11-22T04:00:00.000Z',
})
const mints = (status: MintSummary['status']) => ok({ canMint: true, mints: [summary(status)] })

const shown = () => queryClient.getQueryData<MintFacts>(callKey('minting.show', mintRef))?.status
const listed = () =>
  queryClient
    .getQueryData(callQuery('minting.list', collectionRef).queryKey)
    ?.mints.map(({ status }) => status)

const showMint = () =>
  new QueryObserver(queryClient, callQuery('minting.show', mintRef, { polls: false })).subscribe(
    () => {},
  )
const showList = () =>
  new QueryObserver(
    queryClient,
    callQuery('minting.list', collectionRef, { polls: false }),
  ).subscribe(() => {})
const poll = () =>
  void queryClient.refetchQueries({ queryKey: callKey('minting.show', mintRef) }).catch(() => {})

const sign = async () => {
  const signing = change('minting.sign', mintRef)
  await next('minting.sign').answer(ok(mint('submitting')))
  return signing
}

describe('the older answer of a slow poll', () => {
  test('does not overwrite the mint that was signed meanwhile', async () => {
    const hide = showMint()
    await next('minting.show').answer(ok(mint('awaiting_witnesses')))
    poll()
    const slow = next('minting.show')
    await sign()
    expect(shown()).toBe('submitting')
    await slow.answer(ok(mint('awaiting_witnesses')))
    expect(shown()).toBe('submitting')
    hide()
  })

  test('does not overwrite the signed mint either when it is the first answer', async () => {
    const hide = showMint()
    const slow = next('minting.show')
    await sign()
    await slow.answer(ok(mint('awaiting_witnesses')))
    expect(shown()).toBe('submitting')
    hide()
  })

  test('is fetched again when the event of the mint’s end overtook it', async () => {
    const hide = showMint()
    await next('minting.show').answer(ok(mint('minting')))
    poll()
    const slow = next('minting.show')
    const applied = applyEvent(queryClient, 'minting.ended', {
      ...mintRef,
      status: 'completed',
      kind: 'tokens',
      tokens: 1,
      collectionName: 'Herbarium',
    })
    const fresh = next('minting.show')
    await fresh.answer(ok(mint('completed')))
    await applied
    await slow.answer(ok(mint('minting')))
    expect(shown()).toBe('completed')
    hide()
  })
})

describe('a first answer that was asked for before a change', () => {
  test('is fetched again in a list that is on screen', async () => {
    const hide = showList()
    const slow = next('minting.list')
    const signing = sign()
    await slow.answer(mints('awaiting_witnesses'))
    await next('minting.list').answer(mints('submitting'))
    await signing
    expect(listed()).toEqual(['submitting'])
    hide()
  })

  test('is stale in a list that left the screen', async () => {
    showList()()
    const slow = next('minting.list')
    await sign()
    await slow.answer(mints('awaiting_witnesses'))
    const query = queryClient.getQueryState(callKey('minting.list', collectionRef))
    expect(query?.isInvalidated).toBe(true)
  })
})
