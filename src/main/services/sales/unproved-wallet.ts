import type { UnprovedWallet } from '#contract/sales/calls.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import type { MintingClient } from '#app/api/client.ts'
import type { Core } from '#app/create-core.ts'
import { lacksTestedWalletBackup } from '#app/policies/wallets.ts'

/**
 * The wallet of this computer that receives the payments of a collection's newest sale, unless a
 * tested backup holds it. The sale's address shows whose studio a service is; its URL does not.
 */
export const unprovedWallet = async (
  { wallets }: Pick<Core, 'wallets'>,
  client: Pick<MintingClient, 'salePage'>,
  collectionId: string,
): Promise<UnprovedWallet | null> => {
  const address = await newestAddress(client, collectionId)
  const wallet = address === undefined ? undefined : await wallets.paidAt(address)
  if (wallet === undefined || !lacksTestedWalletBackup(wallet)) return null
  return { id: wallet.id, backup: wallet.backup.state === 'made' ? 'made' : 'none' }
}

const newestAddress = async (
  client: Pick<MintingClient, 'salePage'>,
  collectionId: string,
): Promise<string | undefined> => {
  try {
    return (await client.salePage(collectionId, null)).sales[0]?.payment_address
  } catch (error) {
    // Not every service sells.
    if (isColdpressError(error, 'not_found')) return undefined
    throw error
  }
}
