import { encodeQR } from 'qr'
import { adaText as formatAda, plainAda } from '#values/text/format.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import { browseUri, paymentUri } from '#contract/sales/payment-uri.ts'
import type { TxId } from '#cardano/ids.ts'
import { type Network, networkId, networkMagic } from '#cardano/network.ts'
import { nothing } from './page.ts'
import type { SaleState } from './sale-state.ts'

/** With the word: not every font that a buyer has knows the sign. */
export const adaInWords = (lovelace: bigint | number): string => formatAda(lovelace, 'ADA')

/**
 * What is to be paid and where to: in words, as a link that a wallet opens (CIP-13), and as a QR code
 * that says the same.
 * @param remark stands below the amount
 * @param wallets ways to pay that come before the address
 * @param how what to heed, below them
 */
export const paymentBox = (
  address: string,
  lovelace: bigint,
  remark: Markup,
  wallets: Markup = nothing,
  how: Markup = nothing,
): Markup => {
  const uri = paymentUri(address, lovelace)
  const image = encodeQR(uri, 'svg', { ecc: 'medium', border: 2 })
  return markup`<p class="amount">${adaInWords(lovelace)} ${copyButton(plainAda(lovelace), 'Copy amount')}</p>
${remark}
${wallets}
<p><a href="${uri}" class="button wallet">Open in a wallet</a></p>
${how}
<div class="direct"><p class="to"><span class="soft">Or scan the code with a wallet, or send the amount to this address:</span> <code>${address}</code> ${copyButton(address, 'Copy address')}</p>
<div class="qr" role="img" aria-label="QR code of the payment">${{ markup: image }}</div></div>`
}

/** Shown by the page's script alone: without one nothing could be copied. */
const copyButton = (text: string, label: string): Markup =>
  markup`<button type="button" class="copy plain" data-copy="${text}">${label}</button>`

/** A devnet's play money, for trying out what happens. */
export const testWallet = (buttons: readonly Markup[]): Markup =>
  markup`<section class="test" aria-labelledby="test"><h2 id="test">Test wallet</h2>
<p class="soft">This is a devnet: its money is worth nothing.</p>
${buttons}</section>`

/** A form without fields: what it says is in its address. */
export const button = (query: string, label: string, kind: '' | 'plain' = ''): Markup =>
  markup`<form method="post" action="?${query}"><button type="submit" class="${kind}">${label}</button></form>`

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
