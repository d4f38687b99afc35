import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { callKey, callQuery } from '#renderer/data/call-query.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { text } from '#renderer/text/en.ts'
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
  queryClient.clear()
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

  test('the notice of a process’s death leaves where it runs again, and else stays until it is dismissed', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const end = followApp()
    const message = 'The keys process ended unexpectedly 2 times within a minute.'
    tell('app.process', { process: 'images', state: 'restarted', message: 'It was restarted.' })
    expect(useNotices.getState().notices).toMatchObject([{ tone: 'info' }])
    vi.runAllTimers()
    expect(useNotices.getState().notices).toEqual([])
    tell('app.process', { process: 'keys', state: 'often', message })
    tell('app.process', { process: 'studio', state: 'failed', message: 'It does not run.' })
    const shown = useNotices.getState().notices
    expect(shown.map(({ tone, text }) => [tone, text])).toEqual([
      ['warn', message],
      ['bad', 'It does not run.'],
    ])
    vi.runAllTimers()
    expect(useNotices.getState().notices).toEqual(shown)
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

  test('says what waits once the vault is locked, whoever locked it, until it is open', async () => {
    const end = followApp()
    tell('vault.changed', locked)
    await answer('vault.work', [
      {
        accountId: 'a',
        collection_id: 'c',
        collection_name: 'C',
        paid_sales: 1,
        open_sales: 2,
        mints: 0,
      },
      {
        accountId: 'a',
        collection_id: 'd',
        collection_name: 'D',
        paid_sales: 0,
        open_sales: 0,
        mints: 3,
      },
    ])
    await expect
      .poll(() => useNotices.getState().notices)
      .toMatchObject([
        {
          tone: 'warn',
          text: 'Vault locked. 1 paid sale and 3 mints wait for a signature. 2 reserved links can still be paid, and their delivery then waits too.',
          action: { label: text.frame.vault.unlock },
        },
      ])
    tell('vault.changed', unlocked)
    expect(useNotices.getState().notices).toEqual([])
    end()
  })

  test('says nothing more than that it is locked where nothing waits', async () => {
    const end = followApp()
    tell('vault.changed', locked)
    await answer('vault.work', [])
    expect(useNotices.getState().notices).toEqual([])
    end()
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
