import { beforeEach, expect, test } from 'vitest'
import type { CallResult } from '#shared/calls/call.ts'
import { useSalesWallet } from '#renderer/stores/sales-wallet.ts'
import { text } from '#renderer/text/en.ts'

type Question = {
  readonly name: string
  readonly input: unknown
  readonly answer: (result: CallResult<unknown>) => void
}
let questions: Question[] = []

beforeEach(() => {
  questions = []
  Object.assign(globalThis, {
    window: {
      coldpress: {
        call: (name: string, input: unknown) =>
          new Promise((answer) => questions.push({ name, input, answer })),
      },
    },
  })
  useSalesWallet.setState(useSalesWallet.getInitialState(), true)
})

const herbarium = { accountId: 'mine', collectionId: 'herbarium' }
const unproved = { id: '0a'.repeat(8), backup: 'none' }
const bad: CallResult<unknown> = {
  ok: false,
  error: { code: 'unreachable', message: 'nobody answers', details: {} },
}
const known = () => useSalesWallet.getState().unproved

const asked = async (
  collectionRef: typeof herbarium,
  result: CallResult<unknown>,
): Promise<void> => {
  const asking = useSalesWallet.getState().load(collectionRef)
  const question = questions.shift()
  expect(question).toMatchObject({ name: 'sales.wallet', input: collectionRef })
  question?.answer(result)
  await asking
}

test('a wallet without a proven backup is warned of until there is one, whatever fails between', async () => {
  await asked(herbarium, { ok: true, value: unproved })
  expect(known()).toEqual(unproved)
  await asked(herbarium, bad)
  expect(known()).toEqual(unproved)
  await asked(herbarium, { ok: true, value: null })
  expect(known()).toBeNull()
})

test('what was asked of another collection says nothing of this one', async () => {
  const { load } = useSalesWallet.getState()
  const [before, now] = [load(herbarium), load({ ...herbarium, collectionId: 'prints' })]
  questions[1]?.answer({ ok: true, value: null })
  await now
  questions[0]?.answer({ ok: true, value: unproved })
  await before
  expect(known()).toBeNull()
})

test('the warning names the commands that make a backup and prove it', () => {
  const { wallet } = text.sales
  expect(wallet.backup(unproved.id)).toBe(`coldpress key wallet backup ${unproved.id} --out FILE`)
  expect(wallet.test).toBe('coldpress key wallet drill FILE')
})
