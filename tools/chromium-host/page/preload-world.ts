import type { makeBridge } from './bridge.ts'
import type { Base64, makeCodec } from './codec.ts'
import type { PageWindow } from './main-world.ts'

export type PreloadWindow = PageWindow & {
  /** CDP binding, there in this world alone. */
  readonly hostSend: (text: string) => void
  hostReceive?: (text: string) => void
}

/** What a sandboxed preload script finds. */
export type PreloadGlobals = {
  readonly require: (name: string) => unknown
  readonly process: unknown
}

/**
 * Runs in the preload's isolated world: the `electron` module of a sandboxed preload.
 * Injected as text: it may use nothing from outside itself.
 */
export const preloadWorld = (
  page: PreloadWindow,
  secret: string,
  bridge: typeof makeBridge,
  codec: typeof makeCodec,
  base64: Base64,
  process: unknown,
): PreloadGlobals | undefined => {
  if (page !== page.top) return undefined
  type Listener = (...args: unknown[]) => void
  type Waiting = {
    readonly channel: string
    readonly resolve: (value: unknown) => void
    readonly reject: (cause: Error) => void
  }
  const end = bridge(page.document, secret, 'preload', 'page')
  const { encode, decode } = codec(base64)
  const send = page.hostSend
  const waiting = new Map<unknown, Waiting>()
  const listeners = new Map<unknown, { readonly given: Listener; readonly call: Listener }[]>()
  const exposed = new Set<string>()
  let last = 0

  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null
  const settle = (answer: Record<string, unknown>): void => {
    const call = waiting.get(answer['id'])
    waiting.delete(answer['id'])
    if (answer['ok'] === true) call?.resolve(answer['value'])
    else
      call?.reject(
        new Error(`Error invoking remote method '${call.channel}': ${String(answer['value'])}`),
      )
  }
  const onEvent = (event: Record<string, unknown>): void => {
    const args = Array.isArray(event['args']) ? event['args'] : []
    for (const { call } of listeners.get(event['channel']) ?? [])
      call({ sender: ipcRenderer, ports: [] }, ...args)
  }
  page.hostReceive = (text) => {
    const message = decode(text)
    if (!isRecord(message)) return
    if (message['kind'] === 'answer') settle(message)
    else onEvent(message)
  }

  const add = (channel: string, given: Listener, call: Listener): unknown => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { given, call }])
    return ipcRenderer
  }
  const remove = (channel: string, listener: Listener): unknown => {
    const known = [...(listeners.get(channel) ?? [])]
    const index = known.findLastIndex(({ given }) => given === listener)
    if (index >= 0) known.splice(index, 1)
    listeners.set(channel, known)
    return ipcRenderer
  }
  const once = (channel: string, listener: Listener): unknown =>
    add(channel, listener, (...args) => {
      remove(channel, listener)
      listener(...args)
    })
  const on = (channel: string, listener: Listener): unknown => add(channel, listener, listener)
  const missing = (name: string) => (): never => {
    throw new Error(`The Chromium host has no ${name}.`)
  }

  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        last += 1
        const text = encode({ kind: 'invoke', id: last, channel, args })
        waiting.set(last, { channel, resolve, reject })
        send(text)
      }),
    send: (channel: string, ...args: unknown[]) => send(encode({ kind: 'send', channel, args })),
    on,
    addListener: on,
    once,
    off: remove,
    removeListener: remove,
    removeAllListeners: (channel?: string) => {
      if (channel === undefined) listeners.clear()
      else listeners.delete(channel)
      return ipcRenderer
    },
    sendSync: missing('ipcRenderer.sendSync'),
    postMessage: missing('ipcRenderer.postMessage'),
  }
  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) => {
      if (exposed.has(name))
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      exposed.add(name)
      end.emit('expose', { name, api: end.pack(api) })
    },
  }
  /**
   * A browser tells no page where a file lies, and CDP tells the host only later, while this call
   * answers at once. So it pauses here: the host finds the file and writes its path.
   */
  const webUtils = {
    getPathForFile: (_file: unknown): string => {
      // oxlint-disable-next-line prefer-const -- the host sets it
      let path = ''
      // oxlint-disable-next-line no-debugger
      debugger
      return path
    },
  }
  const electron = { contextBridge, ipcRenderer, webUtils }
  return {
    require: (name) => {
      if (name === 'electron' || name === 'electron/renderer') return electron
      throw new Error(`module not found: ${name}`)
    },
    process,
  }
}
