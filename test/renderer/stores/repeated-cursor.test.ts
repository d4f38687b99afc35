import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#renderer/data/query-client.ts'
import { tokensQuery } from '#renderer/data/tokens.ts'

let asked = 0

/** A main process whose service answers two cursors in turn, for ever. */
beforeEach(() => {
  asked = 0
  queryClient.clear()
  const coldpress = {
    call: async (name: string) => {
      if (name !== 'tokens.page') return { ok: true, value: { id: 'c1' } }
      asked += 1
      if (asked > 20) throw new Error('the walk goes in a circle')
      return { ok: true, value: { tokens: [{ id: `t${asked}` }], cursor: `c${asked % 2}` } }
    },
  }
  Object.assign(globalThis, { window: { coldpress } })
})

test('the window ends its walk over tokens when the service repeats a cursor', async () => {
  const query = tokensQuery({ accountId: 'a1', collectionId: 'c1' })
  await expect(queryClient.fetchQuery(query)).rejects.toThrow('same cursor came twice')
  expect(asked).toBe(3)
  expect(queryClient.getQueryData(query.queryKey)?.rows).toMatchObject([{ id: 't1' }, { id: 't2' }])
})
