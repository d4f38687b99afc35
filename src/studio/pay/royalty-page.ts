import { markup, type Markup } from '#shared/markup.ts'
import type { RoyaltyView } from '#shared/wire/mint.ts'
import { livePart, liveState, nothing, payPage, stateOf } from './page.ts'
import { adaText, button, paying } from './paying.ts'

/** `unavailable`: why nothing can be said at the moment. */
export type RoyaltyPage = {
  readonly collectionName: string
  readonly refreshSeconds: number
  /** Whether a test wallet can pay. */
  readonly hasTestWallet: boolean
} & ({ readonly royalty: RoyaltyView } | { readonly unavailable: string })

/** The page of a royalty's payment link. */
export const royaltyPage = (page: RoyaltyPage): string => {
  const isFinal = 'royalty' in page && page.royalty.status === 'minted'
  const title = `Royalty of ${page.collectionName}`
  return payPage({
    title,
    refreshSeconds: isFinal ? undefined : page.refreshSeconds,
    content: markup`<h1>${title}</h1>
<p>The royalty token has to be the first that is minted under the collection's policy. Its rate and its address can never be changed afterwards.</p>
${'royalty' in page ? bodyOf(page.royalty, page) : liveState(stateOf(page.unavailable))}`,
  })
}

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

const bodyOf = (royalty: RoyaltyView, page: Pick<RoyaltyPage, 'hasTestWallet'>): Markup => {
  const { status, message } = royalty
  const state = stateOf(sentences[status](royalty), status === 'minted' ? 'good' : 'waiting')
  const isPayable = status === 'unpaid' || status === 'failed'
  const mayTryAgain = status === 'failed' && royalty.amount === null
  return markup`${liveState(markup`${state}
${message === null ? nothing : markup`<p>${message}</p>`}
${transaction(royalty)}`)}
${livePart('pay', isPayable ? payment(royalty, page) : nothing)}
${livePart('again', mayTryAgain ? button('try=again', 'Try again') : nothing)}`
}

const transaction = ({ tx_id: txId }: RoyaltyView): Markup =>
  txId === null ? nothing : markup`<p>Transaction <code>${txId}</code></p>`

const useOf = (cost: RoyaltyView['cost']): string =>
  cost === null || cost === undefined
    ? 'What is left after the fee stays with the collection and pays for its mints.'
    : `${adaText(cost.with_token)} goes with the royalty token and ${adaText(cost.fee)} is the fee. ${adaText(cost.left)} stays with the collection and pays for its mints.`

const payment = (
  { address, amount, paid, cost }: RoyaltyView,
  { hasTestWallet }: Pick<RoyaltyPage, 'hasTestWallet'>,
): Markup => {
  if (address === null || amount === null) return nothing
  const there =
    paid === null || paid === 0 ? nothing : markup`<p>Arrived so far: ${adaText(paid)}</p>`
  const remark = markup`<p>${useOf(cost)}</p>
${there}`
  const wallet = hasTestWallet ? button('pay=test', 'Pay from the test wallet') : nothing
  return markup`${paying(address, BigInt(amount), remark)}
${wallet}`
}
