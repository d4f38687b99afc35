import { isColdpressError } from '#values/errors/errors.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { MintingAccount } from './minting-account.ts'

/**
 * An account may be the studio of this computer, which is served: it says only that it is on a testnet.
 * It is on this data folder's devnet if that has the collection, whose id is unique. A service that lies
 * about it gains test ADA without value, and nothing on another network.
 */
export const onOwnDevnet = async <
  Minting extends MintingAccount<{ readonly accounts: Pick<Accounts, 'client'> }>,
>(
  minting: Minting,
  collectionId: string,
): Promise<Minting> => {
  const { account, app } = minting
  if (account.kind === 'local' || account.network === 'mainnet') return minting
  try {
    await (await app.accounts.client('local')).getCollection(collectionId)
  } catch (error) {
    if (isColdpressError(error, 'not_found')) return minting
    throw error
  }
  return { ...minting, account: { ...account, chain: 'devnet' } }
}
