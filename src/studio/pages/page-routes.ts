import type { FastifyReply, FastifyRequest } from 'fastify'
import { ColdpressError } from '#values/errors/errors.ts'
import { startErrorAnswer } from '../server/answer-error.ts'
import type { Studio } from '../options.ts'
import { logUnconfirmed } from '../server/log.ts'
import { errorPage, isUnconfirmed } from './error-page.ts'
import { icon, iconPath, pageHeaders } from './page.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'
import { addRoyaltyPage } from './royalty-routes.ts'
import { addSalePage } from './sale-routes.ts'
import { addShopPage } from './shop-routes.ts'
import { addTokenPage } from './token-routes.ts'
import { addWalletPayments } from './wallet-routes.ts'

/** Links of which the end is missing. */
const cutOff = ['/pay', '/pay/sale', '/pay/token', '/pay/royalty', '/pay/collection']

/** Answers any error with a page for a visitor. */
export const answerWithPage = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const { status } = startErrorAnswer(error, request, reply)
  if (isUnconfirmed(error)) logUnconfirmed(request, error)
  void reply.headers(pageHeaders).send(errorPage(status, error))
}

/**
 * The pages of payment links: they are for a browser, which holds no key.
 * @param options.hasRoyalty whether royalties are paid here too, which the seller alone does
 */
export const addPayPages = async (
  app: TypedApp,
  studio: Studio,
  { hasRoyalty }: { readonly hasRoyalty: boolean },
): Promise<void> => {
  await app.register(async (scope: TypedApp) => {
    scope.setErrorHandler(answerWithPage)
    // A form without fields; what it says is in its address.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 1024 },
      async () => undefined,
    )
    scope.get(iconPath, { config: { public: true } }, async (_, reply) =>
      reply
        .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' })
        .send(icon),
    )
    for (const path of cutOff)
      scope.get(path, { config: { public: true } }, async () => {
        throw new ColdpressError('not_found', 'the link has no id')
      })
    if (hasRoyalty) addRoyaltyPage(scope, studio)
    addSalePage(scope, studio)
    addTokenPage(scope, studio)
    addShopPage(scope, studio)
    await addWalletPayments(scope, studio)
  })
}
