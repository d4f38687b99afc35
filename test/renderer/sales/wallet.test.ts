import { beforeEach, expect, test } from 'vitest'
import { callKey, callQuery } from '#renderer/data/call-query.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import type { CallResult } from '#contract/window/call.ts'

let answer: CallResult<unknown>

beforeEach(() => {
  queryClient.clear()
  Object.assign(globalThis, { window: { coldpress: { call: () => Promise.resolve(answer) } } })
})

const herbarium = { accountId: 'mine', collectionId: 'herbarium' }
const unproved = { id: '0a'.repeat(8), backup: 'none' }
const known = () => queryClient.getQueryData(callKey('sales.wallet', herbarium))
const asked = async (result: CallResult<unknown>): Promise<void> => {
  answer = result
  await queryClient.fetchQuery(callQuery('sales.wallet', herbarium)).catch(() => undefined)
}

test('a wallet without a proven backup is warned of until there is one, whatever fails between', async () => {
  await asked({ ok: true, value: unproved })
  expect(known()).toEqual(unproved)
  await asked({ ok: false, error: { code: 'unreachable', message: 'no answer', details: {} } })
  expect(known()).toEqual(unproved)
  await asked({ ok: true, value: null })
  expect(known()).toBeNull()
})
