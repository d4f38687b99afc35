import type { Account, Accounts } from '../accounts/accounts.ts'
import type { MintingClient } from '../api/client.ts'

/** An account whose tokens are minted: its service, and what this computer has for it. */
export type MintingAccount<Core> = {
  readonly core: Core
  readonly client: MintingClient
  readonly account: Account
}

export const openMintingAccount = async <
  Core extends { readonly accounts: Pick<Accounts, 'client' | 'get'> },
>(
  core: Core,
  nameOrId: string,
): Promise<MintingAccount<Core>> => ({
  core,
  client: await core.accounts.client(nameOrId),
  account: core.accounts.get(nameOrId),
})
