import type { StatedTerms } from '#contract/sales/sale-terms.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import type { TokenStatus } from '#contract/tokens/token.ts'
import type { SignableState } from '../sales/deliver/delivery.ts'
import { collectionLine, type PaidCollection } from './collection-line.ts'
import { livePart, liveState, nothing, payPage, errorPart, stateOf, termsPart } from './page.ts'
import { adaInWords, button } from './paying.ts'
import { deliveryWaits } from './sale-state-text.ts'
import { worksSection } from './works.ts'

/**
 * `locks`: the policy locks before what is reserved now could be minted. `paused`: the gateway answers
 * nothing for the rest of the day (UTC), so nobody would see a payment. `unstated`: keys elsewhere sign, and
 * the seller has not said in what time.
 */
export type TokenSale = SignableState['state'] | 'locks' | 'paused' | 'unstated'

export type TokenPage = {
  readonly collection: PaidCollection
  /** The token's rank, where the creator publishes it. */
  readonly rarity: Markup
  readonly refreshSeconds: number
  readonly imageUrl: string
  readonly token: {
    readonly name: string
    readonly description: string | null
    readonly status: TokenStatus
    readonly price: bigint
    readonly hasImage: boolean
  }
  /** Whether who pays for it would get it. */
  readonly sale: TokenSale
  readonly terms: StatedTerms
  /** How long it is kept for who reserves it. */
  readonly reservationSeconds: number
  /** Why it could not be reserved just now. */
  readonly errorText?: string
}

const gone: Readonly<Record<Exclude<TokenStatus, 'FOR_SALE'>, string>> = {
  UPLOADING_CONTENT: 'This token is not for sale yet.',
  OPEN: 'This token is not for sale at the moment.',
  RESERVED: 'Somebody has reserved this token. It may be free again in a while.',
  MINTING: 'This token is being minted for somebody.',
  COMPLETED: 'This token is sold.',
  BURNED: 'This token was burned, so nobody can buy it.',
  EXPIRED: 'This token is not for sale any more.',
}

const unsold: Readonly<Partial<Record<TokenSale, string>>> = {
  impossible:
    'This token cannot be sold at the moment: a key that has to sign for it is missing. Ask the seller.',
  unstated:
    'This token cannot be reserved here: the keys that sign for it are on another computer. Ask the seller.',
  paused:
    'This token cannot be reserved at the moment, because the seller’s connection to the chain has reached its daily limit. Come back after 00:00 UTC.',
  locks: 'This token cannot be sold any more: the time in which it can be minted ends too soon.',
}

/** Why it cannot be reserved; undefined when it can. */
const whyNot = ({ token: { status }, sale }: TokenPage): string | undefined =>
  status === 'FOR_SALE' ? unsold[sale] : gone[status]

const isFinal = ({ status }: TokenPage['token']): boolean =>
  status === 'COMPLETED' || status === 'BURNED'

/** The page on which a visitor may reserve one token at its own price. */
export const tokenPage = (page: TokenPage): string => {
  const { token } = page
  const reason = whyNot(page)
  return payPage({
    title: `${token.name} of ${page.collection.name}`,
    refreshSeconds: isFinal(token) ? undefined : page.refreshSeconds,
    content: markup`<div class="offer">
${worksSection('The token', [{ ...token, imageUrl: page.imageUrl }])}
<div class="terms">
${collectionLine(page.collection)}
<h1>${token.name}</h1>
${token.description === null ? nothing : markup`<p>${token.description}</p>`}
${page.rarity}
${page.errorText === undefined ? nothing : errorPart(page.errorText)}
${liveState(reason === undefined ? nothing : stateOf(reason))}
${livePart('offer', reason === undefined ? offer(page) : nothing)}
</div>
</div>`,
  })
}

const offer = ({
  token,
  reservationSeconds,
  sale,
  terms,
}: TokenPage): Markup => markup`<p class="amount">${adaInWords(token.price)}</p>
<p class="soft">Reserving keeps it for you for ${minutesText(reservationSeconds)}, and shows where to pay.</p>
${sale === 'waits' ? markup`<p class="soft">${deliveryWaits}</p>` : nothing}
${termsPart(terms)}
${button('reserve=now', 'Reserve and pay')}`

const minutesText = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds} seconds`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
