import { encodeQR } from 'qr'
import { ColdpressError } from '#values/errors/errors.ts'
import { adaText, plainAda, utcText } from '#values/text/format.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import { type ServiceNetwork, testNetworkText } from '#values/networks/networks.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { tokenName } from '#contract/tokens/token.ts'
import { selfContainedPage } from '#platform/html/self-contained-page.ts'
import type { Account } from '../accounts/accounts.ts'
import { knownChainOf } from '../accounts/chain-of.ts'
import type { MintingClient } from '../api/client.ts'
import { type StillMaker, stillJpeg } from '../images/still-jpeg.ts'
import { qrPng } from '../signing/qr-png.ts'
import { stateWords } from '#contract/sales/sale-status.ts'
import { type PartPayer, partPayers, partsMarkup } from '#contract/sales/part-payers.ts'
import { paymentDue } from '#contract/sales/payment-due.ts'
import { answeredTerms, type StatedTerms, termSentences } from '#contract/sales/sale-terms.ts'

/** `jpeg` in base64; undefined where the image is not on this computer. */
type SharedToken = { readonly name: string; readonly jpeg?: string | undefined }

/** What a buyer elsewhere needs in order to pay, without a page that a studio serves. */
export type SharedPayment = {
  readonly tokens: readonly SharedToken[]
  /** Undefined where a service does not say. */
  readonly collection: string | undefined
  readonly address: string
  /** Exactly this much, in lovelace. */
  readonly due: bigint
  /** Those who have paid a part, and owe less. */
  readonly partPayers: readonly PartPayer[]
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
export const sharedPayment = (
  sale: Sale,
  now: Date,
  network: ServiceNetwork,
  shown: Partial<Pick<SharedPayment, 'tokens' | 'collection'>> = {},
): SharedPayment => {
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
      `The sale has ${stateWords(sale.status)}: there is nothing to pay for it at the moment, so nothing to share.`,
    )
  return {
    tokens: shown.tokens ?? sale.tokens.map((token) => ({ name: tokenName(token) })),
    collection: shown.collection,
    address,
    due,
    partPayers: partPayers(sale),
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
    ...maker
  }: StillMaker & {
    readonly client: Pick<MintingClient, 'getSale' | 'getCollection'>
    readonly account: Pick<Account, 'chain' | 'network'>
  },
  { id, collection_id: collectionId }: Pick<Sale, 'id' | 'collection_id'>,
  { now = () => new Date(), signal }: { readonly now?: () => Date; readonly signal?: AbortSignal },
): Promise<{ readonly sale: Sale; readonly payment: SharedPayment }> => {
  const sale = await client.getSale(collectionId, id, { signal })
  const answeredAt = now()
  const { network, name } = await client.getCollection(collectionId, { signal })
  const tokens = await Promise.all(
    sale.tokens.map((token) => sharedToken(maker, sale, token, signal)),
  )
  const shown = { tokens, collection: name }
  return { sale, payment: sharedPayment(sale, answeredAt, knownChainOf(account, network), shown) }
}

/** Bytes of all images of a file together. */
const mostBytes = 300_000
const sides = [1_000, 700, 480, 320, 200]

const sharedToken = async (
  maker: StillMaker,
  { tokens: { length } }: Sale,
  token: Sale['tokens'][number],
  signal: AbortSignal | undefined,
): Promise<SharedToken> => {
  const maxBytes = Math.floor(mostBytes / length)
  const jpeg = await stillJpeg(maker, token.image, { sides, maxBytes, signal })
  return { name: tokenName(token), jpeg: jpeg?.toString('base64') }
}

export const deadlineText = ({ deadline }: SharedPayment): string => utcText(deadline)

/** `25 ADA`, or `25 test ADA` where it has no value. */
export const dueText = ({ due, network }: SharedPayment): string =>
  adaText(due, 'ADA', { isNeutral: true }).replace(
    /ADA$/u,
    network === 'mainnet' ? 'ADA' : 'test ADA',
  )

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
* { box-sizing: border-box }
[hidden], .over .payment, body:not(.over) .late { display: none !important }
body { max-width: 34rem; margin: 0 auto; padding: 1.25rem; overflow-wrap: anywhere; color: light-dark(#1b2430, #e6e8eb); background: light-dark(#fdfdfc, #14181d) }
h1 { margin: .75rem 0 0; line-height: 1.25 }
.by, .soft { color: light-dark(#5a6472, #a3adba) }
.by { margin: 0 }
.works { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .5rem }
.works img { display: block; width: 100%; border-radius: 10px }
.amount { font-size: 2rem; font-weight: 600; margin: 1rem 0 0 }
.qr { width: 16rem; max-width: 100%; background: #fff; border-radius: 8px }
.qr svg { display: block; width: 100%; height: auto }
code { font: .9rem ui-monospace, monospace }
.direct { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 1rem; align-items: center; margin: 1rem 0 }
.direct p { margin: 0 }
.direct .qr { order: -1 }
@media (max-width: 40rem) { .direct { display: block } .qr { margin: 1rem auto } .pay { display: block; text-align: center } }
@media (min-width: 60rem) { body { max-width: 68rem; padding: 3rem 2rem } main { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 3rem; align-items: start } h1 { margin-top: 0 } }
button, .pay { font: 1rem system-ui, sans-serif; display: inline-block; padding: .35rem .8rem; border: 1px solid; border-radius: 8px; background: transparent; color: light-dark(#22409a, #9db2ff); text-decoration: none }
.pay { padding: .6rem 1rem; background: light-dark(#22409a, #9db2ff); color: light-dark(#fff, #14181d) }`

/** The reader's own time, and buttons that copy; without it the time is UTC and texts are selected. */
const script = `'use strict';
for (const time of document.querySelectorAll('time')) {
  const at = new Date(time.dateTime);
  time.textContent = at.toLocaleString([], { dateStyle: 'full', timeStyle: 'short' });
  const check = () => document.body.classList.toggle('over', Date.now() >= at.getTime());
  check();
  setInterval(check, 1000);
}
if (navigator.clipboard !== undefined)
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
    });
  }
`

/** A page in one file: it loads nothing and says the same in any year. */
export const sharedPage = (payment: SharedPayment): string => {
  const { tokens, collection, address, uri, due, deadline } = payment
  const title = tokens.length === 1 ? (tokens[0]?.name ?? '') : `${tokens.length} works`
  const content = markup`<main>
${workList(tokens)}
<div>
<h1>${title}</h1>
${collection === undefined ? { markup: '' } : markup`<p class="by">${collection}</p>`}
${networkLine(payment)}
<section class="payment" aria-label="Payment">
<p class="amount">${dueText(payment)} ${copyButton(plainAda(due), 'Copy amount')}</p>
<p><a href="${uri}" class="pay">Open in a wallet</a></p>
<p>Pay exactly this amount, in one payment, before <strong><time datetime="${deadline.toISOString()}">${deadlineText(payment)}</time></strong>. Don’t pay after this time.</p>
<div class="direct"><p><span class="soft">Or scan the code with a wallet, or send the amount to this address:</span> <code>${address}</code> ${copyButton(address, 'Copy address')}</p>
<div class="qr" role="img" aria-label="QR code of the payment">${{ markup: sharedPicture(payment) }}</div></div>
${partsMarkup(payment.partPayers)}
</section>
<p class="late" role="status"><strong>The time to pay is over.</strong> Don’t pay any more. Ask the seller.</p>
<h2>What happens next</h2>
<p>Your artwork is sent to the wallet you pay from. Use a wallet of your own, not an exchange.</p>
<p class="soft">${termTexts(payment).join(' ')} What is paid too late or cannot be delivered is not lost: the seller can send it back, less the network’s fee.</p>
</div>
</main>`
  return selfContainedPage({
    title: `Payment for ${title}`,
    style,
    script,
    content,
    hasImages: true,
  })
}

const copyButton = (text: string, label: string): Markup =>
  markup`<button type="button" hidden data-copy="${text}">${label}</button>`

/** One alone has the page's title for its name. */
const workList = (tokens: readonly SharedToken[]): Markup =>
  markup`<ul class="works">${tokens.map(
    ({ name, jpeg }) =>
      markup`<li>${jpeg === undefined ? { markup: '' } : markup`<img src="data:image/jpeg;base64,${jpeg}" alt="Image of ${name}">`}${tokens.length === 1 ? '' : name}</li>`,
  )}</ul>`
