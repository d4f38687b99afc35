import { platformErrors } from '#values/errors/platform-errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { Agent, type Dispatcher } from 'undici'
import { type ConnectOptions, createConnector } from './connect.ts'
import { requireHostName } from './host-name.ts'
import { proxyFor, shownProxy } from './proxy.ts'

export type DispatcherOptions = ConnectOptions & {
  /** For the head of an answer, and between two pieces of its body. */
  readonly answerMs?: number
}

type Asked = Omit<Dispatcher.RequestOptions, 'origin' | 'path'>

/**
 * Connections of a client. Each request is checked, those that follow a redirect too: its host name, the
 * address that it leads to, and that no secret goes through a proxy that could read it.
 */
export class CheckedAgent extends Agent {
  constructor({ answerMs, ...connect }: DispatcherOptions = {}) {
    super({
      connect: createConnector(connect),
      ...(answerMs === undefined ? {} : { headersTimeout: answerMs, bodyTimeout: answerMs }),
    })
  }

  /** Sends a request. A redirect is an answer like others. */
  ask(url: string | URL, options: Asked): Promise<Dispatcher.ResponseData> {
    const { origin, pathname, search } = new URL(url)
    return this.request({ ...options, origin, path: `${pathname}${search}` })
  }

  override dispatch(...[options, handler]: Parameters<Agent['dispatch']>): boolean {
    checkRequest(options)
    return super.dispatch(options, handler)
  }
}

const checkRequest = ({ origin = '', headers }: Dispatcher.DispatchOptions): void => {
  const url = new URL(origin)
  requireHostName(url)
  if (url.protocol === 'http:') requireNoSecret(url, namesOf(headers))
}

/** What says nothing about who asks; signatures of webhooks are no secrets (ADR 5). */
const openHeaders =
  /^(?:accept.*|connection|content-.*|host|range|sec-fetch-.*|user-agent|transfer-encoding|webhook-.*|x-tangocrypto-signature)$/u

/** @throws ColdpressError `invalid` */
const requireNoSecret = (url: URL, names: readonly string[]): void => {
  const secret = names.find((name) => !openHeaders.test(name.toLowerCase()))
  const proxy = secret === undefined ? undefined : proxyFor(url)
  if (proxy === undefined) return
  throw errorBy(
    platformErrors,
    'secret_through_proxy',
    {},
    `${url.host} is asked over http, so the proxy ${shownProxy(proxy)} would read the secret that it is asked with. Use https, or name the host in NO_PROXY.`,
  )
}

const namesOf = (headers: Dispatcher.DispatchOptions['headers']): readonly string[] => {
  if (headers === undefined || headers === null) return []
  if (Array.isArray(headers))
    return headers.every((header) => typeof header === 'string')
      ? headers.filter((_one, at) => at % 2 === 0)
      : headers.map(([name]) => String(name))
  return Symbol.iterator in headers ? [...headers].map(([name]) => name) : Object.keys(headers)
}
