import { chainOf } from '#core/accounts/chain-of.ts'
import { localImagesOf } from '#core/minting/local-images.ts'
import type { ServiceContext } from '../services-deps.ts'

/** How many images of tokens to be minted exist on this computer only. */
export const countLocalImages = async (
  { accounts, pinTargets }: ServiceContext['core'],
  wanted: {
    readonly accountId: string
    readonly collectionId: string
    readonly tokens: 'all' | readonly string[]
  },
): Promise<number> => {
  const account = accounts.get(wanted.accountId)
  const chain = chainOf(account, account.network)
  if (chain === 'devnet') return 0
  const client = await accounts.client(wanted.accountId)
  return (await localImagesOf(client, pinTargets.onlyHere, { ...wanted, chain })).length
}
