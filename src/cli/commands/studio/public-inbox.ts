import { ColdpressError } from '#values/errors/errors.ts'
import { useAndWipe } from '#platform/secret/secret.ts'
import type { OpenInbox } from '#app/events/inbox/inbox.ts'
import { inboxPath, type PublicAccess } from '#studio/public/public-access.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'

export type PublicInbox = OpenInbox & {
  /** What the hosted service delivers to. */
  readonly url: string
}

/**
 * The inbox of an account, for the public server.
 * @throws ColdpressError `usage` without a public server, or where the account's inbox has no secret;
 * `vault_locked`
 */
export const openPublicInbox = async (
  session: Session,
  access: PublicAccess | undefined,
  name: string,
): Promise<PublicInbox> => {
  if (access === undefined)
    throw new ColdpressError(
      'usage',
      '--public-inbox: needs --listen and --public-url, where the service reaches it.',
    )
  const { accounts, events } = await session.app()
  const account = accounts.get(name)
  const secret = await session.withVault(() => events.inboxSecrets.get(account.id))
  if (secret === undefined)
    throw new ColdpressError(
      'usage',
      `--public-inbox: the inbox of ${account.name} has no secret yet, which deliveries are signed with. To make one: ${hint(`webhook add --name inbox --callback-url ${access.origin}${inboxPath} --for-inbox`, { account: account.name })}`,
    )
  return useAndWipe(secret, async () => ({
    ...events.openInbox({
      accountId: account.id,
      secret,
      hosts: [new URL(access.origin).hostname],
      onError: (status, reason) =>
        session.terminal.info(`a delivery was rejected with ${status}: ${reason}`),
    }),
    url: `${access.origin}${inboxPath}`,
  }))
}
