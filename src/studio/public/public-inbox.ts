import type { TypedApp } from '#platform/http/loopback-server.ts'
import { clientAddress } from './client-address.ts'
import { inboxPath, type PublicAccess } from './public-access.ts'

/** Where it was asked for. The inbox reads the request and writes the answer itself, whatever method it has. */
export const addPublicInbox = async (
  app: TypedApp,
  { answerInbox, trustedProxies }: PublicAccess,
): Promise<void> => {
  if (answerInbox === undefined) return
  await app.register(async (scope: TypedApp) => {
    scope.removeAllContentTypeParsers()
    // The body stays unread: its signature is over the bytes.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(
      inboxPath,
      { schema: { hide: true }, config: { limitsItself: true } },
      async ({ raw }, reply) => {
        reply.hijack()
        const { remoteAddress } = raw.socket
        const client = clientAddress(remoteAddress, raw.headers['x-forwarded-for'], trustedProxies)
        await answerInbox(raw, reply.raw, client.isVisitor ? client.key : undefined)
      },
    )
  })
}
