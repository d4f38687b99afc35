import type { SaleRequest } from '#contract/sales/sale.ts'
import { unitOf } from '#cardano/value.ts'
import { type Statement, statementText } from '#keys/seal/seal.ts'
import type { SealedStatement } from '#keys/seal/sealed-facts.ts'
import type { Block } from '#chain/gateway/gateway.ts'
import { confirmationsWanted } from '#chain/submission/submission.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { saleStatement } from '../statements.ts'
import { chainAnswer, requireChain } from '../../mints/chain.ts'
import { stillSignableNames } from '../../mints/still-signable.ts'
import { royaltyWanted } from '../../mints/store.ts'
import type { Studio } from '../../options.ts'
import {
  hasItsRoyalty,
  requireFirstRoyalty,
  requireItsRoyalty,
  requireOpen,
} from '../../mints/royalty-state.ts'
import { type CollectionRow, existingCollection } from '../../store/collections.ts'
import { reserveToken, type StoredTokenRow } from '../../store/tokens.ts'
import { requireTokens } from '../../tokens/tokens.ts'
import { requireCalls } from '../calls-used-up.ts'
import { type ChoiceContext, chooseTokens, namesInQuestion } from './choose-tokens.ts'
import { requireDelivery } from '../deliver/delivery.ts'
import { deliveryTimeFor, noteDeliveryTime } from '../deliver/delivery-time.ts'
import { existingSale } from '../existing-sale.ts'
import { noteRead } from '../watch/read-sales.ts'
import { requirePossible, requireTime } from './require-possible.ts'
import { insertSale, insertSaleToken, type NewSale, type SaleRow } from '../../store/sales.ts'
import { fetchTip, slotNow } from '../tip.ts'
import { requireCollection } from '../../seals/require-collection.ts'
import { requireWallet, type SaleAddress, saleWallet, reserveSaleAddress } from './wallet.ts'
import { settledBlocks } from '../watch/watch.ts'
import { requestedTerms, type StatedTerms } from '#contract/sales/sale-terms.ts'

const nothingAsked: Omit<ChoiceContext, 'isVisitor'> = {
  isOnChain: new Map(),
  signable: new Set(),
  drawn: [],
}

/**
 * Reserves tokens for a buyer and gives the sale a new, unused address.
 * @param options.isVisitor whether somebody without a key asks
 * @throws ColdpressError `not_found`, `invalid`; `conflict` for tokens that cannot be sold now and without a
 * gateway; of the vault's store and of the gateway
 */
export const createSale = async (
  studio: Studio,
  collectionId: string,
  request: SaleRequest,
  { isVisitor = false }: Partial<Pick<ChoiceContext, 'isVisitor'>> = {},
): Promise<SaleRow> => {
  const collection = existingCollection(studio, collectionId)
  const { gateway } = requireChain(studio)
  requireCalls(studio)
  await requireCollection(studio, collection)
  requireOpen(studio, collection)
  // Report errors that need no chain query first.
  chooseTokens(studio, collection, request, { ...nothingAsked, isVisitor })
  const wallet = await saleWallet(studio)
  await requireWallet(studio, wallet)
  const delivery = await requireDelivery(studio, collection)
  const deliversWithin = await deliveryTimeFor(studio, collectionId, {
    delivery,
    stated: request.delivers_within,
  })
  const [tip, { parameters }] = await Promise.all([
    fetchTip(studio),
    chainAnswer(gateway.parameters()),
  ])
  requireItsRoyalty(collection, await hasItsRoyalty(studio, collection))
  await requireRoyaltyFirst(studio, collection)
  const stated = { ...requestedTerms(request), delivers_within: deliversWithin }
  const terms = { ...termsOf(studio, request, tip), stated }
  requireTime(studio, collection, { ...terms, deliversWithin })
  const names = namesInQuestion(studio, collection, request)
  const signable = await stillSignableNames(studio, collection, { names, slot: tip.slot })
  const saleAddress = await reserveSaleAddress(studio, wallet)
  const isOnChain = new Map<string, boolean>()
  const row = rowOf(studio, collection, { ...terms, request, saleAddress })
  let drawn: readonly string[] = []
  let sealed: readonly SealedStatement[] = []
  for (;;) {
    // Nothing awaits between choosing the tokens and the end of the transaction.
    const outcome = await studio.database.transactTogether(() => {
      const known = { isOnChain, signable, drawn, isVisitor }
      const tokens = chooseTokens(studio, collection, request, known)
      const unknown = tokens.filter((token) => !isOnChain.has(token.asset_name))
      if (unknown.length > 0) return { tokens, unknown }
      requirePossible(studio, collection, { request, tokens, parameters, slot: tip.slot })
      noteDeliveryTime(studio, collectionId, request.delivers_within)
      return { sale: storeSale(studio, row, { tokens, sealed }) }
    })
    if (outcome.sale !== undefined) {
      noteRead(studio, outcome.sale.id)
      await studio.seals.sealPending()
      return outcome.sale
    }
    await requireTokens(studio, outcome.unknown)
    drawn = outcome.tokens.map(({ id }) => id)
    await checkChain(studio, collection, outcome.unknown, isOnChain)
    sealed = await studio.seals.seal([statementOf(studio, row, outcome.tokens)])
  }
}

const statementOf = (studio: Studio, row: NewSale, tokens: readonly StoredTokenRow[]): Statement =>
  saleStatement(
    studio.network,
    row,
    tokens.map(({ id }) => ({ token_id: id })),
  )

/** Queries everything minted under the policy only if another of its collections has a royalty. */
const requireRoyaltyFirst = async (studio: Studio, collection: CollectionRow): Promise<void> => {
  const { policy_id: policyId } = collection
  if (royaltyWanted(studio.database, policyId) === undefined) return
  const minted = await chainAnswer(requireChain(studio).gateway.assetsOf(policyId))
  requireFirstRoyalty(studio, collection, minted)
}

const checkChain = async (
  studio: Studio,
  { policy_id: policyId }: CollectionRow,
  tokens: readonly StoredTokenRow[],
  isOnChain: Map<string, boolean>,
): Promise<void> => {
  const { gateway } = requireChain(studio)
  await chainAnswer(
    Promise.all(
      tokens.map(async ({ asset_name: name }) => {
        const asset = await gateway.asset(unitOf(policyId, Buffer.from(name).toString('hex')))
        isOnChain.set(name, asset !== undefined && asset.quantity > 0n)
      }),
    ),
  )
}

type Terms = {
  readonly reservedUntil: bigint
  readonly confirmations: number
  /** No payment can be below this height: the address did not exist yet. */
  readonly cursorHeight: number
  readonly stated: StatedTerms
}

const termsOf = (studio: Studio, request: SaleRequest, tip: Block): Omit<Terms, 'stated'> => ({
  reservedUntil: slotNow(studio, tip) + BigInt(request.reservation_time),
  confirmations: request.confirmations ?? confirmationsWanted(studio.network),
  cursorHeight: Math.max(0, tip.height + 1 - settledBlocks(studio)),
})

const rowOf = (
  studio: Studio,
  collection: CollectionRow,
  sale: Terms & { readonly request: SaleRequest; readonly saleAddress: SaleAddress },
): NewSale => ({
  id: studio.nextId(),
  collection_id: collection.id,
  type: sale.request.type,
  status: 'RESERVED',
  price: BigInt(sale.request.price),
  reservation_time: sale.request.reservation_time,
  reserved_until: sale.reservedUntil,
  confirmations: sale.confirmations,
  ...sale.saleAddress,
  cursor_height: sale.cursorHeight,
  cursor_index: 0,
  ...sale.stated,
  created_at: studio.now().toISOString(),
})

/** @param of.sealed the sale as it was about to be sealed; other tokens may be left by now */
const storeSale = (
  studio: Studio,
  row: NewSale,
  of: { readonly tokens: readonly StoredTokenRow[]; readonly sealed: readonly SealedStatement[] },
): SaleRow => {
  const { database } = studio
  const { id, created_at: at } = row
  insertSale(database, row)
  for (const [position, token] of of.tokens.entries()) {
    const { asset_name, name, image, status: status_before } = token
    insertSaleToken(database, id, position, {
      token_id: token.id,
      asset_name,
      name,
      image,
      status_before,
    })
    if (!reserveToken(database, { id: token.id, at }))
      throw new ColdpressError('internal', `The token ${token.id} was free a moment ago.`)
  }
  const statement = statementOf(studio, row, of.tokens)
  const same = of.sealed.find(
    (known) => statementText(known.statement) === statementText(statement),
  )
  // Without its seal it is sealed right after this insert; until then this process remembers it.
  studio.seals.add([same ?? { statement, seal: undefined }])
  return existingSale(studio, id)
}
