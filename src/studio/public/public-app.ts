import { ColdpressError } from '#values/errors/errors.ts'
import { limitConnections } from '#platform/http/limit-connections.ts'
import { createServer } from '../server/create-server.ts'
import { addRequestLog } from '../server/log.ts'
import { refuseOtherMethods } from '../server/served-methods.ts'
import type { StudioNotice } from '../notice.ts'
import type { Studio, StudioOptions } from '../options.ts'
import { addPublicOrigin } from '../server/origins.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'
import { addPayPages, answerWithPage } from '../pages/page-routes.ts'
import { clientAddress } from './client-address.ts'
import { inboxPath, type PublicAccess } from './public-access.ts'
import { addPublicGuard } from './public-guard.ts'

/** The forms have no fields; what a browser wallet sends is bounded by its own routes. */
const bounds = { bodyBytes: 1_024, requestMs: 15_000, headMs: 5_000 }

/** A proxy keeps a connection for each request under way. */
const mostConnections = 512
/** Of one address, unless it is a trusted proxy's: a browser opens six, and several share an address. */
const ofOneAddress = { all: 128, silent: 32 }

/** For whoever serves: only they know whether the address is that of a proxy of theirs. */
const untrustedProxy = (address: string): StudioNotice => ({
  level: 'warning',
  message: `Buyers come through ${address}, which says that it asks for others and is no trusted proxy. They share its limits, and their open reservations are not counted. If it is your proxy or content delivery network, name it as a trusted proxy.`,
  details: { address },
})

/**
 * The server that a reverse proxy leads buyers to. It has the pages of sales, tokens and shops alone, and
 * the inbox where that was asked for:
 * neither the interface nor `/health` nor `/openapi.json`, so no key opens anything here, nor the page
 * of a royalty, which has its token minted and asks the chain each time it is opened.
 */
export const createPublicApp = async (
  options: Pick<StudioOptions, 'log'>,
  studio: Studio,
  access: PublicAccess,
): Promise<TypedApp> => {
  const app = createServer(options, studio.nextId, bounds)
  app.server.maxConnections = mostConnections
  limitConnections(app.server, ofOneAddress, (address) => {
    const { key, isTrusted } = clientAddress(address, undefined, access.trustedProxies)
    return isTrusted ? undefined : key
  })
  app.setErrorHandler(answerWithPage)
  app.setNotFoundHandler(async () => {
    throw new ColdpressError('not_found', 'only payment pages are served here')
  })
  addPublicOrigin(app, access.origin)
  addPublicGuard(app, access, (address) => studio.notify(untrustedProxy(address)))
  refuseOtherMethods(app)
  addRequestLog(app)
  await addPayPages(app, studio, { hasRoyalty: false })
  await addPublicInbox(app, access)
  return app
}

/** Where it was asked for. The inbox reads the request and writes the answer itself, whatever method it has. */
const addPublicInbox = async (
  app: TypedApp,
  { answerInbox, trustedProxies }: PublicAccess,
): Promise<void> => {
  if (answerInbox === undefined) return
  await app.register(async (scope: TypedApp) => {
    scope.removeAllContentTypeParsers()
    // The body stays unread: its signature is over the bytes.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(inboxPath, { config: { limitsItself: true } }, async ({ raw }, reply) => {
      reply.hijack()
      const { remoteAddress } = raw.socket
      const client = clientAddress(remoteAddress, raw.headers['x-forwarded-for'], trustedProxies)
      await answerInbox(raw, reply.raw, client.isVisitor ? client.key : undefined)
    })
  })
}
