import { markup, type Markup } from '#shared/markup.ts'
import { minPayment } from '#shared/min-payment.ts'
import type { Sale } from '#shared/wire/sale.ts'
import { livePart, liveState, nothing, payPage, errorPart, stateOf } from './page.ts'
import { adaText, button, paying } from './paying.ts'
import type { SaleState } from './sale-state.ts'
import { saleStateText } from './sale-state-text.ts'
import { tokenImage } from './token-image.ts'

export type SalePage = {
  readonly collectionName: string
  readonly refreshSeconds: number
  /** Whether a test wallet can pay. */
  readonly hasTestWallet: boolean
  readonly state: SaleState
  /** Why what the visitor asked for just now was not done. */
  readonly errorText?: string
  /** Where the image of the token at a place is served. */
  readonly imageUrl: (position: number) => string
  readonly tokens: readonly (Sale['tokens'][number] & { readonly hasImage: boolean })[]
}

const isFinal = ({ status }: SaleState): boolean => status === 'COMPLETED' || status === 'REFUNDED'

/** The page on which a sale is paid for. It says nothing of any other. */
export const salePage = (page: SalePage): string => {
  const { state, tokens } = page
  const title = `${tokens.length === 1 ? (tokens[0]?.name ?? '') : `${tokens.length} tokens`} of ${page.collectionName}`
  return payPage({
    title,
    refreshSeconds: isFinal(state) ? undefined : page.refreshSeconds,
    content: markup`<h1>${title}</h1>
${page.errorText === undefined ? nothing : errorPart(page.errorText)}
${liveState(stateSection(state))}
${livePart('pay', paySection(state))}
${livePart('test', page.hasTestWallet ? testSection(state) : nothing)}
<h2>In this sale</h2>
${tokenList(page)}`,
  })
}

const stateSection = (state: SaleState): Markup => {
  const { sentence, tone, more } = saleStateText(state)
  return markup`${stateOf(sentence, tone)}
${more === '' ? nothing : markup`<p>${more}</p>`}
${transaction('Minting transaction', state.txId)}
${transaction('Refunding transaction', state.refundTxId)}
${secondPayment(state)}`
}

const transaction = (what: string, txId: string | undefined): Markup =>
  txId === undefined ? nothing : markup`<p>${what} <code>${txId}</code></p>`

const sold = new Set(['PROCESSING', 'SUBMITTING', 'MINTING', 'COMPLETED'])

const secondPayment = ({ status, surplus }: SaleState): Markup =>
  surplus === 0n || !sold.has(status)
    ? nothing
    : markup`<p>${adaText(surplus)} arrived beyond the price. The seller has been told and can send it back, less the fee.</p>`

const paySection = (state: SaleState): Markup => {
  const { due, address, paid, endsAt } = state
  if (due === 0n) return markup`<p class="soft">${priceText(state)}</p>`
  const ends = endsAt.toISOString().slice(0, 19).replace('T', ' ')
  const clock = markup`<p class="clock"><span role="timer" data-ends="${endsAt.getTime()}"></span>
<span class="soft">Reserved until <time datetime="${endsAt.toISOString()}">${ends} UTC</time></span></p>`
  const rest = paid > 0n ? restRemark(state) : priceRemark(state)
  return markup`${clock}
${paying(address, due, rest)}`
}

const restRemark = ({ due, paid, total }: SaleState): Markup => {
  const rest = total - paid
  return due === rest
    ? markup`<p>the rest of ${adaText(total)}</p>`
    : markup`<p>for the rest of ${adaText(total)}: ${adaText(rest)} are missing, but no wallet sends less than ${adaText(due)}. What is too much comes back to you with what you buy.</p>`
}

const priceText = ({ total, price, supply }: SaleState): string =>
  supply === 1
    ? `The price: ${adaText(total)}`
    : `The price: ${adaText(total)}, ${adaText(price)} for each of ${supply}`

const priceRemark = ({ price, supply }: SaleState): Markup =>
  supply === 1 ? nothing : markup`<p class="soft">${adaText(price)} for each of ${supply}</p>`

const tokenList = ({ tokens, imageUrl }: SalePage): Markup =>
  markup`<ul class="tokens ${tokens.length === 1 ? 'one' : ''}">${tokens.map(
    (token, position) =>
      markup`<li>${tokenImage(token, imageUrl(position))}<span class="name">${token.name}</span></li>`,
  )}</ul>`

/** A devnet's play money, for trying out what happens. */
const testSection = (state: SaleState): Markup => {
  const { due, status } = state
  const isOpen = due > 0n
  const isLate =
    status === 'EXPIRED' || status === 'CANCELLED' || (status === 'RESERVED' && state.isOver)
  if (!isOpen && !isLate) return nothing
  const buttons = isOpen
    ? [
        button('pay=exact', `Pay ${adaText(due)}`),
        due / 2n < minPayment ? nothing : button('pay=less', 'Pay too little', 'plain'),
        button('pay=more', 'Pay too much', 'plain'),
      ]
    : [button('pay=late', 'Pay too late', 'plain')]
  return markup`<section class="test" aria-labelledby="test"><h2 id="test">Test wallet</h2>
<p class="soft">This is a devnet: its money is worth nothing.</p>
${buttons}</section>`
}
