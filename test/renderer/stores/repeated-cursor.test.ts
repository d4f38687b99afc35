import { beforeEach, expect, test } from 'vitest'
import { useCollection } from '#renderer/stores/collection.ts'

let asked = 0

/** A main process whose service answers two cursors in turn, for ever. */
beforeEach(() => {
  asked = 0
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
  await useCollection.getState().open({ accountId: 'a1', collectionId: 'c1' })
  expect(asked).toBe(3)
  expect(useCollection.getState()).toMatchObject({
    isLoading: false,
    tokens: [{ id: 't1' }, { id: 't2' }],
    tokensError: { message: expect.stringContaining('same cursor twice') },
  })
})
