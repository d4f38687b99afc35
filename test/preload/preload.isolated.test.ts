import { beforeAll, describe, expect, test, vi } from 'vitest'
import { callChannel } from '#contract/window/channels.ts'
import type { Bridge } from '#contract/window/calls.ts'

type Listener = (event: unknown, name: string, payload: unknown) => void

/** What Electron gives to a preload script, as far as this one uses it. */
const electron = vi.hoisted(() => {
  const listeners: Listener[] = []
  const exposed: { name: string; api: Bridge }[] = []
  const sent: unknown[][] = []
  return { listeners, exposed, sent }
})
vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld: (name: string, api: Bridge) => electron.exposed.push({ name, api }),
  },
  ipcRenderer: {
    on: (_channel: string, listener: Listener) => electron.listeners.push(listener),
    invoke: (...message: unknown[]) => {
      electron.sent.push(message)
      return Promise.resolve({ ok: true, value: null })
    },
  },
  webUtils: { getPathForFile: (file: File) => `/art/${file.name}` },
}))

let bridge: Bridge
beforeAll(async () => {
  // The build puts these in.
  vi.stubGlobal('CALL_NAMES', ['app.info'])
  vi.stubGlobal('EVENT_NAMES', ['log.changed'])
  await import('../../src/preload/index.ts')
  const [only] = electron.exposed
  if (only === undefined) throw new Error('nothing was exposed')
  bridge = only.api
  return () => vi.unstubAllGlobals()
})

describe('the bridge of the window', () => {
  test('has three functions, under the name that the window uses', () => {
    expect(electron.exposed).toHaveLength(1)
    expect(electron.exposed[0]?.name).toBe('coldpress')
    expect(Object.keys(bridge).toSorted()).toEqual(['call', 'on', 'pathOf'])
  })

  test('gives the path of a dropped folder or file, which Electron alone knows', () => {
    expect(bridge.pathOf(new File([], 'prints'))).toBe('/art/prints')
  })

  test('lets no call and no event through that the contract does not name', async () => {
    const call = (name: string): unknown => Reflect.apply(bridge.call, undefined, [name, null])
    expect(await call('vault.dump')).toMatchObject({
      ok: false,
      error: { code: 'not_found', message: 'There is no call vault.dump.' },
    })
    expect(electron.sent).toEqual([])
    expect(await call('app.info')).toEqual({ ok: true, value: null })
    expect(electron.sent).toEqual([[callChannel, 'app.info', null]])
    const listen = (): unknown => Reflect.apply(bridge.on, undefined, ['vault.opened', () => 1])
    expect(listen).toThrow('There is no event vault.opened.')
  })

  test('hands the payload of an event to its listeners, and never the event of Electron', () => {
    const heard: unknown[][] = []
    const listener = (...all: unknown[]): void => {
      heard.push(all)
    }
    const stop: () => void = Reflect.apply(bridge.on, undefined, ['log.changed', listener])
    const emit = (payload: unknown) => {
      for (const listener of electron.listeners) listener({ sender: {} }, 'log.changed', payload)
    }
    emit(1)
    stop()
    emit(2)
    expect(heard).toEqual([[1]])
  })
})
