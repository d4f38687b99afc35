import type { Account, Accounts } from '../accounts/accounts.ts'
import type { MintingClient } from '../api/client.ts'

/** An account whose tokens are minted: its service, and what this computer has for it. */
export type MintingAccount<App> = {
  readonly app: App
  readonly client: MintingClient
  readonly account: Account
}

export const openMintingAccount = async <
  App extends { readonly accounts: Pick<Accounts, 'client' | 'get'> },
>(
  app: App,
  nameOrId: string,
): Promise<MintingAccount<App>> => ({
  app,
  client: await app.accounts.client(nameOrId),
  account: app.accounts.get(nameOrId),
})
