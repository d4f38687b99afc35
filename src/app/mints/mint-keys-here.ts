import type { Mint } from '#contract/mints/mint.ts'
import { KeyHash } from '#cardano/ids.ts'
import { keyHashesIn, scriptFromJson } from '#cardano/scripts.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { networkOfMint } from './mint-network.ts'

export type HasKey = (keyHash: string) => Promise<boolean>

type Here = {
  readonly vault: { readonly hasKey: (keyHash: KeyHash) => Promise<boolean> }
  readonly wallets: {
    readonly list: () => Promise<readonly { readonly here: boolean; readonly network: string }[]>
  }
  readonly accounts: Pick<Accounts, 'get'>
}

/**
 * Which keys of a mint this vault signs with: its single keys, and for sales and refunds of the
 * Local studio the keys of its wallet, which the vault stores as a whole, unless it is only watched.
 */
export const mintKeysHere = (
  { vault, wallets, accounts }: Here,
  accountId: string,
  mint: Mint,
): HasKey => {
  const ofPolicy = new Set<string>(keyHashesIn(scriptFromJson(mint.script)))
  const isOfSales = mint.kind === 'sale' || mint.kind === 'refund'
  const hasWallet = async (): Promise<boolean> => {
    const network = networkOfMint(mint)
    return (await wallets.list()).some((wallet) => wallet.here && wallet.network === network)
  }
  return async (keyHash) => {
    if (await vault.hasKey(KeyHash(keyHash))) return true
    const isPayment = isOfSales && !ofPolicy.has(keyHash) && (mint.payment_key ?? null) === null
    return isPayment && accounts.get(accountId).kind === 'local' && hasWallet()
  }
}
