import type { RoyaltyDetails } from '#contract/mints/calls.ts'
import type { Collection } from '#contract/collections/collection.ts'
import type { RoyaltyView } from '#contract/mints/mint.ts'
import { royaltyTermsOf } from '#contract/royalty/royalty-text.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
import type { Gateways } from '#chain/gateway/gateway-configs.ts'
import { chainOf } from '../accounts/chain-of.ts'
import { hasTestWallet, type MintTarget } from './test-wallet.ts'

/** A royalty as the window shows it: as its service says it, with what only this computer knows. */
export const describeRoyalty = async (
  { gateways }: { readonly gateways: Pick<Gateways, 'explorerUrl'> },
  target: MintTarget,
  { network, royalty }: Pick<Collection, 'network' | 'royalty'>,
  view: RoyaltyView,
): Promise<RoyaltyDetails> => {
  const { address, amount, tx_id: txId } = view
  const chain = chainOf(target, network)
  return {
    ...view,
    uri: address === null || amount === null ? null : paymentUri(address, BigInt(amount)),
    page: txId === null || chain === undefined ? null : await gateways.explorerUrl(chain, txId),
    hasTestWallet: hasTestWallet(target),
    unconfirmed: view.confirmed ? null : royaltyTermsOf({ royalty }),
    terms: view.on_chain ?? royaltyTermsOf({ royalty }),
  }
}
