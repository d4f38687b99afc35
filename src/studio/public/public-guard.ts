import type { FastifyInstance } from 'fastify'
import { ColdpressError } from '#shared/errors.ts'
import { clientAddress } from './client-address.ts'
import type { PublicAccess } from './public-access.ts'
import { createVisitorLimit } from './visitor-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reserves tokens, which nobody else can buy meanwhile. */
    reserves?: boolean
    /** Asks the gateway, whose calls may be counted. */
    asksChain?: boolean
    /** Bounds its requests in its own way: a service delivers many from one address. */
    limitsItself?: boolean
  }
}

/** A page of twenty images, and renewals every two seconds in several tabs. */
const requests = { burst: 240, perSecond: 4 }
/** Forms and payments. */
const changes = { burst: 20, perSecond: 1 / 3 }
/** A reservation lasts a quarter of an hour as a rule: one address holds about ten tokens. */
const reservations = { burst: 5, perSecond: 1 / 180 }
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
): void => {
  const { host } = new URL(origin)
  const all = createVisitorLimit(requests)
  const changing = createVisitorLimit(changes)
  const reserving = createVisitorLimit(reservations)
  const reading = createVisitorLimit(chainReads)
  app.addHook('onRequest', async ({ headers, socket, method, routeOptions }) => {
    const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for'], trustedProxies)
    const isAllowed =
      routeOptions.config.limitsItself === true ||
      (all.receive(address) &&
        (method === 'GET' || changing.receive(address)) &&
        (routeOptions.config.reserves !== true || reserving.receive(address)) &&
        (routeOptions.config.asksChain !== true || reading.receive(address)))
    if (!isAllowed) throw new ColdpressError('rate_limited', 'too many requests from this address')
    if ((headers.host ?? '').toLowerCase() !== host)
      throw new ColdpressError('forbidden', `host: must be ${host}`)
  })
}
