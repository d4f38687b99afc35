import { encodeQR } from 'qr'
import { clockText } from '#contract/sales/delivery-terms.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { adaText } from '#values/text/format.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import { type ServiceNetwork, testNetworkText } from '#values/networks/networks.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
import { type Sale, soldTokenName } from '#contract/sales/sale.ts'
import { selfContainedPage } from '#platform/html/self-contained-page.ts'
import type { Account } from '../accounts/accounts.ts'
import { knownChainOf } from '../accounts/chain-of.ts'
import type { MintingClient } from '../api/client.ts'
import { qrPng } from '../signing/qr-png.ts'
import { paymentDue } from '#contract/sales/payment-due.ts'
import { answeredTerms, type StatedTerms, termSentences } from '#contract/sales/sale-terms.ts'

/** What a buyer elsewhere needs in order to pay, without a page that a studio serves. */
export type SharedPayment = {
  readonly tokens: readonly string[]
  readonly address: string
  /** Exactly this much, in lovelace. */
  readonly due: bigint
  /** A payment in a block after this is late. */
  readonly deadline: Date
  readonly network: ServiceNetwork
  readonly terms: StatedTerms
  /** CIP-13. */
  readonly uri: string
}

/**
 * @param now when the service answered, because its answer has the time left
 * @throws ColdpressError `conflict` when nothing is to be paid any more
 */
export const sharedPayment = (sale: Sale, now: Date, network: ServiceNetwork): SharedPayment => {
  const due = paymentDue(sale)
  const { payment_address: address, reserved_time: leftMs } = sale
  if (leftMs === null || leftMs === undefined)
    throw new ColdpressError(
      'conflict',
      'The service does not say how long the reservation lasts, so a buyer could pay too late. Give the payment link of the service instead.',
    )
  if (due === 0n || leftMs <= 0 || address === '')
    throw new ColdpressError(
      'conflict',
      `The sale is ${sale.status}: there is nothing to pay for it at the moment, so nothing to share.`,
    )
  return {
    tokens: sale.tokens.map(soldTokenName),
    address,
    due,
    deadline: new Date(now.getTime() + leftMs),
    network,
    terms: answeredTerms(sale),
    uri: paymentUri(address, due),
  }
}

/** Reads what a buyer of a sale needs now; see {@link sharedPayment}. */
export const readSharedPayment = async (
  {
    client,
    account,
  }: {
    readonly client: Pick<MintingClient, 'getSale' | 'getCollection'>
    readonly account: Pick<Account, 'chain' | 'network'>
  },
  { id, collection_id: collectionId }: Pick<Sale, 'id' | 'collection_id'>,
  { now = () => new Date(), signal }: { readonly now?: () => Date; readonly signal?: AbortSignal },
): Promise<{ readonly sale: Sale; readonly payment: SharedPayment }> => {
  const sale = await client.getSale(collectionId, id, { signal })
  const { network } = await client.getCollection(collectionId, { signal })
  return { sale, payment: sharedPayment(sale, now(), knownChainOf(account, network)) }
}

export const deadlineText = ({ deadline }: SharedPayment): string => clockText(deadline)

/** `25 ADA`, or `25 test ADA` where it has no value. */
export const dueText = ({ due, network }: SharedPayment): string =>
  network === 'mainnet' ? adaText(due, 'ADA') : adaText(due, 'ADA').replace(/ADA$/u, 'test ADA')

const networkLine = ({ network }: SharedPayment): Markup => {
  const sentence = testNetworkText(network)
  return sentence === undefined ? { markup: '' } : markup`<p><strong>${sentence}</strong></p>`
}

/** What the sale states, after how it is delivered where it states no time for that. */
const termTexts = ({ terms }: SharedPayment): readonly string[] => [
  ...(terms.delivers_within === null
    ? [
        'The seller’s computer delivers. If it is off when you pay, it delivers when it is on again.',
      ]
    : []),
  ...termSentences(terms),
]

/** The QR code of the payment as an SVG picture. */
export const sharedPicture = ({ uri }: SharedPayment): string =>
  encodeQR(uri, 'svg', { ecc: 'medium', border: 4 })

/** The forms in which a payment is given to a buyer, by the ending of the file. */
export const sharedForms = ['html', 'png', 'svg'] as const
export type SharedForm = (typeof sharedForms)[number]

/** The file to send to a buyer: a page, or its QR code as a picture. */
export const sharedFile = (payment: SharedPayment, form: SharedForm): Uint8Array => {
  if (form === 'png') return qrPng(payment.uri)
  return Buffer.from(form === 'html' ? sharedPage(payment) : sharedPicture(payment))
}

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 34rem; margin: 0 auto; padding: 1.25rem; overflow-wrap: anywhere }
.amount { font-size: 2rem; font-weight: 600; margin: 1rem 0 0 }
.qr { width: 16rem; max-width: 100%; background: #fff; border-radius: 8px }
.qr svg { display: block; width: 100%; height: auto }
code { font: .9rem ui-monospace, monospace }`

/** A page in one file: it loads nothing, runs nothing and says the same in any year. */
export const sharedPage = (payment: SharedPayment): string => {
  const { tokens, address, uri } = payment
  const title = tokens.length === 1 ? (tokens[0] ?? '') : `${tokens.length} tokens`
  const content = markup`<main>
<h1>${title}</h1>
${tokens.length === 1 ? { markup: '' } : tokenList(tokens)}
${networkLine(payment)}
<p class="amount">${dueText(payment)}</p>
<p>Pay exactly this amount, in one payment, before <strong>${deadlineText(payment)}</strong> to</p>
<p><code>${address}</code></p>
<div class="qr" role="img" aria-label="QR code of the payment">${{ markup: sharedPicture(payment) }}</div>
<p><a href="${uri}">Open in a wallet</a></p>
<p>Pay from a wallet of your own, not from an exchange: what you buy goes to the address that pays. After that time, do not pay.</p>
<p>${termTexts(payment).join(' ')} What is paid too late or cannot be delivered is not lost: the seller can send it back, less the network’s fee.</p>
</main>`
  return selfContainedPage({ title: `Payment for ${title}`, style, content })
}

const tokenList = (tokens: readonly string[]): Markup =>
  markup`<ul>${tokens.map((name) => markup`<li>${name}</li>`)}</ul>`
