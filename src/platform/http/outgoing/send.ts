import { platformErrors } from '#values/errors/platform-errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { type ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { CheckedAgent } from './dispatcher.ts'
import { isOffline } from '../../offline/offline.ts'
import type { AddressError } from './guarded-lookup.ts'
import { requireHostName } from './host-name.ts'
import { isLoopbackAddress, isLoopbackHost, isPublicAddress } from './internet-address.ts'
import { proxyFor } from './proxy.ts'
import { followRedirects } from './redirects.ts'

/** Redirects in a row; no server of ours needs more than two. */
const mostRedirects = 5

/**
 * Where a redirect may lead, beside the same origin: `none`, `https`, or `public`, which is https at an
 * address of the public internet. Of `public` a server on this computer may redirect on this computer,
 * as Kubo does to a name for each CID, and nowhere else.
 */
export type RedirectRule = 'none' | 'https' | 'public'

type Init = Omit<RequestInit, 'redirect'> & { readonly redirect?: 'manual' | 'error' }

type Reach = 'anywhere' | 'public' | 'loopback'

const addressErrors: Readonly<Record<Reach, AddressError | undefined>> = {
  anywhere: undefined,
  public: (address) =>
    isPublicAddress(address)
      ? undefined
      : refused(`to ${address}, which is no address of the public internet`),
  loopback: (address) =>
    isLoopbackAddress(address)
      ? undefined
      : refused(`from this computer to ${address}, another one`),
}

const agents = new Map<Reach, Promise<CheckedAgent>>()

/** Loaded with the first request that needs it, because that takes a fifth of a second. */
const agentTo = (reach: Reach): Promise<CheckedAgent> => {
  const agent =
    agents.get(reach) ??
    import('./dispatcher.ts').then(
      (made) => new made.CheckedAgent({ addressError: addressErrors[reach] }),
    )
  agents.set(reach, agent)
  return agent
}

const sendTo = async (reach: Reach, url: URL, init: Init): Promise<Response> => {
  requireHostName(url)
  try {
    // looked up at each call, so that closing the network also affects this client
    const sent: RequestInit = { redirect: 'manual', ...init }
    const isPlain = reach === 'anywhere' && proxyFor(url) === undefined
    const connections = isPlain ? {} : { dispatcher: await agentTo(reach) }
    return await inLibrary.exit(() => fetch(url, Object.assign(sent, connections)))
  } catch (error) {
    // fetch wraps what was thrown before a connection
    throw error instanceof TypeError && isColdpressError(error.cause) ? error.cause : error
  }
}

/**
 * The `fetch` of everything that Coldpress sends. A redirect is an answer like others: following it would
 * carry the request to an address that nobody has chosen.
 * @throws ColdpressError `invalid` for a host name that is none, or a secret that a proxy would read
 */
export const sendRequest = (url: string | URL, init: Init = {}): Promise<Response> =>
  sendTo('anywhere', new URL(url), init)

const inLibrary = new AsyncLocalStorage<true>()
let usualFetch: typeof fetch | undefined

/**
 * Runs a library that calls the global `fetch`, which takes no other: what it sends meanwhile goes as
 * {@link sendRequest} does, so a redirect of its server is an answer that is not followed.
 */
export const sendsOfLibrary = <T>(work: () => Promise<T>): Promise<T> => {
  if (usualFetch === undefined && !isOffline()) {
    const usual = globalThis.fetch
    usualFetch = usual
    globalThis.fetch = (input, init) =>
      inLibrary.getStore() === true && !(input instanceof Request)
        ? sendRequest(input, { ...init, redirect: 'manual' })
        : usual(input, init)
  }
  return inLibrary.run(true, work)
}

/**
 * A GET without secrets whose redirects are followed as far as the rule allows.
 * @throws ColdpressError `service_error` for a redirect elsewhere, or one too many
 */
export const sendFollowing = async (
  url: string,
  rule: Exclude<RedirectRule, 'none'>,
  init: Init = {},
): Promise<Response> => {
  const start = new URL(url)
  return followRedirects(start, {
    most: mostRedirects,
    refused,
    ask: async (address) => {
      const reach = address === start ? 'anywhere' : reachOf(address, start, rule)
      if (reach === undefined) throw refused(reasons[rule])
      const answer = await sendTo(reach, address, init)
      const { status, headers, body } = answer
      return { answer, status, location: headers.get('location'), drop: () => body?.cancel() }
    },
  })
}

const reasons = {
  https: 'to an address that is not https',
  public: 'to an address that is not https, or from this computer to another one',
} as const

/** Undefined where a redirect may not lead. */
const reachOf = (next: URL, start: URL, rule: Exclude<RedirectRule, 'none'>): Reach | undefined => {
  if (next.username !== '' || next.password !== '') return undefined
  if (next.origin === start.origin) return 'anywhere'
  if (rule === 'public' && isLoopbackHost(start.hostname))
    return isLoopbackHost(next.hostname) && /^https?:$/u.test(next.protocol)
      ? 'loopback'
      : undefined
  if (next.protocol !== 'https:') return undefined
  return rule === 'public' ? 'public' : 'anywhere'
}

const refused = (what: string): ColdpressError =>
  errorBy(platformErrors, 'redirect', {}, `The server redirects ${what}. That is not followed.`)
