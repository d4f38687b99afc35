import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { CallResult } from '#contract/window/call.ts'
import { callChannel, eventChannel } from '#contract/window/channels.ts'
import type { Bridge } from '#contract/window/calls.ts'

/** The contract's names, put in by electron.vite.config.ts. */
declare const CALL_NAMES: readonly string[]
declare const EVENT_NAMES: readonly string[]

const callNames = new Set(CALL_NAMES)
const eventNames = new Set(EVENT_NAMES)

const unknownCall = (name: string): CallResult<never> => ({
  ok: false,
  error: { code: 'not_found', message: `There is no call ${name}.`, details: {} },
})

type Listener = (payload: unknown) => void
const listeners = new Map<string, Set<Listener>>()

// The event object stays here: it would hand `ipcRenderer` to the page.
ipcRenderer.on(eventChannel, (_event: unknown, name: string, payload: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(payload)
})

const listen = (name: string, listener: Listener): (() => void) => {
  if (!eventNames.has(name)) throw new Error(`There is no event ${name}.`)
  const known = listeners.get(name) ?? new Set()
  listeners.set(name, known)
  // Wrapped, so that a listener that subscribes twice is called twice and removed once.
  const onEvent: Listener = (payload) => listener(payload)
  known.add(onEvent)
  return () => {
    known.delete(onEvent)
  }
}

const bridge: Bridge = {
  call: (name, input) =>
    callNames.has(name)
      ? ipcRenderer.invoke(callChannel, name, input)
      : Promise.resolve(unknownCall(name)),
  on: listen,
  pathOf: (file) => webUtils.getPathForFile(file),
}

contextBridge.exposeInMainWorld('coldpress', bridge)
