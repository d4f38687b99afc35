import type { StudioApp } from '../routes/app-type.ts'
import { inboxPath, type PublicAccess } from './public-access.ts'

/** The inbox reads the request and writes the answer itself, whatever method it has. */
export const addPublicInbox = async (
  app: StudioApp,
  answerInbox: NonNullable<PublicAccess['answerInbox']>,
): Promise<void> => {
  await app.register(async (scope: StudioApp) => {
    scope.removeAllContentTypeParsers()
    // The body stays unread: its signature is over the bytes.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(
      inboxPath,
      { schema: { hide: true }, config: { limitsItself: true } },
      async ({ raw }, reply) => {
        reply.hijack()
        await answerInbox(raw, reply.raw)
      },
    )
  })
}
