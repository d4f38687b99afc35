import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { callKey, callQuery } from '#renderer/data/call-query.ts'
import { change } from '#renderer/data/change.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import type { CachedCall, CallInput } from '#shared/calls/contract.ts'

type Question = { readonly name: string; readonly answer: (value: unknown) => Promise<void> }
let questions: Question[] = []
let ends: (() => void)[] = []

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

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
  ends.push(observer.subscribe(() => undefined))
  return {
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
