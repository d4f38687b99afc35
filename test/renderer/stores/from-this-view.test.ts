import { beforeEach, expect, it } from 'vitest'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNotices } from '#renderer/stores/notices.ts'

const form = { view: 'mint', accountId: 'local', collectionId: 'c' } as const
const result = { route: { ...form, mintId: 'm' }, done: 'The mint is built.' } as const

beforeEach(() => {
  useNotices.setState({ notices: [] })
  useNavigation.setState({ route: { view: 'collections' }, past: [] })
  useNavigation.getState().go(form)
})

const route = () => useNavigation.getState().route
const notices = () => useNotices.getState().notices

it('the work of a click leads to its result while the user waits for it', () => {
  fromThisView()({ ...result, isSaid: true })
  expect(route()).toEqual(result.route)
  expect(notices().map(({ text }) => text)).toEqual([result.done])
  useNavigation.getState().back()
  expect(route()).toEqual(form)
  expect(notices()).toEqual([])
})

it('a result replaces a view without a purpose, so that back leads to the view before', () => {
  fromThisView()({ ...result, replaces: true })
  useNavigation.getState().back()
  expect(route()).toEqual({ view: 'collections' })
})

it('a user who has moved on stays there, and a notice leads to the result', () => {
  const lead = fromThisView()
  useNavigation.getState().go({ view: 'settings' })
  lead(result)
  expect(route()).toEqual({ view: 'settings' })
  expect(notices()).toMatchObject([{ text: result.done, action: { label: 'Open' } }])
  notices()[0]?.action?.run()
  expect(route()).toEqual(result.route)
})

it('a user who opened the result already is not interrupted', () => {
  const lead = fromThisView()
  useNavigation.getState().go(result.route)
  lead(result)
  expect(route()).toEqual(result.route)
  expect(notices()).toEqual([])
})
