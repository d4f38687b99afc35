import type { RoyaltyDetails } from '#contract/mints/calls.ts'
import type { Collection } from '#contract/collections/collection.ts'
import type { RoyaltyView } from '#contract/mints/mint.ts'
import type { MintingClient } from '#app/api/client.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
import type { Core } from '#app/create-core.ts'
import { chainOf } from '#app/accounts/chain-of.ts'
import { hasTestWallet, type MintTarget, payFromTestWallet } from '#app/mints/test-wallet.ts'
import { royaltyTermsOf } from '#contract/royalty/royalty-text.ts'

export const royaltyDetailsOf = async (
  { gateways }: Pick<Core, 'gateways'>,
  target: MintTarget,
  { network, royalty }: Pick<Collection, 'network' | 'royalty'>,
  view: RoyaltyView,
): Promise<RoyaltyDetails> => {
  const { status, message, address, amount, paid, cost, tx_id: txId } = view
  const chain = chainOf(target, network)
  return {
    status,
    message,
    address,
    amount: amount === null ? null : String(amount),
    paid: paid === null ? null : String(paid),
    cost:
      cost === null || cost === undefined
        ? null
        : { withToken: String(cost.with_token), fee: String(cost.fee), left: String(cost.left) },
    uri: address === null || amount === null ? null : paymentUri(address, BigInt(amount)),
    paymentLink: view.payment_link,
    mintId: view.mint_id,
    txId,
    page: txId === null || chain === undefined ? null : await gateways.explorerUrl(chain, txId),
    confirmations: view.confirmations,
    finality: view.finality ?? null,
    hasTestWallet: hasTestWallet(target),
    unconfirmed: view.confirmed ? null : royaltyTermsOf({ royalty }),
    terms: view.on_chain ?? royaltyTermsOf({ royalty }),
    validForSeconds: view.valid_for_seconds ?? null,
  }
}

/** Its block comes within a second; a stopped chain must not block the window. */
export const testWalletPatience = { patience: 10_000 }

/** Pays the amount that the royalty token still needs. */
export const payRoyalty = async (
  core: Pick<Core, 'gateways'>,
  target: MintTarget,
  client: MintingClient,
  collectionId: string,
): Promise<void> => {
  const { status, address, amount } = await client.getRoyalty(collectionId)
  if (status !== 'unpaid' || address === null || amount === null) return
  await payFromTestWallet({ core, account: target }, address, BigInt(amount), testWalletPatience)
}
