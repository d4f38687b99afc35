import { ColdpressError } from '#shared/errors.ts'
import { createServer } from '../create-server.ts'
import { addRequestLog } from '../log.ts'
import type { Studio, StudioOptions } from '../options.ts'
import { addPublicOrigin } from '../origins.ts'
import type { StudioApp } from '../routes/app-type.ts'
import { addPayPages, answerWithPage } from '../routes/pay.ts'
import type { PublicAccess } from './public-access.ts'
import { addPublicGuard } from './public-guard.ts'
import { addPublicInbox } from './public-inbox.ts'

/** The forms have no fields; what a browser wallet sends is bounded by its own routes. */
const bounds = { bodyBytes: 1_024, requestMs: 15_000 }

/** A proxy keeps a connection for each request under way. */
const mostConnections = 512

/**
 * The server that a reverse proxy leads buyers to. It has the pages of sales and tokens alone, and
 * the inbox where that was asked for:
 * neither the interface nor `/health` nor `/openapi.json`, so no key opens anything here, nor the page
 * of a royalty, which has its token minted and asks the chain each time it is opened.
 */
export const createPublicApp = async (
  options: Pick<StudioOptions, 'log'>,
  studio: Studio,
  access: PublicAccess,
): Promise<StudioApp> => {
  const app = createServer(options, studio.nextId, bounds)
  app.server.maxConnections = mostConnections
  app.setErrorHandler(answerWithPage)
  app.setNotFoundHandler(async () => {
    throw new ColdpressError('not_found', 'only payment pages are served here')
  })
  addPublicOrigin(app, access.origin)
  addPublicGuard(app, access)
  addRequestLog(app)
  await addPayPages(app, studio, { hasRoyalty: false })
  if (access.answerInbox !== undefined) await addPublicInbox(app, access.answerInbox)
  return app
}
