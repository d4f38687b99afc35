import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import type { SaleRequest } from '#contract/sales/sale.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { currentSlot, timeOf } from '#cardano/slots.ts'
import { confirmationsWanted } from '#chain/submission/submission.ts'
import { existingCollection } from '../store/collections.ts'
import { answerTo } from '../server/errors.ts'
import { logUnconfirmed } from '../server/log.ts'
import type { Studio } from '../options.ts'
import { aboutCollection, paidCollection } from './collection-line.ts'
import { mostOpen, openUntilOf, reservationEnd, reserveFor } from './open-reservations.ts'
import { localTime, pageHeaders } from './page.ts'
import { pageImageOf } from './page-image.ts'
import { refreshSeconds, requireOwnPage, sendImage } from './requests.ts'
import { rarityLine } from './published-rarity.ts'
import { allTraitsOf } from './traits.ts'
import { isPublished, picturesOf, shopLink } from '../shops/shops.ts'
import { tokenPage, type TokenReservation, type TokenSale } from './token-page.ts'
import { callsUsedUpUntil } from '../sales/calls-used-up.ts'
import { type SignableState, shownDelivery } from '../sales/deliver/delivery.ts'
import { requireDeliveryTime } from '../sales/deliver/delivery-time.ts'
import { requirePrice } from '../tokens/tokens.ts'
import { requireCollection } from '../seals/require-collection.ts'
import { createSale } from '../sales/reserve/reserve.ts'
import { requireTime } from '../sales/reserve/require-possible.ts'
import { saleHolding, type SaleRow } from '../store/sales.ts'
import { findTokenById, type StoredTokenRow } from '../store/tokens.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'
import { longestReservation, requestedTerms, type StatedTerms } from '#contract/sales/sale-terms.ts'

const path = '/pay/token/:token_id'
const params = z.object({ token_id: longText })
const formQuery = z.object({ reserve: z.literal('now') })

/** A quarter of an hour, where the collection does not say. */
const usualReservation = 900

type PricedToken = StoredTokenRow & { readonly price: bigint }

/**
 * A visitor reserves at a sealed price alone.
 * @throws ColdpressError `not_found`, also for a token without a price or one that is held back; as
 * `SealedFacts.require`
 */
const pricedToken = async (studio: Studio, id: string): Promise<PricedToken> => {
  const row = findTokenById(studio.database, id)
  if (row !== undefined && row.price !== null && row.status !== 'OPEN') {
    await requireCollection(studio, existingCollection(studio, row.collection_id))
    await requirePrice(studio, row)
    return { ...row, price: row.price }
  }
  throw new ColdpressError('not_found', 'there is no token of this id that has a price')
}

/** The page on which a visitor may reserve a token that has a price. */
export const addTokenPage = (app: TypedApp, studio: Studio): void => {
  const config = { public: true }

  app.get(path, { schema: { params }, config }, async (request, reply) => {
    const token = await pricedToken(studio, request.params.token_id)
    const html = await tokenPageHtml(studio, token, request)
    return reply.headers(pageHeaders).send(html)
  })

  app.get(`${path}/picture`, { schema: { params }, config }, async (request, reply) =>
    sendImage(studio, (await pricedToken(studio, request.params.token_id)).image, reply),
  )

  app.post(
    path,
    {
      schema: { params, querystring: formQuery },
      config: { ...config, reserves: true },
    },
    async (request, reply) => {
      requireOwnPage(request)
      const token = await pricedToken(studio, request.params.token_id)
      try {
        const sale = await reserveFor(studio, request.visitor, () => reserve(studio, token))
        void reply.header('set-cookie', reservedCookie(studio, request, { token, sale }))
        return await reply.redirect(saleLink(sale.id), 303)
      } catch (error) {
        if (!isColdpressError(error)) throw error
        logUnconfirmed(request, error)
        const { status } = answerTo(error)
        const current = await pricedToken(studio, token.id)
        const until = openUntilOf(error)
        const sentence = until === undefined ? sentenceOf(status, current) : tooManyOpen(until)
        const html = await tokenPageHtml(studio, current, request, sentence)
        if (until !== undefined) void reply.header('retry-after', secondsUntil(studio, until))
        return reply.code(status).headers(pageHeaders).send(html)
      }
    },
  )
}

/** What a visitor can make use of; the studio's own words are about its fields. */
const sentenceOf = (status: number, token: StoredTokenRow): string => {
  if (token.status !== 'FOR_SALE') return 'Somebody else was faster.'
  return status < 500 && status !== 429
    ? 'This work cannot be reserved at the moment. Nothing is to be paid. Ask the seller for it.'
    : 'The studio cannot reach the chain at the moment. Try again in a minute.'
}

const secondsUntil = ({ now }: Studio, until: Date | 'soon'): number =>
  until === 'soon' ? 1 : Math.max(1, Math.ceil((until.getTime() - now().getTime()) / 1_000))

const tooManyOpen = (until: Date | 'soon'): Markup =>
  markup`<span>${mostOpen} reservations from your address are not paid yet, and nobody may have more. Pay for one of them, or wait until the first one ends${until === 'soon' ? '' : markup`, at ${localTime(until)}`}; then reserve this work.</span>`

const reservationOf = (studio: Studio, { collection_id: id }: StoredTokenRow): number =>
  Math.min(existingCollection(studio, id).reservation_time ?? usualReservation, longestReservation)

const reserve = async (studio: Studio, token: PricedToken) => {
  if (token.status !== 'FOR_SALE')
    throw new ColdpressError('conflict', 'This work is not for sale at the moment.')
  const request: SaleRequest = {
    type: 'fixed',
    tokens: [token.id],
    price: Number(token.price),
    reservation_time: reservationOf(studio, token),
  }
  return createSale(studio, token.collection_id, request, { isVisitor: true })
}

type Offer = {
  readonly sale: TokenSale
  readonly terms: StatedTerms
}

/** What a visitor who reserves is offered; until the seller has stated a delivery time, nothing. */
const offerOf = async (studio: Studio, token: PricedToken): Promise<Offer> => {
  const { state } = await shownDelivery(studio, existingCollection(studio, token.collection_id))
  const isElsewhere = state === 'elsewhere'
  const terms = requestedTerms(
    isElsewhere ? { delivers_within: await requireDeliveryTime(studio, token.collection_id) } : {},
  )
  return isElsewhere && terms.delivers_within === null
    ? { sale: 'unstated', terms }
    : { sale: saleState(studio, token, { state, terms }), terms }
}

/** By this machine's clock alone: a page of a studio that cannot reach the chain is shown too. */
const saleState = (
  studio: Studio,
  token: PricedToken,
  { state, terms }: Pick<Offer, 'terms'> & Pick<SignableState, 'state'>,
): TokenSale => {
  const { network, now } = studio
  const collection = existingCollection(studio, token.collection_id)
  const reservedUntil = currentSlot(network, now()) + BigInt(reservationOf(studio, token))
  try {
    const confirmations = confirmationsWanted(network)
    const { delivers_within: deliversWithin } = terms
    requireTime(studio, collection, { reservedUntil, confirmations, deliversWithin })
  } catch (error) {
    if (isColdpressError(error, 'conflict')) return 'locks'
    throw error
  }
  if (callsUsedUpUntil(studio) !== undefined) return 'paused'
  return state
}

/** What of a request makes its page another. */
type Visit = Pick<FastifyRequest, 'headers' | 'ownOrigin' | 'linkBase'>

const tokenPageHtml = async (
  studio: Studio,
  token: PricedToken,
  visit: Visit,
  errorText?: string | Markup,
): Promise<string> => {
  const collection = existingCollection(studio, token.collection_id)
  return tokenPage({
    collection: paidCollection(studio, collection),
    details: aboutCollection(studio, collection),
    traits: allTraitsOf(collection, token),
    link: `${visit.linkBase}/pay/token/${token.id}`,
    sharedPicture: sharedPicture(studio, token, visit.linkBase),
    rarity: rarityLine(studio, collection, token.id),
    refreshSeconds: refreshSeconds(studio),
    imageUrl: `/pay/token/${token.id}/picture`,
    token: {
      ...token,
      hasImage: (await pageImageOf(studio.content, token.image)) !== undefined,
    },
    ...(await offerOf(studio, token)),
    reservationSeconds: reservationOf(studio, token),
    reservation: shownReservation(studio, token, visit),
    ...(errorText === undefined ? {} : { errorText }),
  })
}

/** The address of the small picture that the shop page shows; undefined without one. */
const sharedPicture = (
  { database, content }: Studio,
  { id, collection_id: collectionId, image }: PricedToken,
  linkBase: string,
): string | undefined => {
  const picture = isPublished(database, collectionId)
    ? picturesOf(database, collectionId, [image]).get(image)
    : undefined
  return picture && content.get(picture) && `${shopLink(linkBase, collectionId)}/picture/${id}`
}

const saleLink = (saleId: string): string => `/pay/sale/${saleId}`

/**
 * Lets who reserved a token find the payment again on *Back*. It names the sale, whose id is the key of
 * its page already, goes to this token's page alone, and ends with the reservation.
 */
const reservedCookie = (
  { network, now }: Studio,
  { ownOrigin }: Visit,
  { token, sale }: { readonly token: PricedToken; readonly sale: SaleRow },
): string => {
  const left = (timeOf(network, sale.reserved_until).getTime() - now().getTime()) / 1_000
  const secure = ownOrigin.startsWith('https:') ? '; Secure' : ''
  return `reserved=${sale.id}; Path=/pay/token/${token.id}; Max-Age=${Math.max(0, Math.floor(left))}; HttpOnly; SameSite=Lax${secure}`
}

const shownReservation = (
  studio: Studio,
  { id, status }: PricedToken,
  { headers: { cookie = '' } }: Visit,
): TokenReservation | undefined => {
  const isHeld = status === 'RESERVED' || status === 'MINTING'
  const saleId = isHeld ? saleHolding(studio.database, id) : undefined
  if (saleId === undefined) return undefined
  const isOwn = cookie.split(';').some((pair) => pair.trim() === `reserved=${saleId}`)
  return {
    endsAt: reservationEnd(studio, saleId),
    saleLink: isOwn ? saleLink(saleId) : undefined,
  }
}
