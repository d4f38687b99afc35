import { describe, expect } from 'vitest'
import { callQuery } from '#renderer/data/call-query.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { removeTokens, tokensQuery } from '#renderer/data/tokens.ts'
import { bad, bridgeTest as test, next, ok } from '../fake-bridge.ts'
import { tokenRowOf } from '../token-row.ts'

const page = (ids: readonly string[], cursor: string | null) =>
  ok({ tokens: ids.map((id) => tokenRowOf(id)), cursor })
const collectionRef = { accountId: 'local', collectionId: 'c' }
const load = (of = collectionRef) => {
  queryClient.fetchQuery({ ...tokensQuery(of), staleTime: 0 }).catch(() => undefined)
}
const shown = (of = collectionRef) =>
  queryClient.getQueryData(tokensQuery(of).queryKey)?.rows.map(({ id }) => id) ?? []
const state = () => queryClient.getQueryState(tokensQuery(collectionRef).queryKey)

describe('collections of an account', () => {
  test('what was known stays while the same account is asked again, and when it fails', async () => {
    const query = callQuery('collections.list', { accountId: 'local' })
    const list = () => queryClient.fetchQuery(query).catch(() => undefined)
    void list()
    await next('collections.list').answer(ok([{ id: 'one' }]))
    void list()
    expect(queryClient.getQueryData(query.queryKey)).toHaveLength(1)
    await next('collections.list').answer(bad('no answer'))
    expect(queryClient.getQueryState(query.queryKey)).toMatchObject({
      data: [{ id: 'one' }],
      error: { message: 'no answer' },
    })
  })
})

describe('tokens of a collection', () => {
  test('are shown as their pages come', async () => {
    load()
    await next('tokens.page').answer(page(['1', '2'], 'next'))
    expect(shown()).toEqual(['1', '2'])
    expect(state()?.fetchStatus).toBe('fetching')
    const second = next('tokens.page')
    expect(second.input).toMatchObject({ cursor: 'next' })
    await second.answer(page(['3'], null))
    expect(shown()).toEqual(['1', '2', '3'])
    expect(state()?.fetchStatus).toBe('idle')
  })

  test('loading goes on at the page that failed', async () => {
    load()
    await next('tokens.page').answer(page(['1'], 'b'))
    await next('tokens.page').answer(bad('gone'))
    expect(state()).toMatchObject({ fetchStatus: 'idle', error: { message: 'gone' } })
    expect(shown()).toEqual(['1'])
    load()
    const again = next('tokens.page')
    expect(again.input).toMatchObject({ cursor: 'b' })
    await again.answer(page(['2'], null))
    expect(shown()).toEqual(['1', '2'])
    expect(state()?.error).toBeNull()
  })

  test('a refresh shows the old rows until the new ones are complete', async () => {
    load()
    await next('tokens.page').answer(page(['1'], null))
    load()
    await next('tokens.page').answer(page(['1'], 'b'))
    expect(shown()).toEqual(['1'])
    await next('tokens.page').answer(page(['2'], null))
    expect(shown()).toEqual(['1', '2'])
  })

  test('pages of a collection that was left are not shown in another one', async () => {
    const other = { ...collectionRef, collectionId: 'd' }
    load()
    const late = next('tokens.page')
    load(other)
    await late.answer(page(['of c'], null))
    expect(shown(other)).toEqual([])
    await next('tokens.page').answer(page(['of d'], null))
    expect(shown(other)).toEqual(['of d'])
  })

  test('a token that was deleted is forgotten, also while pages come', async () => {
    load()
    await next('tokens.page').answer(page(['1', '2'], 'b'))
    removeTokens(collectionRef, new Set(['1']))
    expect(shown()).toEqual(['2'])
    await next('tokens.page').answer(page(['3'], null))
    expect(shown()).toEqual(['2', '3'])
  })
})
