import type { FastifyInstance } from 'fastify'
import { ColdpressError } from '#values/errors/errors.ts'
import { type Client, clientAddress } from './client-address.ts'
import type { PublicAccess } from './public-access.ts'
import { createSenderLimit } from '#platform/http/sender-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reserves tokens, which nobody else can buy meanwhile. */
    reserves?: boolean
    /** Asks the gateway, whose calls may be counted. */
    asksChain?: boolean
    /** A small picture: a shop page has many, and a visitor looks through several. */
    showsPicture?: boolean
    /** Bounds its requests in its own way: a service delivers many from one address. */
    limitsItself?: boolean
  }
}

/** A page of twenty images, and renewals every two seconds in several tabs. */
const requests = { burst: 240, perSecond: 4 }
/** Five pages of a shop at once. */
const pictures = { burst: 240, perSecond: 12 }
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])
/** Forms and payments. */
const changes = { burst: 20, perSecond: 1 / 3 }
/**
 * Tries, that of a sixth open reservation among them, which the page answers. Where a proxy hides the
 * visitors, they hold about fifteen tokens together: a reservation lasts a quarter of an hour as a rule.
 */
const reservations = { burst: 10, perSecond: 1 / 180 }
/** Payments that are built for a wallet in the browser: up to 22 calls of the gateway each. */
const chainReads = { burst: 6, perSecond: 1 / 60 }

/**
 * Guards a server that anyone may reach: the name in `Host`, which a page on a rebound name cannot
 * choose, then how often an address may ask. `X-Forwarded-Host` is not read: a proxy passes on what
 * the client wrote there.
 */
export const addPublicGuard = (
  app: FastifyInstance,
  { origin, trustedProxies }: PublicAccess,
  proxyFound: (address: string) => void,
): void => {
  const { host } = new URL(origin)
  const all = createSenderLimit(requests)
  const showing = createSenderLimit(pictures)
  const changing = createSenderLimit(changes)
  const reserving = createSenderLimit(reservations)
  const reading = createSenderLimit(chainReads)
  const visitors = createVisitors(proxyFound)
  app.addHook('onRequest', async (request) => {
    const { headers, socket, method, routeOptions } = request
    const client = clientAddress(socket.remoteAddress, headers['x-forwarded-for'], trustedProxies)
    const { key: address } = client
    if (routeOptions.config.reserves === true && visitors.isVisitor(client))
      request.visitor = address
    const isAllowed =
      routeOptions.config.limitsItself === true ||
      ((routeOptions.config.showsPicture === true ? showing : all).receive(address) &&
        (readingMethods.has(method) || changing.receive(address)) &&
        (routeOptions.config.reserves !== true || reserving.receive(address)) &&
        (routeOptions.config.asksChain !== true || reading.receive(address)))
    if (!isAllowed) throw new ColdpressError('rate_limited', 'too many requests from this address')
    if ((headers.host ?? '').toLowerCase() !== host)
      throw new ColdpressError('forbidden', `host: must be ${host}`)
  })
}

/** Addresses that are remembered; about 100 bytes each. */
const mostAddresses = 20_000
/** Anybody can pretend to be a proxy, so that more notices would only fill the log. */
const mostNotices = 3

/** Tells visitors from proxies that nobody has named as trusted. */
type Visitors = {
  /** Whether what an address reserves is that of one visitor. */
  readonly isVisitor: (client: Client) => boolean
}

/**
 * A proxy says for whom it asks, with each request; its address stands for many visitors then. Whoever
 * has asked for itself before stays one visitor, whatever it says later.
 * @param proxyFound called for the first addresses that only ask for others
 */
const createVisitors = (proxyFound: (address: string) => void): Visitors => {
  const visitors = new Set<string>()
  const proxies = new Set<string>()
  return {
    isVisitor: ({ key, isVisitor, isForwarding }) => {
      if (!isVisitor) return false
      if (isForwarding && !visitors.has(key)) {
        if (proxies.size < mostNotices && !proxies.has(key)) proxyFound(key)
        if (proxies.size < mostNotices) proxies.add(key)
        return false
      }
      visitors.delete(key)
      visitors.add(key)
      const [oldest] = visitors
      if (visitors.size > mostAddresses && oldest !== undefined) visitors.delete(oldest)
      return true
    },
  }
}
