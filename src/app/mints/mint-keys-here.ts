import type { Mint } from '#contract/mints/mint.ts'
import { KeyHash } from '#cardano/ids.ts'
import { keyHashesIn, scriptFromJson } from '#cardano/scripts.ts'
import { keyOfPayment } from '#cardano/transactions/build/spendable-utxos.ts'
import type { MintingClient } from '../api/client.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { networkOfMint } from './mint-network.ts'

export type HasKey = (keyHash: string) => Promise<boolean>

export type KeysHere = {
  readonly vault: { readonly hasKey: (keyHash: KeyHash) => Promise<boolean> }
}

type Here = KeysHere & {
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

type Signing = {
  readonly client: Pick<MintingClient, 'getCollection' | 'getFunding'>
  readonly app: KeysHere
}

/**
 * Whether a key of this vault would sign a mint: one of the policy's, or that of the address that
 * pays. The collection's own payment key is in the vault.
 * @param paying the address, where it is not the collection's own
 */
export const signsHere = async (
  { client, app }: Signing,
  collectionId: string,
  {
    paying,
    signers,
  }: { readonly paying?: string | undefined; readonly signers?: readonly string[] | undefined },
): Promise<boolean> => {
  if (paying === undefined) return true
  const payer = keyOfPayment(paying)
  const { policy } = await client.getCollection(collectionId)
  const keys = [
    ...(signers?.map((hash) => KeyHash(hash)) ?? keyHashesIn(scriptFromJson(policy.script))),
    ...(payer === undefined ? [] : [payer]),
  ]
  for (const key of keys) if (await app.vault.hasKey(key)) return true
  return false
}

/** As {@link signsHere}, of a mint that is built again. */
export const signsMintHere = async (
  context: Signing,
  { collection_id: collectionId, funding_address: payer }: Mint,
): Promise<boolean> => {
  const { address } = await context.client.getFunding(collectionId)
  return signsHere(context, collectionId, { paying: payer === address ? undefined : payer })
}
