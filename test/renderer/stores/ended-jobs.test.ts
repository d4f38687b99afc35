import { beforeEach, expect, it } from 'vitest'
import { followEndedJobs } from '#renderer/stores/ended-jobs.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNotices } from '#renderer/stores/notices.ts'

const listeners = new Map<string, (payload: unknown) => void>()
const told = () => useNotices.getState().notices.map(({ tone, text }) => `${tone}: ${text}`)

beforeEach(() => {
  const on = (name: string, listener: (payload: unknown) => void) => {
    listeners.set(name, listener)
    return () => listeners.delete(name)
  }
  Object.assign(globalThis, { window: { coldpress: { on } } })
  useNotices.setState({ notices: [] })
  useNavigation.setState({ route: { view: 'settings' }, past: [] })
  followEndedJobs()
})

const mint = {
  accountId: 'local',
  collectionId: 'c',
  mintId: 'm',
  status: 'completed',
  kind: 'tokens',
  tokens: 24,
  collectionName: 'Herbarium',
}
const job = { id: 'j', collectionId: 'c', state: 'done', total: 1, failed: 0 }
const rehearsal = (states: readonly string[], error: string | null = null) => ({
  state: 'over',
  error,
  rehearsal: { collectionId: 'r', cases: states.map((state) => ({ state })) },
})

it.each([
  ['minting.ended', mint, 'good: Minted 24 tokens of Herbarium.'],
  ['minting.ended', { ...mint, status: 'failed' }, 'bad: A mint of Herbarium failed.'],
  [
    'minting.ended',
    { ...mint, kind: 'royalty' },
    'good: The royalty token of Herbarium is minted.',
  ],
  ['imports.ended', job, 'good: Imported 1 token.'],
  [
    'imports.ended',
    { ...job, state: 'failed', failed: 2 },
    'bad: The import ended. 2 tokens failed.',
  ],
  [
    'sales.rehearsalEnded',
    rehearsal(['passed', 'passed']),
    'good: The rehearsal ended: 2 cases passed.',
  ],
  [
    'sales.rehearsalEnded',
    rehearsal(['passed', 'failed']),
    'bad: The rehearsal ended: 1 of 2 cases failed.',
  ],
  ['sales.rehearsalEnded', rehearsal(['passed', 'stopped']), 'info: The rehearsal was stopped.'],
  ['sales.rehearsalEnded', rehearsal([], 'No gateway.'), 'bad: The rehearsal stopped: No gateway.'],
])('%s of a job that no view shows becomes a notice that leads to it', (name, payload, words) => {
  listeners.get(name)?.(payload)
  expect(told()).toEqual([words])
  expect(useNotices.getState().notices[0]?.action).toBeDefined()
})

it('a job that its own view shows ends without a notice', () => {
  useNavigation.getState().go({ view: 'import', job: 'j' })
  listeners.get('imports.ended')?.(job)
  expect(told()).toEqual([])
})

it.each([
  ['imports.ended', job],
  ['minting.ended', mint],
])('the notice of %s leaves when the user opens the collection', (name, payload) => {
  listeners.get(name)?.(payload)
  useNavigation.getState().go({ view: 'collection', accountId: 'local', collectionId: 'other' })
  expect(told()).toHaveLength(1)
  useNavigation.getState().go({ view: 'collection', accountId: 'local', collectionId: 'c' })
  expect(told()).toEqual([])
})
