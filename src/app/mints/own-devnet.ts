import { isColdpressError } from '#values/errors/errors.ts'
import type { Account, Accounts } from '../accounts/accounts.ts'
import type { MintingAccount } from './minting-account.ts'

/**
 * Whether a collection of an account is on this data folder's devnet. The account may be the studio of
 * this computer, which is served: it says only that it is on a testnet, and is the devnet if that has the
 * collection, whose id is unique. A service that lies about it gains test ADA without value, and nothing
 * on another network.
 */
export const isOnOwnDevnet = async (
  accounts: Pick<Accounts, 'client'>,
  account: Account,
  collectionId: string,
): Promise<boolean> => {
  if (account.kind === 'local' || account.network === 'mainnet') return account.chain === 'devnet'
  try {
    await (await accounts.client('local')).getCollection(collectionId)
    return true
  } catch (error) {
    if (isColdpressError(error, 'not_found')) return false
    throw error
  }
}

/** The account with the devnet as its chain, where {@link isOnOwnDevnet}. */
export const onOwnDevnet = async <
  Minting extends MintingAccount<{ readonly accounts: Pick<Accounts, 'client'> }>,
>(
  minting: Minting,
  collectionId: string,
): Promise<Minting> => {
  const { account, app } = minting
  return (await isOnOwnDevnet(app.accounts, account, collectionId))
    ? { ...minting, account: { ...account, chain: 'devnet' } }
    : minting
}
