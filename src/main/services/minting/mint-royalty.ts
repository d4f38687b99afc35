import type { RoyaltyDetails } from '#contract/mints/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Collection } from '#contract/collections/collection.ts'
import type { RoyaltyView } from '#contract/mints/mint.ts'
import type { MintingClient } from '#app/api/client.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
import type { Core } from '#app/create-core.ts'
import { chainOf } from '#app/accounts/chain-of.ts'
import { hasTestWallet, type MintTarget } from './mint-terms.ts'

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
    unconfirmed: view.confirmed ? null : termsIn(royalty),
    terms: view.on_chain ?? termsIn(royalty),
    validForSeconds: view.valid_for_seconds ?? null,
  }
}

export const termsIn = (royalty: Collection['royalty']): RoyaltyDetails['terms'] => {
  const metadata = royalty?.metadata?.['777']
  return metadata === undefined ? null : { rate: metadata.rate, address: metadata.addr.join('') }
}

/**
 * Pays from the devnet's test wallet.
 * @throws ColdpressError `conflict` for a service on another chain
 */
export const payRoyaltyFromTestWallet = async (
  { gateways }: Pick<Core, 'gateways'>,
  target: MintTarget,
  address: string,
  lovelace: bigint,
): Promise<void> => {
  const gateway = hasTestWallet(target) ? await gateways.get('devnet') : undefined
  if (gateway?.fund === undefined)
    throw new ColdpressError('conflict', 'There is a test wallet on the devnet alone.')
  const txId = await gateway.fund(address, lovelace)
  // Its block comes within a second; a stopped chain must not block the window.
  for (let tries = 0; tries < 40; tries += 1) {
    if ((await gateway.transaction(txId)) !== undefined) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Pays the amount that the royalty token still needs. */
export const payRoyalty = async (
  core: Pick<Core, 'gateways'>,
  target: MintTarget,
  client: MintingClient,
  collectionId: string,
): Promise<void> => {
  const { status, address, amount } = await client.getRoyalty(collectionId)
  if (status !== 'unpaid' || address === null || amount === null) return
  await payRoyaltyFromTestWallet(core, target, address, BigInt(amount))
}
