import type { Studio } from '../options.ts'
import { icon, iconPath } from '../pay/page.ts'
import type { StudioApp } from './app-type.ts'
import { addRoyaltyPage } from './pay-royalty.ts'
import { addSalePage } from './pay-sale.ts'
import { addTokenPage } from './pay-token.ts'

/** The pages of payment links: they are for a browser, which holds no key. */
export const addPayPages = async (app: StudioApp, studio: Studio): Promise<void> => {
  await app.register(async (scope: StudioApp) => {
    // A form without fields; what it says is in its address.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 1024 },
      async () => undefined,
    )
    scope.get(iconPath, { schema: { hide: true }, config: { public: true } }, async (_, reply) =>
      reply
        .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' })
        .send(icon),
    )
    addRoyaltyPage(scope, studio)
    addSalePage(scope, studio)
    addTokenPage(scope, studio)
  })
}
