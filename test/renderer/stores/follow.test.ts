import { beforeEach, describe, expect, test } from 'vitest'
import { callKey, callQuery } from '#renderer/data/call-query.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { useApp } from '#renderer/stores/app.ts'
import { followApp } from '#renderer/stores/follow.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { useVault } from '#renderer/stores/vault.ts'

type Listener = (payload: unknown) => void
let listeners: [string, Listener][] = []
let answers: Map<string, (value: unknown) => void>
let kept: Map<string, string>

const tell = (name: string, payload: unknown): void => {
  for (const [event, listener] of listeners) if (event === name) listener(payload)
}
const answer = async (name: string, value: unknown): Promise<void> => {
  answers.get(name)?.({ ok: true, value })
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

beforeEach(() => {
  listeners = []
  answers = new Map()
  kept = new Map()
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  }
  const coldpress = {
    call: (name: string) => new Promise((resolve) => answers.set(name, resolve)),
    on: (name: string, listener: Listener) => {
      const entry: [string, Listener] = [name, listener]
      listeners.push(entry)
      return () => {
        listeners = listeners.filter((one) => one !== entry)
      }
    },
  }
  Object.assign(globalThis, { window: { coldpress }, sessionStorage })
  useApp.setState(useApp.getInitialState(), true)
  useVault.setState(useVault.getInitialState(), true)
  useNavigation.setState(useNavigation.getInitialState(), true)
  useNotices.setState(useNotices.getInitialState(), true)
})

const status = () => queryClient.fetchQuery(callQuery('vault.status', null))

const locked = { state: 'locked', backend: 'sealed-files' } as const
const unlocked = { state: 'unlocked', backend: 'sealed-files' } as const

describe('following', () => {
  test('listens once, however often is loaded, and ends', async () => {
    const end = followApp()
    const count = listeners.length
    expect(count).toBeGreaterThan(3)
    // Nobody answers: the next test file may cancel these.
    for (const asked of [queryClient.fetchQuery(callQuery('app.info', null)), status(), status()])
      asked.catch(() => undefined)
    expect(listeners).toHaveLength(count)
    end()
    expect(listeners).toEqual([])
  })

  test('the notice of a process’s death stays until it is dismissed', () => {
    const end = followApp()
    const message = 'The keys process ended unexpectedly and was started again.'
    tell('app.process', { process: 'keys', state: 'restarted', message })
    tell('app.process', { process: 'studio', state: 'failed', message: 'It does not run.' })
    const shown = useNotices.getState().notices
    expect(shown.map(({ tone, text }) => [tone, text])).toEqual([
      ['warn', message],
      ['bad', 'It does not run.'],
    ])
    end()
  })

  test('a status that an event brought is not overwritten by one that was asked for before', async () => {
    const end = followApp()
    const loading = status()
    tell('vault.changed', locked)
    await answer('vault.status', unlocked)
    await loading
    expect(queryClient.getQueryData(callKey('vault.status', null))).toEqual(locked)
    const again = queryClient.fetchQuery({ ...callQuery('vault.status', null), staleTime: 0 })
    await answer('vault.status', unlocked)
    await again
    expect(queryClient.getQueryData(callKey('vault.status', null))).toEqual(unlocked)
    end()
  })

  test('the window goes on where it was, as far as that is a place', () => {
    const end = followApp()
    const route = { view: 'collection', accountId: 'local', collectionId: 'c' } as const
    useNavigation.getState().go(route)
    end()
    useNavigation.setState(useNavigation.getInitialState(), true)
    const endAgain = followApp()
    expect(useNavigation.getState().route).toEqual(route)
    endAgain()
    for (const broken of [
      null,
      7,
      {},
      { view: 'nowhere' },
      { view: 'collection' },
      { view: 'import', job: 7 },
    ]) {
      useNavigation.setState(useNavigation.getInitialState(), true)
      kept.set('route', JSON.stringify(broken))
      followApp()()
      expect(useNavigation.getState().route).toEqual({ view: 'collections' })
    }
  })

  test('tells of work that waits for a locked vault, with a way to unlock it, until it is open', () => {
    const end = followApp()
    tell('vault.changed', locked)
    const entry = {
      id: 1,
      at: '2026-11-23T15:00:00.000Z',
      level: 'warning',
      kind: 'signing',
      message: 'Sale s1 is paid and waits for a signature of this vault.',
    }
    tell('log.added', { ...entry, details: { reason: 'key_missing' } })
    expect(useNotices.getState().notices).toEqual([])
    tell('log.added', { ...entry, details: { reason: 'vault_locked' } })
    const [notice] = useNotices.getState().notices
    expect(notice).toMatchObject({ tone: 'warn', text: entry.message })
    notice?.action?.run()
    expect(useVault.getState().unlockRequest).toBeDefined()
    tell('vault.changed', unlocked)
    expect(useNotices.getState().notices).toEqual([])
    end()
  })
})
