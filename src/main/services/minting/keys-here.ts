import type { Mint } from '#contract/mints/mint.ts'
import { KeyHash } from '#cardano/ids.ts'
import { keyHashesIn, scriptFromJson } from '#cardano/scripts.ts'
import type { Core } from '#app/create-core.ts'
import { networkOfMint } from '#app/mints/mint-network.ts'

export type HasKey = (keyHash: string) => Promise<boolean>

/**
 * Which keys of a mint this vault signs with: its single keys, and for sales and refunds of the
 * Local studio the keys of its wallet, which the vault stores as a whole, unless it is only watched.
 */
export const mintKeysHere = (
  { vault, wallets, accounts }: Pick<Core, 'vault' | 'wallets' | 'accounts'>,
  accountId: string,
  mint: Mint,
): HasKey => {
  const ofPolicy = new Set<string>(keyHashesIn(scriptFromJson(mint.script)))
  const isOfSales = mint.kind === 'sale' || mint.kind === 'refund'
  const hasWallet = async (): Promise<boolean> => {
    const network = networkOfMint(mint)
    return (await wallets.list()).some((one) => one.here && one.network === network)
  }
  return async (keyHash) => {
    if (await vault.hasKey(KeyHash(keyHash))) return true
    const isPayment = isOfSales && !ofPolicy.has(keyHash) && (mint.payment_key ?? null) === null
    return isPayment && accounts.get(accountId).kind === 'local' && hasWallet()
  }
}
