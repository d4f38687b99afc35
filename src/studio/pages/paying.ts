import { encodeQR } from 'qr'
import { adaText as formatAda, plainAda } from '#values/text/format.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
import { nothing } from './page.ts'

/** With the word: not every font that a buyer has knows the sign. */
export const adaInWords = (lovelace: bigint | number): string => formatAda(lovelace, 'ADA')

/**
 * What is to be paid and where to: in words, as a link that a wallet opens (CIP-13), and as a QR code
 * that says the same.
 * @param remark stands below the amount
 * @param wallets ways to pay that come before the address
 */
export const paymentBox = (
  address: string,
  lovelace: bigint,
  remark: Markup,
  wallets: Markup = nothing,
): Markup => {
  const uri = paymentUri(address, lovelace)
  const image = encodeQR(uri, 'svg', { ecc: 'medium', border: 2 })
  return markup`<p class="amount">${adaInWords(lovelace)} ${copyButton(plainAda(lovelace), 'Copy amount')}</p>
${remark}
${wallets}
<p><a href="${uri}" class="button plain wallet">Open in a wallet</a></p>
<p>to <code>${address}</code> ${copyButton(address, 'Copy address')}</p>
<div class="qr" role="img" aria-label="QR code of the payment">${{ markup: image }}</div>`
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
