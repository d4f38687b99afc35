import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { callKey, callQuery } from '#renderer/data/call-query.ts'
import { change } from '#renderer/data/change.ts'
import { applyEvent } from '#renderer/data/effects.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { settled } from '../../renderer/fake-bridge.ts'
import type { CachedCall, CallInput } from '#contract/window/calls.ts'

type Question = { readonly name: string; readonly answer: (value: unknown) => Promise<void> }
let questions: Question[] = []
let ends: (() => void)[] = []

beforeEach(() => {
  questions = []
  Object.assign(globalThis, {
    window: {
      coldpress: {
        call: (name: string) =>
          new Promise((resolve) => {
            const answer = async (value: unknown) => {
              resolve({ ok: true, value })
              await settled()
            }
            questions.push({ name, answer })
          }),
      },
    },
  })
})

afterEach(() => {
  ends.forEach((end) => end())
  ends = []
  queryClient.clear()
})

/** The oldest call of this name that has no answer yet. */
const asked = (name: string): Question => {
  const question = questions.find((one) => one.name === name)
  if (question === undefined) throw new Error(`nobody asked ${name}`)
  questions = questions.filter((one) => one !== question)
  return question
}

/** Shows the call's answer as a view does. */
const show = <N extends CachedCall>(name: N, input: CallInput<N>) => {
  const observer = new QueryObserver(queryClient, callQuery(name, input, { polls: false }))
  const hide = observer.subscribe(() => undefined)
  ends.push(hide)
  return {
    hide,
    poll: () => void observer.refetch(),
    shown: () => queryClient.getQueryData(callKey(name, input)),
  }
}

const collectionRef = { accountId: 'local', collectionId: 'c' }

it('an answer that was asked for before a signature does not take the signed mint back', async () => {
  const mintRef = { ...collectionRef, mintId: 'm' }
  const [held, signed] = [
    { id: 'm', status: 'awaiting_witnesses' },
    { id: 'm', status: 'submitting' },
  ]
  const { poll, shown } = show('minting.show', mintRef)
  await asked('minting.show').answer(held)
  poll()
  const slow = asked('minting.show')
  const signing = change('minting.sign', mintRef)
  await asked('minting.sign').answer(signed)
  await signing
  expect(shown()).toEqual(signed)
  await slow.answer(held)
  expect(shown()).toEqual(signed)
})

it('an answer that was asked for while the signature was made does not either', async () => {
  const mintRef = { ...collectionRef, mintId: 'm' }
  const { poll, shown } = show('minting.show', mintRef)
  await asked('minting.show').answer({ id: 'm', status: 'awaiting_witnesses' })
  const signing = change('minting.sign', mintRef)
  poll()
  const slow = asked('minting.show')
  await asked('minting.sign').answer({ id: 'm', status: 'submitting' })
  await signing
  await slow.answer({ id: 'm', status: 'awaiting_witnesses' })
  expect(shown()).toMatchObject({ status: 'submitting' })
  poll()
  await asked('minting.show').answer({ id: 'm', status: 'minting' })
  expect(shown()).toMatchObject({ status: 'minting' })
})

it('an answer that was asked for before the royalty was paid does not take the payment back', async () => {
  const { poll, shown } = show('minting.royalty', collectionRef)
  await asked('minting.royalty').answer({ status: 'unpaid' })
  poll()
  const slow = asked('minting.royalty')
  const paying = change('minting.payRoyalty', collectionRef)
  await asked('minting.payRoyalty').answer({ status: 'minting' })
  await paying
  await slow.answer({ status: 'unpaid' })
  expect(shown()).toEqual({ status: 'minting' })
})

it('a first answer that was asked for before a signature does not take the signed mint back', async () => {
  const mintRef = { ...collectionRef, mintId: 'm' }
  const { shown } = show('minting.show', mintRef)
  const slow = asked('minting.show')
  const signing = change('minting.sign', mintRef)
  await asked('minting.sign').answer({ id: 'm', status: 'submitting' })
  await signing
  await slow.answer({ id: 'm', status: 'awaiting_witnesses' })
  expect(shown()).toMatchObject({ status: 'submitting' })
})

it('a poll that the end of a mint overtook does not start the mint again', async () => {
  const mintRef = { ...collectionRef, mintId: 'm' }
  const { poll, shown } = show('minting.show', mintRef)
  await asked('minting.show').answer({ id: 'm', status: 'minting' })
  poll()
  const slow = asked('minting.show')
  const applied = applyEvent(queryClient, 'minting.ended', {
    ...mintRef,
    status: 'completed',
    kind: 'tokens',
    tokens: 1,
    collectionName: 'Herbarium',
  })
  await asked('minting.show').answer({ id: 'm', status: 'completed' })
  await applied
  await slow.answer({ id: 'm', status: 'minting' })
  expect(shown()).toMatchObject({ status: 'completed' })
})

it('a list that was first asked for before a signature is asked for again', async () => {
  const { shown } = show('minting.list', collectionRef)
  const slow = asked('minting.list')
  const signing = change('minting.sign', { ...collectionRef, mintId: 'm' })
  await asked('minting.sign').answer({ id: 'm', status: 'submitting' })
  await slow.answer({ canMint: true, mints: [{ id: 'm', status: 'awaiting_witnesses' }] })
  await asked('minting.list').answer({ canMint: true, mints: [{ id: 'm', status: 'submitting' }] })
  await signing
  expect(shown()).toMatchObject({ mints: [{ status: 'submitting' }] })
})

it('a list that left the screen before its answer is stale after a signature', async () => {
  const { hide } = show('minting.list', collectionRef)
  const slow = asked('minting.list')
  hide()
  const signing = change('minting.sign', { ...collectionRef, mintId: 'm' })
  await asked('minting.sign').answer({ id: 'm', status: 'submitting' })
  await signing
  await slow.answer({ canMint: true, mints: [] })
  const state = queryClient.getQueryState(callKey('minting.list', collectionRef))
  expect(state).toMatchObject({ status: 'success', isInvalidated: true })
})
