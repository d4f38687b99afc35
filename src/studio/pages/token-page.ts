import type { StatedTerms } from '#contract/sales/sale-terms.ts'
import type { Trait } from '#values/rarity/rarity.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import type { TokenStatus } from '#contract/tokens/token.ts'
import type { SignableState } from '../sales/deliver/delivery.ts'
import { collectionLine, type PaidCollection } from './collection-line.ts'
import {
  cutText,
  errorPart,
  livePart,
  liveState,
  nothing,
  openGraph,
  payPage,
  stateOf,
  termsPart,
} from './page.ts'
import { adaInWords, button } from './paying.ts'
import { deliveryWaits } from './sale-state-text.ts'
import { worksSection } from './works.ts'

/**
 * `locks`: the policy locks before what is reserved now could be minted. `paused`: the gateway answers
 * nothing for the rest of the day (UTC), so nobody would see a payment. `unstated`: keys elsewhere sign, and
 * the seller has not said in what time.
 */
export type TokenSale = SignableState['state'] | 'locks' | 'paused' | 'unstated'

/** Of a token that is reserved or being minted. */
export type TokenReservation = {
  /** Undefined once it is paid for. */
  readonly endsAt: Date | undefined
  /** Only for who reserved it. */
  readonly saleLink: string | undefined
}

export type TokenPage = {
  readonly collection: PaidCollection
  /** What {@link aboutCollection} says. */
  readonly details: Markup
  readonly traits: readonly Trait[]
  /** Where buyers open it. */
  readonly link: string
  /** What a chat shows of the link; undefined for no picture. */
  readonly sharedPicture: string | undefined
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
  /** Undefined where nothing holds it for somebody. */
  readonly reservation: TokenReservation | undefined
  /** Why it could not be reserved just now. */
  readonly errorText?: string | Markup
}

const gone: Readonly<Record<TokenStatus, string | undefined>> = {
  FOR_SALE: undefined,
  UPLOADING_CONTENT: 'This work is not for sale yet.',
  OPEN: 'This work is not for sale at the moment.',
  RESERVED: 'Somebody is buying this work.',
  MINTING: 'This work is being minted for somebody.',
  COMPLETED: 'This work is sold.',
  BURNED: 'This work was burned, so nobody can buy it.',
  EXPIRED: 'This work is not for sale any more.',
}

const unsold: Readonly<Partial<Record<TokenSale, string>>> = {
  impossible:
    'This work cannot be sold at the moment: a key that has to sign for it is missing. Ask the seller.',
  unstated:
    'This work cannot be reserved here: the keys that sign for it are on another computer. Ask the seller.',
  paused:
    'This work cannot be reserved at the moment, because the seller’s connection to the chain has reached its daily limit. Come back after 00:00 UTC.',
  locks: 'This work cannot be sold any more: the time in which it can be minted ends too soon.',
}

/** Why it cannot be reserved; undefined when it can. */
const whyNot = ({ token: { status }, sale }: TokenPage): string | undefined =>
  gone[status] ?? unsold[sale]

/** For who reserved it the way back to the payment; for anybody else when it may be free again. */
const reservedPart = ({ endsAt, saleLink }: TokenReservation): Markup => {
  const iso = endsAt?.toISOString() ?? ''
  const until = markup`<time datetime="${iso}" data-clock>${iso.slice(11, 16)} UTC</time>`
  if (saleLink === undefined)
    return stateOf(
      markup`<span>Reserved. If it isn’t paid for by ${until} it becomes available again.</span>`,
    )
  const state = endsAt === undefined ? 'You are buying this.' : yoursUntil(until)
  const label = endsAt === undefined ? 'See how far it is' : 'Go to the payment'
  return markup`${stateOf(state, 'good')}
<p><a href="${saleLink}" class="button">${label}</a></p>`
}

const yoursUntil = (until: Markup): Markup =>
  markup`<span>You have reserved this until ${until}.</span>`

const statePart = (page: TokenPage): Markup => {
  const { reservation } = page
  if (reservation?.saleLink !== undefined || reservation?.endsAt !== undefined)
    return reservedPart(reservation)
  const reason = whyNot(page)
  return reason === undefined ? nothing : stateOf(reason)
}

/** What else there is, for whoever cannot have this one. */
const othersPart = (page: TokenPage): Markup => {
  const { shopPath } = page.collection
  return shopPath === undefined || whyNot(page) === undefined || isYours(page)
    ? nothing
    : markup`<p><a href="${shopPath}" class="button plain">See the other works</a></p>`
}

const isYours = ({ reservation }: TokenPage): boolean => reservation?.saleLink !== undefined

const isFinal = ({ status }: TokenPage['token']): boolean =>
  status === 'COMPLETED' || status === 'BURNED'

/** The page on which a visitor may reserve one token at its own price. */
export const tokenPage = (page: TokenPage): string => {
  const { token, link, sharedPicture: picture } = page
  const title = `${token.name} of ${page.collection.name}`
  return payPage({
    title,
    head: openGraph({
      title,
      description: gone[token.status] ?? adaInWords(token.price),
      link,
      picture,
    }),
    refreshSeconds: isFinal(token) ? undefined : page.refreshSeconds,
    content: markup`<div class="offer">
${worksSection('The work', [{ ...token, imageUrl: page.imageUrl }])}
<div class="terms">
${collectionLine(page.collection)}
<h1>${token.name}</h1>
${token.description === null ? nothing : markup`<p>${token.description}</p>`}
${page.rarity}
${page.errorText === undefined ? nothing : errorPart(page.errorText)}
${liveState(statePart(page))}
${livePart('offer', whyNot(page) === undefined ? offer(page) : othersPart(page))}
${traitList(page.traits)}
${page.details}
</div>
</div>`,
  })
}

const mostTraits = 60
const longestValue = 300

const traitList = (traits: readonly Trait[]): Markup =>
  traits.length === 0
    ? nothing
    : markup`<section class="details"><h2>Traits</h2><dl>${traits
        .slice(0, mostTraits)
        .map(
          ({ name, value }) =>
            markup`<dt>${cutText(name, longestValue)}</dt><dd>${cutText(value, longestValue)}</dd>`,
        )}</dl></section>`

const offer = ({
  token,
  reservationSeconds,
  sale,
  terms,
}: TokenPage): Markup => markup`<p class="amount">${adaInWords(token.price)}</p>
<p class="soft">Reserving keeps it for you for ${minutesText(reservationSeconds)}, and shows where to pay. Your artwork is then sent to the wallet you pay from.</p>
${sale === 'waits' ? markup`<p class="soft">${deliveryWaits}</p>` : nothing}
${termsPart(terms)}
${button('reserve=now', 'Reserve and pay')}`

const minutesText = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds} seconds`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
