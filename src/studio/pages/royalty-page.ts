import { percentOfRate } from '#values/amounts/percent.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import type { RoyaltyView } from '#contract/mints/mint.ts'
import { collectionLine, type PaidCollection } from './collection-line.ts'
import { livePart, liveState, nothing, payPage, stateOf } from './page.ts'
import { adaInWords, button, paymentBox, testWallet } from './paying.ts'
import { mintedLabel, stepList } from './steps.ts'
import { transactionLine } from './page.ts'
import { worksSection } from './works.ts'

/** What is paid for, as the vault sealed it. */
type PaidRoyalty = {
  readonly royalty: RoyaltyView
  /** Whether its last mint was cancelled, so that only the interface starts another. */
  readonly wasCancelled: boolean
  /** As the royalty token says it on chain, or will say it. */
  readonly terms: { readonly rate: string; readonly address: string }
  /** Some of the collection's tokens that have an image. */
  readonly works: readonly { readonly name: string; readonly imageUrl: string }[]
  /** Where a browser shows the minting transaction; undefined where nothing does. */
  readonly transactionPage: string | undefined
}

/** `unavailable`: why nothing can be said at the moment. */
export type RoyaltyPage = {
  readonly collection: PaidCollection
  readonly refreshSeconds: number
  /** Whether a test wallet can pay. */
  readonly hasTestWallet: boolean
} & (PaidRoyalty | { readonly unavailable: string })

/** The page of a royalty's payment link. */
export const royaltyPage = (page: RoyaltyPage): string => {
  const isFinal = 'royalty' in page && page.royalty.status === 'minted'
  return payPage({
    title: `Royalty of ${page.collection.name}`,
    refreshSeconds: isFinal ? undefined : page.refreshSeconds,
    content:
      'royalty' in page
        ? royaltyOffer(page)
        : markup`${collectionLine(page.collection)}
<h1>Royalty</h1>
${liveState(stateOf(page.unavailable))}`,
  })
}

const royaltyOffer = (page: Extract<RoyaltyPage, PaidRoyalty>): Markup => {
  const { collection, royalty, terms, works } = page
  const rate = `${percentOfRate(terms.rate)}%`
  const isMinted = royalty.status === 'minted'
  return markup`<div class="offer">
${worksSection(
  'In this collection',
  works.map((work) => ({ ...work, hasImage: true })),
)}
<div class="terms">
${collectionLine(collection)}
<h1>${hasTerms(royalty) ? `Royalty of ${rate}` : 'Royalty'}</h1>
${hasTerms(royalty) ? markup`<p>${rate} of every later sale is to go to <code>${terms.address}</code>. ${isMinted ? onChainText : toMintText}</p>` : nothing}
${liveState(stateSection(page))}
${livePart('pay', isPayable(royalty) ? royaltyPayment(royalty) : nothing)}
${livePart('steps', royaltySteps(royalty))}
${livePart('again', mayTryAgain(page) ? button('try=again', 'Try again') : nothing)}
${livePart('test', page.hasTestWallet && isPayable(royalty) ? testWallet([button('pay=test', 'Pay from the test wallet')]) : nothing)}
${paymentRules}
</div>
</div>`
}

const onChainText = 'The royalty token says so on chain, and it can never be changed.'

const toMintText =
  'The royalty token will say so on chain. It has to be the first that is minted under the collection’s policy, and it can never be changed.'

/** Where another token may say something else, or nothing will, what was requested is no royalty. */
const hasTerms = ({ status }: RoyaltyView): boolean =>
  status !== 'not_read' && status !== 'impossible'

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
  impossible: () => 'This collection cannot have a royalty token of its own.',
  not_read: () => 'The royalty was not read from the chain yet.',
}

const tones: Readonly<Partial<Record<RoyaltyView['status'], 'good' | 'bad'>>> = {
  minted: 'good',
  failed: 'bad',
  impossible: 'bad',
  not_read: 'bad',
}

/** Where it is minted after all: in the window, or by `mint royalty`. */
const cancelledText =
  'Minting was cancelled; what was paid is still there. The royalty token can be minted from Coldpress alone, not from this page.'

const sentenceOf = ({ royalty, wasCancelled }: PaidRoyalty): string =>
  wasCancelled && royalty.status === 'failed' && royalty.amount === null
    ? cancelledText
    : sentences[royalty.status](royalty)

const stateSection = (page: PaidRoyalty): Markup => {
  const { royalty, transactionPage } = page
  const { status, message, tx_id: txId } = royalty
  return markup`${stateOf(sentenceOf(page), tones[status])}
${message === null ? nothing : markup`<p>${message}</p>`}
${status === 'unpaid' && isPayable(royalty) ? markup`<p>Pay this amount from any wallet. The royalty token is minted from it at once.</p>` : nothing}
${transactionLine('Minting transaction', txId, transactionPage)}`
}

/** How many of the steps are done; a status that is not here has left the way. */
const stepsDone: Readonly<Partial<Record<RoyaltyView['status'], number>>> = {
  unpaid: 0,
  awaiting_witnesses: 1,
  minting: 2,
  minted: 4,
}

/** What happens between the payment and an open collection; empty where it went wrong. */
const royaltySteps = ({ status, confirmed, confirmations }: RoyaltyView): Markup => {
  const done = stepsDone[status]
  if (done === undefined || !confirmed) return nothing
  const labels = [
    done === 0 ? 'Payment' : 'Payment found',
    done > 1 ? 'Signed' : 'Signature',
    mintedLabel(status === 'minting' ? confirmations : undefined),
    'Collection open',
  ]
  return stepList(labels, done)
}

const isPayable = ({ status, address, amount }: RoyaltyView): boolean =>
  (status === 'unpaid' || status === 'failed') && address !== null && amount !== null

const mayTryAgain = ({ royalty: { status, amount }, wasCancelled }: PaidRoyalty): boolean =>
  status === 'failed' && amount === null && !wasCancelled

const useOf = (cost: RoyaltyView['cost']): string =>
  cost === null || cost === undefined
    ? 'What is left after the fee stays with the collection and pays for its mints.'
    : `${adaInWords(cost.with_token)} goes with the royalty token and ${adaInWords(cost.fee)} is the fee. ${adaInWords(cost.left)} stays with the collection and pays for its mints.`

const royaltyPayment = ({ address, amount, paid, cost }: RoyaltyView): Markup => {
  if (address === null || amount === null) return nothing
  const there =
    paid === null || paid === 0 ? nothing : markup`<p>Arrived so far: ${adaInWords(paid)}</p>`
  const remark = markup`<p class="soft">${useOf(cost)}</p>
${there}`
  return markup`<section class="payment" aria-label="Payment">${paymentBox(address, BigInt(amount), remark)}</section>`
}

/** What becomes of money that does not fit. */
const paymentRules = markup`<section><h2>If something goes wrong</h2>
<p class="soft">If you pay too little, pay the rest to the same address: this page then shows how much. What is paid too much is not lost. It stays with the collection, pays for its mints, and its creator can withdraw it.</p></section>`
