import { encodeQR } from 'qr'
import { browseUri } from '#contract/sales/payment-uri.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import { type Network, networkId, networkMagic } from '#cardano/network.ts'
import type { TxId } from '#cardano/ids.ts'
import { nothing } from './page.ts'
import type { SaleState } from './sale-state.ts'

/** What the script of wallets says, also while the parts of the page are replaced. */
export const walletStatus = markup`<div role="status"><p id="wallet" class="state" hidden></p></div>`

/** Empty: the script fills in the wallets that the browser has, and without one it does not show. */
export const walletList = ({
  state: { due },
  collection: { network },
}: {
  readonly state: Pick<SaleState, 'due'>
  readonly collection: { readonly network: Network }
}): Markup =>
  markup`<section class="wallets" data-due="${due}" data-network="${network}" data-network-id="${networkId(network)}" data-magic="${networkMagic[network]}"></section>`

/** In place of the amount and the address: nobody is to pay twice. */
export const sentSection = (txId: TxId): Markup =>
  markup`<p>Your payment was sent to the network. Do not pay a second time: this page shows the payment once it is in a block.</p>
<p class="soft">Transaction <code>${txId}</code></p>`

/** Only where a phone reaches the page too. */
export const phoneSection = (link: string): Markup => {
  if (isLocalLink(link)) return nothing
  const image = encodeQR(browseUri(link), 'svg', { ecc: 'medium', border: 2 })
  return markup`<details class="phone"><summary>Pay with a wallet on a phone</summary>
<p class="soft">Scan this with the phone. A wallet that has a browser opens this page in it, with the wallet at hand. For any other wallet, use the code above.</p>
<div class="qr" role="img" aria-label="QR code of this page for a wallet">${{ markup: image }}</div>
<p><a href="${browseUri(link)}">Open in a wallet’s browser</a></p></details>`
}
