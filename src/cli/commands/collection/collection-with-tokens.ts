import { fetchWithTokens } from '#app/accounts/fetch-with-tokens.ts'
import type { Session } from '#cli/session.ts'

/** A collection of the session's account with all of its tokens. */
export const collectionWithTokens = (
  session: Session,
  collectionId: string,
): ReturnType<typeof fetchWithTokens> =>
  session.withVault((app) =>
    fetchWithTokens(app.accounts, { accountId: session.account, collectionId }, session.signal),
  )
