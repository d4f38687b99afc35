import { beforeEach, expect, it } from 'vitest'
import { useEvents } from '#renderer/stores/events.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNotices } from '#renderer/stores/notices.ts'

const listeners = new Map<string, (payload: unknown) => void>()
const shown = () => useNotices.getState().notices.map(({ tone, text }) => `${tone}: ${text}`)
const arrives = (sale: string, isGood: boolean) =>
  listeners.get('events.noticed')?.({
    id: 7,
    isGood,
    message: isGood ? 'Sold: 1 work: Leaf.' : 'A payment link needs you: Paid too much',
    sales: [sale],
  })

beforeEach(() => {
  const on = (name: string, listener: (payload: unknown) => void) => {
    listeners.set(name, listener)
    return () => listeners.delete(name)
  }
  Object.assign(globalThis, { window: { coldpress: { on } } })
  useNotices.setState({ notices: [] })
  useNavigation.setState({ route: { view: 'settings' }, past: [] })
  useEvents.setState({ opened: undefined })
  useEvents.getState().follow()
})

it('events of several payment links are one notice for each tone, which leads to all of them', () => {
  arrives('a', false)
  expect(shown()).toEqual(['warn: A payment link needs you: Paid too much'])
  arrives('b', false)
  arrives('c', true)
  arrives('b', false)
  expect(shown()).toEqual(['good: Sold: 1 work: Leaf.', 'warn: 2 payment links need you.'])
  useNotices.getState().notices[1]?.action?.run()
  expect(useNavigation.getState().route).toEqual({ view: 'events' })
})

it('one that comes after a dismissed one counts from one again, and opens its event', () => {
  arrives('a', false)
  useNotices.setState({ notices: [] })
  arrives('b', false)
  expect(shown()).toEqual(['warn: A payment link needs you: Paid too much'])
  useNotices.getState().notices[0]?.action?.run()
  expect(useEvents.getState().opened).toBe(7)
})
