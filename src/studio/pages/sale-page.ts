import type { TxId } from '#cardano/ids.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import { minPayment } from '#contract/sales/min-payment.ts'
import { partsMarkup } from '#contract/sales/part-payers.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import { collectionLine, type PaidCollection } from './collection-line.ts'
import { liveScript } from './live-script.ts'
import {
  livePart,
  liveState,
  nothing,
  payPage,
  errorPart,
  nearTime,
  stateOf,
  termsPart,
  transactionLine,
} from './page.ts'
import {
  adaInWords,
  button,
  paymentBox,
  phoneSection,
  sentSection,
  testWallet,
  walletList,
  walletStatus,
} from './paying.ts'
import type { SaleState } from './sale-state.ts'
import { doNotPay, saleStateText, sentText } from './sale-state-text.ts'
import { saleSteps } from './steps.ts'
import { walletScript } from './wallet-script.ts'
import { worksSection } from './works.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { answeredTerms } from '#contract/sales/sale-terms.ts'
import type { OwnSale } from '../sales/show/sale-view.ts'

export type SalePage = {
  readonly collection: PaidCollection
  /** The rank of an only token, where the creator publishes it. */
  readonly rarity: Markup
  readonly now: Date
  readonly refreshSeconds: number
  /** What the test wallet would pay now, 0 for nothing; undefined where there is none. */
  readonly testWalletDue: bigint | undefined
  readonly state: SaleState
  /** Where buyers open this page. */
  readonly link: string
  /** What a wallet paid on this page, while it may still reach a block; undefined for nothing. */
  readonly sentPayment: TxId | undefined
  /** Why what the visitor asked for just now was not done. */
  readonly errorText?: string
  /** Where a browser shows the sale's transactions; undefined where nothing does. */
  readonly transactionPages: Readonly<Record<'mint' | 'refund', string | undefined>>
  /** Where the image of the token at a position is served. */
  readonly imageUrl: (position: number) => string
  readonly tokens: readonly (WholeSale['tokens'][number] & { readonly hasImage: boolean })[]
}

/** The page on which a sale is paid for. It says nothing of any other. */
export const salePage = (page: SalePage): string => {
  const { collection, state, tokens } = page
  const title = tokens.length === 1 ? (tokens[0]?.name ?? '') : `${tokens.length} works`
  return payPage({
    title: `${title} of ${collection.name}`,
    now: page.now,
    refreshSeconds: saleStatus[state.sale.status].isSettled ? undefined : page.refreshSeconds,
    scripts: [liveScript, walletScript],
    content: markup`<div class="offer">
${worksSection(
  'What you buy',
  tokens.map((token, position) => ({ ...token, imageUrl: page.imageUrl(position) })),
)}
<div class="terms">
${collectionLine(collection)}
<h1>${title}</h1>
${page.rarity}
${page.errorText === undefined ? nothing : errorPart(page.errorText)}
${liveState(stateSection(page))}
${walletStatus}
${livePart('pay', paySection(page))}
${livePart('steps', saleSteps(state))}
${livePart('test', page.testWalletDue === undefined || page.sentPayment !== undefined ? nothing : testSection(state, page.testWalletDue))}
${livePart('rules', hasGoneWell(state) ? nothing : refundRules)}
</div>
</div>`,
  })
}

/** Paid for, and nothing has gone wrong. */
const hasGoneWell = ({ sale: { status } }: SaleState): boolean =>
  status === 'COMPLETED' || saleStatus[status].stage === 'delivery'

const stateSection = ({ state, transactionPages, sentPayment }: SalePage): Markup => {
  const { sentence, tone, more } =
    sentPayment !== undefined && state.due > 0n ? sentText : saleStateText(state)
  return markup`${stateOf(sentence, tone)}
${more === '' ? nothing : markup`<p>${more}</p>`}
${state.due === 0n ? nothing : termsPart(answeredTerms(state.sale))}
${transactionLine('Minting transaction', state.sale.tx_id, transactionPages.mint)}
${transactionLine('Refunding transaction', state.refundTxId, transactionPages.refund)}
${secondPayment(state.sale)}`
}

const secondPayment = ({ status, surplus = 0 }: OwnSale): Markup =>
  surplus === 0 || !saleStatus[status].isSold
    ? nothing
    : markup`<p>${adaInWords(surplus)} arrived beyond the price. The seller has been notified and can send it back to whoever paid it, less the fee.</p>`

const paySection = (page: SalePage): Markup => {
  const { state, sentPayment } = page
  const { due, endsAt, sale } = state
  if (due === 0n) return markup`<p class="soft">${priceText(state)}</p>`
  const clock = markup`<p class="clock"><span role="timer" data-ends="${endsAt.getTime()}"></span>
<span class="soft">Reserved until ${nearTime(endsAt)}. Don’t pay after this time.</span></p>
<p class="over">The time to pay is over. ${doNotPay}</p>`
  if (sentPayment !== undefined)
    return markup`${clock}
${sentSection(sentPayment)}`
  return markup`${clock}
<section class="payment" aria-label="Payment">${paymentBox(sale.payment_address, due, priceRemark(sale), walletList(page), howToPay(state))}
${phoneSection(page.link)}</section>
${partsMarkup(state.partPayers)}`
}

const howToPay = (state: SaleState): Markup => {
  const { how } = saleStateText(state)
  return how === undefined ? nothing : markup`<p>${how}</p>`
}

const priceText = ({ total, sale: { price, supply } }: SaleState): string =>
  supply === 1
    ? `Price: ${adaInWords(total)}`
    : `Price: ${adaInWords(total)}, ${adaInWords(price)} for each of ${supply}`

const priceRemark = ({ price, supply }: WholeSale): Markup =>
  supply === 1 ? nothing : markup`<p class="soft">${adaInWords(price)} for each of ${supply}</p>`

/** The same for every sale: what becomes of money that does not fit. */
const refundRules = markup`<section><h2>If something goes wrong</h2>
<ul class="soft"><li>Pay from a wallet of your own, not from an exchange: your artwork is sent to the wallet you pay from.</li>
<li>If you pay too little, only a payment from the very same address completes it before the reservation ends. What others pay counts for them.</li>
<li>What is paid too much or too late, or for something that cannot be delivered, is not lost: the seller can send it back to the address that paid, less the network's fee.</li></ul></section>`

const testSection = ({ sale: { status }, isOver }: SaleState, due: bigint): Markup => {
  const isOpen = due > 0n
  const isLate = saleStatus[status].endedUnpaid || (status === 'RESERVED' && isOver)
  if (!isOpen && !isLate) return nothing
  const buttons = isOpen
    ? [
        button('pay=exact', `Pay ${adaInWords(due)}`),
        due / 2n < minPayment ? nothing : button('pay=less', 'Pay too little', 'plain'),
        button('pay=more', 'Pay too much', 'plain'),
      ]
    : [button('pay=late', 'Pay too late', 'plain')]
  return testWallet(buttons)
}
