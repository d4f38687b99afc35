import { beforeEach, expect, it } from 'vitest'
import { CallError } from '#renderer/bridge.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'

beforeEach(() => {
  useNotices.setState({ notices: [] })
  useNavigation.setState({ route: { view: 'collections' }, past: [] })
})

const failed = { code: 'conflict', message: 'Nothing to mint.', details: { status: 409 } } as const
const fail = () => attempt(() => Promise.reject(new CallError(failed)))

it("the notice of a failed click keeps the service's answer for its details", async () => {
  await fail()
  expect(useNotices.getState().notices).toMatchObject([
    { tone: 'bad', text: failed.message, details: failed.details },
  ])
})

it('the notice of a failed click is not repeated and leaves with its view', async () => {
  useNotices.getState().notify('warn', 'The vault locks itself soon.')
  await fail()
  await fail()
  expect(useNotices.getState().notices).toHaveLength(2)
  useNavigation.getState().go({ view: 'settings' })
  expect(useNotices.getState().notices.map(({ tone }) => tone)).toEqual(['warn'])
})
