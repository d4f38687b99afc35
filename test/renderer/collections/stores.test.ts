import { beforeEach, describe, expect, test } from 'vitest'
import type { CallResult } from '#shared/calls/call.ts'
import type { TokenRow } from '#shared/calls/collections.ts'
import { useCollection } from '#renderer/stores/collection.ts'
import { useCollections } from '#renderer/stores/collections.ts'

/** Answers the window's calls when the test says so, in the order that it says. */
type Question = {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly answer: (result: CallResult<unknown>) => Promise<void>
}
let questions: Question[] = []

const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

beforeEach(() => {
  questions = []
  Object.assign(globalThis, {
    window: {
      coldpress: {
        call: (name: string, input: Readonly<Record<string, unknown>>) =>
          new Promise((resolve) => {
            const answer = async (result: CallResult<unknown>) => {
              resolve(result)
              await settled()
            }
            questions.push({ name, input, answer })
          }),
      },
    },
  })
  useCollection.setState(useCollection.getInitialState(), true)
  useCollections.setState(useCollections.getInitialState(), true)
})

const ok = (value: unknown): CallResult<unknown> => ({ ok: true, value })
const bad = (message: string): CallResult<unknown> => ({
  ok: false,
  error: { code: 'unreachable', message, details: {} },
})
const next = (name: string): Question => {
  const question = questions.shift()
  expect(question?.name).toBe(name)
  if (question === undefined) throw new Error(`nobody asked ${name}`)
  return question
}
const token = (id: string): TokenRow => ({
  id,
  name: id,
  asset_name: id,
  status: 'FOR_SALE',
  cid: null,
  attributes: [],
})
const page = (ids: readonly string[], cursor: string | null) =>
  ok({ tokens: ids.map(token), cursor })
const shown = () => useCollection.getState().tokens.map(({ id }) => id)

describe('collections of an account', () => {
  test('an older answer does not replace a newer one', async () => {
    const { load } = useCollections.getState()
    void load('local')
    void load('hosted')
    const [older, newer] = [next('collections.list'), next('collections.list')]
    await newer.answer(ok([{ id: 'newer' }]))
    await older.answer(ok([{ id: 'older' }]))
    expect(useCollections.getState()).toMatchObject({
      accountId: 'hosted',
      collections: [{ id: 'newer' }],
      isLoading: false,
    })
  })

  test('what was known stays while the same account is asked again, and when it fails', async () => {
    const { load } = useCollections.getState()
    void load('local')
    await next('collections.list').answer(ok([{ id: 'one' }]))
    void load('local')
    expect(useCollections.getState().collections).toHaveLength(1)
    await next('collections.list').answer(bad('no answer'))
    expect(useCollections.getState()).toMatchObject({
      collections: [{ id: 'one' }],
      error: { message: 'no answer' },
    })
  })
})

describe('tokens of a collection', () => {
  const collectionRef = { accountId: 'local', collectionId: 'c' }
  const open = async () => {
    void useCollection.getState().open(collectionRef)
    await next('collections.get').answer(ok({ id: 'c' }))
  }

  test('are shown as their pages come', async () => {
    await open()
    await next('tokens.page').answer(page(['1', '2'], 'next'))
    expect(shown()).toEqual(['1', '2'])
    expect(useCollection.getState().isLoading).toBe(true)
    const second = next('tokens.page')
    expect(second.input).toMatchObject({ cursor: 'next' })
    await second.answer(page(['3'], null))
    expect(shown()).toEqual(['1', '2', '3'])
    expect(useCollection.getState().isLoading).toBe(false)
  })

  test('loading goes on at the page that failed', async () => {
    await open()
    await next('tokens.page').answer(page(['1'], 'b'))
    await next('tokens.page').answer(bad('gone'))
    expect(useCollection.getState()).toMatchObject({
      isLoading: false,
      tokensError: { message: 'gone' },
    })
    expect(shown()).toEqual(['1'])
    void useCollection.getState().goOn()
    const again = next('tokens.page')
    expect(again.input).toMatchObject({ cursor: 'b' })
    await again.answer(page(['2'], null))
    expect(shown()).toEqual(['1', '2'])
    expect(useCollection.getState().tokensError).toBeUndefined()
  })

  test('a refresh shows the old rows until the new ones are complete', async () => {
    await open()
    await next('tokens.page').answer(page(['1'], null))
    void useCollection.getState().refresh()
    await next('collections.get').answer(ok({ id: 'c' }))
    await next('tokens.page').answer(page(['1'], 'b'))
    expect(shown()).toEqual(['1'])
    await next('tokens.page').answer(page(['2'], null))
    expect(shown()).toEqual(['1', '2'])
  })

  test('pages of a collection that was left are dropped', async () => {
    await open()
    const late = next('tokens.page')
    void useCollection.getState().open({ ...collectionRef, collectionId: 'd' })
    await late.answer(page(['of c'], null))
    expect(shown()).toEqual([])
    await next('collections.get').answer(ok({ id: 'd' }))
    await next('tokens.page').answer(page(['of d'], null))
    expect(shown()).toEqual(['of d'])
  })

  test('a token that was deleted is forgotten, also while pages come', async () => {
    await open()
    await next('tokens.page').answer(page(['1', '2'], 'b'))
    useCollection.getState().removeToken('1')
    expect(shown()).toEqual(['2'])
    await next('tokens.page').answer(page(['3'], null))
    expect(shown()).toEqual(['2', '3'])
  })
})
