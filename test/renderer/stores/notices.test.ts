import { beforeEach, expect, it, vi } from 'vitest'
import { CallError } from '#renderer/bridge.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt, shownOf, useNotices } from '#renderer/stores/notices.ts'

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
  useNotices.getState().announce('warn', 'The vault locks itself soon.')
  await fail()
  await fail()
  expect(useNotices.getState().notices).toHaveLength(2)
  useNavigation.getState().go({ view: 'settings' })
  expect(useNotices.getState().notices.map(({ tone }) => tone)).toEqual(['warn'])
})

it('a notice about the app stays when the view changes', () => {
  useNotices.getState().announce('warn', 'The studio was started again.')
  useNotices.getState().notify('warn', 'The file is large.')
  useNavigation.getState().go({ view: 'settings' })
  expect(useNotices.getState().notices.map(({ text }) => text)).toEqual([
    'The studio was started again.',
  ])
})

const shownRun = { view: 'import', job: 'j' } as const

it('a notice with an action stays when the view changes', () => {
  useNotices.getState().notifyError(failed, { label: 'Fund…', run: () => undefined })
  useNotices.getState().notifyResult('good', 'Imported 24 tokens.', shownRun)
  useNavigation.getState().go({ view: 'settings' })
  expect(useNotices.getState().notices).toHaveLength(2)
})

it('the result of a job left behind leads to its view and leaves when that opens', () => {
  useNotices.getState().notifyResult('good', 'The import has started.', shownRun)
  useNotices.getState().notifyResult('good', 'Imported 24 tokens.', shownRun)
  expect(useNotices.getState().notices).toHaveLength(1)
  useNotices.getState().notices[0]?.action?.run()
  expect(useNavigation.getState().route).toEqual(shownRun)
  expect(useNotices.getState().notices).toEqual([])
})

it('a result that waits to be opened stays while others come and go', () => {
  const { notify, notifyResult } = useNotices.getState()
  notifyResult('good', 'Minted 24', { view: 'policies' })
  for (const number of [1, 2, 3, 4, 5]) notify('good', `Copied ${number}`)
  expect(useNotices.getState().notices.map(({ text }) => text)).toEqual([
    'Minted 24',
    'Copied 3',
    'Copied 4',
    'Copied 5',
  ])
})

it('one is shown: older ones wait until it has left', () => {
  const { notify, dismiss, showNext } = useNotices.getState()
  notify('warn', 'The file is large.')
  notify('good', 'Saved.')
  const last = notify('good', 'Copied.')
  const shown = () => shownOf(useNotices.getState().notices)?.text
  expect(shown()).toBe('Copied.')
  showNext()
  expect(shown()).toBe('Saved.')
  showNext()
  expect(shown()).toBe('The file is large.')
  showNext()
  dismiss(last)
  expect(shown()).toBe('Saved.')
})

it('what waits behind another is not over before it was seen', () => {
  vi.useFakeTimers()
  try {
    const { notify, announce, dismiss } = useNotices.getState()
    notify('good', 'Copied.')
    const over = announce('warn', 'The file is large.')
    vi.advanceTimersByTime(30_000)
    dismiss(over)
    expect(shownOf(useNotices.getState().notices)?.text).toBe('Copied.')
    vi.advanceTimersByTime(12_000)
    expect(shownOf(useNotices.getState().notices)).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
