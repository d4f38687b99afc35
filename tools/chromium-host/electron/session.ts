import { EventEmitter } from 'node:events'
import type { CustomScheme } from 'electron'
import { app } from './app.ts'
import type { CheckHandler, RequestHandler } from './permissions.ts'
import { addScheme } from './schemes.ts'
import { strict } from './strict.ts'

type ProtocolHandler = (request: Request) => Response | Promise<Response>
type BeforeRequest = (
  details: object,
  callback: (answer: { readonly cancel?: boolean; readonly redirectURL?: string }) => void,
) => void

/** What the host itself asks of a session. */
export type SessionRules = {
  readonly handlers: ReadonlyMap<string, ProtocolHandler>
  /** Undefined: the app let it pass. */
  readonly beforeRequest: (details: { readonly url: string }) => Promise<boolean>
  readonly permissionRequest: () => RequestHandler | undefined
  readonly permissionCheck: () => CheckHandler | undefined
  /** Called each time that the app has given other handlers: what was granted by the old ones is asked again. */
  readonly onPermissionHandlers: (listener: () => void) => void
}

const rules = new WeakMap<object, SessionRules>()

const createProtocol = (handlers: Map<string, ProtocolHandler>) =>
  strict('protocol', {
    registerSchemesAsPrivileged: (schemes: readonly CustomScheme[]) => {
      if (app.isReady())
        throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
      for (const { scheme } of schemes) addScheme(scheme)
    },
    handle: (scheme: string, handler: ProtocolHandler) => {
      if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
      handlers.set(scheme, handler)
    },
    unhandle: (scheme: string) => {
      handlers.delete(scheme)
    },
    isProtocolHandled: (scheme: string) => handlers.has(scheme),
  })

/** Chrome's match patterns, as far as filters need them: `<all_urls>`, and `*` for any text. */
const matcher = (patterns: readonly string[]): ((url: string) => boolean) => {
  const known = patterns.map(
    (pattern) =>
      new RegExp(
        pattern === '<all_urls>'
          ? ''
          : `^${pattern.replaceAll(/[.+?^${}()|[\]\\]/gu, '\\$&').replaceAll('*', '.*')}$`,
        'u',
      ),
  )
  return (url) => known.some((pattern) => pattern.test(url))
}

const createWebRequest = () => {
  let listener: BeforeRequest | null = null
  let concerns = (_url: string): boolean => true
  const webRequest = strict('webRequest', {
    onBeforeRequest: (
      first: { readonly urls: readonly string[] } | BeforeRequest | null,
      second?: BeforeRequest | null,
    ) => {
      const hasFilter = typeof first === 'object' && first !== null
      concerns = hasFilter ? matcher(first.urls) : () => true
      listener = hasFilter ? (second ?? null) : first
    },
  })
  const beforeRequest = (details: { readonly url: string }): Promise<boolean> => {
    const ask = listener
    if (ask === null || !concerns(details.url)) return Promise.resolve(true)
    return new Promise((resolve, reject) =>
      ask(details, ({ cancel, redirectURL }) =>
        redirectURL === undefined
          ? resolve(cancel !== true)
          : reject(new Error('The Chromium host does not redirect requests.')),
      ),
    )
  }
  return { webRequest, beforeRequest }
}

class Session extends EventEmitter {
  readonly #handlers = new Map<string, ProtocolHandler>()
  readonly protocol = createProtocol(this.#handlers)
  readonly webRequest: ReturnType<typeof createWebRequest>['webRequest']
  #request: RequestHandler | null = null
  #check: CheckHandler | null = null
  readonly #listeners: (() => void)[] = []

  constructor() {
    super()
    const { webRequest, beforeRequest } = createWebRequest()
    this.webRequest = webRequest
    this.rules = {
      handlers: this.#handlers,
      beforeRequest,
      permissionRequest: () => this.#request ?? undefined,
      permissionCheck: () => this.#check ?? undefined,
      onPermissionHandlers: (listener) => {
        this.#listeners.push(listener)
      },
    }
  }
  readonly rules: SessionRules

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler
    this.#tell()
  }
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler
    this.#tell()
  }
  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
  /** Chromium asks its user for a device, and the host starts none of those pickers. */
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setSpellCheckerEnabled(): void {}
  /** Chromium's profile is of one run: nothing is kept. */
  isPersistent(): boolean {
    return false
  }
  async clearStorageData(): Promise<void> {}
  async clearCache(): Promise<void> {}
}

const createSession = () => {
  const created = new Session()
  const facade = strict('session', created)
  rules.set(facade, created.rules)
  app.emit('session-created', facade)
  return facade
}

const partitions = new Map<string, ReturnType<typeof createSession>>()

export const fromPartition = (partition: string): ReturnType<typeof createSession> => {
  if (partition.startsWith('persist:'))
    throw new Error(`The Chromium host keeps nothing between runs: ${partition} is not there.`)
  const known = partitions.get(partition) ?? createSession()
  partitions.set(partition, known)
  return known
}

export type HostSession = ReturnType<typeof createSession>
const defaultSession = fromPartition('')
export const session = strict('session', { defaultSession, fromPartition })
export const { protocol } = defaultSession

export const isHostSession = (value: unknown): value is HostSession =>
  typeof value === 'object' && value !== null && rules.has(value)

export const rulesOf = (known: object): SessionRules => {
  const found = rules.get(known)
  if (found === undefined) throw new Error('webPreferences.session is not a session.')
  return found
}
