import { createHash } from 'node:crypto'
import { encodeQR } from 'qr'
import { paymentUri } from '../../core/cardano/payment-uri.ts'
import type { RoyaltyView } from '../../shared/wire/mint.ts'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 34rem; padding: 2.5rem 1.25rem; color: #1b2430; background: #fdfdfc; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; }
p { margin: .5rem 0; }
.state { border-left: 4px solid #22409a; padding: .25rem .75rem; margin: 1.25rem 0; font-weight: 600; }
.amount { font-size: 2rem; font-variant-numeric: tabular-nums; margin: 1rem 0 0; }
code { font: .85rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.qr { background: #fff; width: 15rem; padding: .5rem; border: 1px solid #d6d9de; margin: 1rem 0; }
.qr svg { display: block; width: 100%; height: auto; }
a { color: #22409a; }
button { font: inherit; padding: .5rem 1rem; border: 1px solid #22409a; border-radius: 6px; background: #22409a; color: #fff; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid #8aa2ee; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  body { color: #e6e8eb; background: #14181d; }
  a { color: #9db2ff; }
  .state { border-color: #9db2ff; }
}
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing but this page's own style, and forms that lead back to the studio. */
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  // With no referrer at all a browser would send forms without saying where they come from.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'content-type': 'text/html; charset=utf-8',
} as const

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/gu, (one) => entities[one] ?? one)

/** Whole lovelace as ADA, without zeros at its end. */
const ada = (lovelace: number): string => {
  const [whole, rest = ''] = (lovelace / 1e6).toFixed(6).split('.')
  const digits = rest.replace(/0+$/u, '')
  return digits === '' ? `${whole}` : `${whole}.${digits}`
}

/** `unavailable`: why nothing can be said at the moment. */
export type RoyaltyPage = {
  readonly collectionName: string
  readonly refreshSeconds: number
  /** Whether a test wallet can pay. */
  readonly hasTestWallet: boolean
} & ({ readonly royalty: RoyaltyView } | { readonly unavailable: string })

/** The page of a payment link: plain, without script, renewed by itself while something may change. */
export const royaltyPage = (page: RoyaltyPage): string => {
  const isFinal = 'royalty' in page && page.royalty.status === 'minted'
  const refresh = isFinal ? '' : `<meta http-equiv="refresh" content="${page.refreshSeconds}">`
  const content = 'royalty' in page ? bodyOf(page.royalty, page) : stateOf(page.unavailable)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}
<title>Royalty of ${escaped(page.collectionName)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Royalty of ${escaped(page.collectionName)}</h1>
<p>The royalty token has to be the first that is minted under the collection's policy. Its rate and its address can never be changed afterwards.</p>
${content}
</main>
</body>
</html>
`
}

const stateOf = (sentence: string): string =>
  `<p class="state" role="status">${escaped(sentence)}</p>`

const again =
  '<form method="post" action="?try=again"><button type="submit">Try again</button></form>'

/** What the page says in each state. */
const sentences: Readonly<Record<RoyaltyView['status'], (royalty: RoyaltyView) => string>> = {
  unpaid: ({ amount }) =>
    amount === null ? 'Nothing is to be paid now.' : 'Waiting for the payment.',
  awaiting_witnesses: () =>
    'Paid. The minting transaction waits for its signature: unlock the vault, or sign it where the key is.',
  minting: ({ confirmations }) =>
    `Paid. The royalty token is being minted: ${confirmations} confirmations so far.`,
  minted: () => 'Minted. The collection is open.',
  failed: ({ amount }) =>
    amount === null
      ? 'Minting did not succeed; what was paid is still there.'
      : 'Minting did not succeed, and what is there does not suffice to try again.',
  impossible: () => 'This collection cannot have a royalty token.',
}

const bodyOf = (royalty: RoyaltyView, page: Pick<RoyaltyPage, 'hasTestWallet'>): string => {
  const { status, message } = royalty
  return [
    stateOf(sentences[status](royalty)),
    message === null ? '' : `<p>${escaped(message)}</p>`,
    transaction(royalty),
    status === 'unpaid' || status === 'failed' ? paying(royalty, page) : '',
    status === 'failed' && royalty.amount === null ? again : '',
  ].join('')
}

const transaction = ({ tx_id: txId }: RoyaltyView): string =>
  txId === null ? '' : `<p>Transaction <code>${escaped(txId)}</code></p>`

const paying = (
  { address, amount, paid }: RoyaltyView,
  { hasTestWallet }: Pick<RoyaltyPage, 'hasTestWallet'>,
): string => {
  if (address === null || amount === null) return ''
  const uri = paymentUri(address, BigInt(amount))
  const image = encodeQR(uri, 'svg', { ecc: 'medium', border: 2 })
  const there = paid === null || paid === 0 ? '' : `<p>Arrived so far: ${ada(paid)} ADA</p>`
  const wallet = hasTestWallet
    ? '<form method="post" action="?pay=test"><button type="submit">Pay from the test wallet</button></form>'
    : ''
  return `<p class="amount">${ada(amount)} ADA</p>
<p>What is left after the fee stays with the collection and pays for its mints.</p>
${there}
<p>to <code>${escaped(address)}</code></p>
<div class="qr" role="img" aria-label="QR code of the payment">${image}</div>
<p><a href="${escaped(uri)}">Open in a wallet</a></p>
${wallet}`
}
