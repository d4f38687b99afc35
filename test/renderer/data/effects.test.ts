import { describe, expect } from 'vitest'
import type { CachedCall, CallInput } from '#contract/window/calls.ts'
import { callKey } from '#renderer/data/call-query.ts'
import { change } from '#renderer/data/change.ts'
import { applyEvent } from '#renderer/data/effects.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { bridgeTest as it, next, ok } from '../fake-bridge.ts'

const herbarium = { accountId: 'local', collectionId: 'herbarium' }
const birds = { accountId: 'local', collectionId: 'birds' }

/** Puts an answer into the cache. @returns whether it has become stale */
const know = <N extends CachedCall>(name: N, input: CallInput<N>) => {
  queryClient.setQueryData(callKey(name, input), { id: 'known' })
  return () => queryClient.getQueryState(callKey(name, input))?.isInvalidated
}
const answerOf = <N extends CachedCall>(name: N, input: CallInput<N>): unknown =>
  queryClient.getQueryData(callKey(name, input))

describe('what a call changes', () => {
  it('is the answers of its areas that are of the same ids, and those without them', async () => {
    const mints = know('minting.list', herbarium)
    const mint = know('minting.show', { ...herbarium, mintId: 'm' })
    const another = know('minting.show', { ...herbarium, mintId: 'other' })
    const elsewhere = know('minting.list', birds)
    const collection = know('collections.get', herbarium)
    const unrelated = know('policies.list', null)
    const cancelling = change('minting.cancel', { ...herbarium, mintId: 'm' })
    await next('minting.cancel').answer(ok(null))
    await cancelling
    expect([mints(), mint(), collection()]).toEqual([true, true, true])
    expect([another(), elsewhere(), unrelated()]).toEqual([false, false, false])
  })

  it('leaves the answer that it replaces as it is', async () => {
    const mint = know('minting.show', { ...herbarium, mintId: 'm' })
    const mints = know('minting.list', herbarium)
    const signing = change('minting.sign', { ...herbarium, mintId: 'm' })
    await next('minting.sign').answer(ok({ id: 'm', status: 'submitting' }))
    await signing
    expect(answerOf('minting.show', { ...herbarium, mintId: 'm' })).toMatchObject({
      status: 'submitting',
    })
    expect([mint(), mints()]).toEqual([false, true])
  })

  it('takes an id from the output where the input has none', async () => {
    const building = change('minting.rebuild', { ...herbarium, mintId: 'm', validForSeconds: null })
    await next('minting.rebuild').answer(ok({ id: 'n', status: 'awaiting_witnesses' }))
    await building
    expect(answerOf('minting.show', { ...herbarium, mintId: 'n' })).toMatchObject({ id: 'n' })
  })
})

describe('what an event changes', () => {
  it('may depend on what it says', async () => {
    const collections = know('collections.list', { accountId: 'local' })
    await applyEvent(queryClient, 'vault.changed', { state: 'locked', backend: 'keychain' })
    expect(collections()).toBe(false)
    await applyEvent(queryClient, 'vault.changed', { state: 'unlocked', backend: 'keychain' })
    expect(collections()).toBe(true)
    expect(answerOf('vault.status', null)).toMatchObject({ state: 'unlocked' })
  })

  it('stands at the job that ended, whatever the field is called', async () => {
    const job = { id: 'j', accountId: 'local', collectionId: 'herbarium', state: 'done' }
    const tokens = know('tokens.page', { ...herbarium, cursor: null })
    // Only what the effect reads.
    await Reflect.apply(applyEvent, undefined, [queryClient, 'imports.ended', job])
    expect(answerOf('imports.job', { job: 'j' })).toEqual(job)
    expect(tokens()).toBe(true)
  })
})
