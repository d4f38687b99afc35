import type { SaleRequest } from '#shared/wire/sale.ts'
import { unitOf } from '#core/cardano/value.ts'
import type { Block } from '#core/gateway/gateway.ts'
import { confirmationsWanted } from '#core/submission/submission.ts'
import { ColdpressError } from '#shared/errors.ts'
import { saleStatement } from './statements.ts'
import { chainAnswer, chainOf } from '../mints/chain.ts'
import { stillSignableNames } from '../mints/still-signable.ts'
import { royaltyWanted } from '../mints/store.ts'
import type { Studio } from '../options.ts'
import {
  hasItsRoyalty,
  requireFirstRoyalty,
  requireItsRoyalty,
  requireOpen,
} from '../mints/royalty-state.ts'
import { type CollectionRow, existingCollection } from '../store/collections.ts'
import { reserveToken, type TokenRow } from '../store/tokens.ts'
import { requireTokens } from '../tokens.ts'
import { requireCalls } from './calls-used-up.ts'
import { type ChoiceFacts, chooseTokens, namesInQuestion } from './choose-tokens.ts'
import { requireDelivery } from './delivery.ts'
import { existingSale } from './existing-sale.ts'
import { requirePossible, requireTime } from './sale-terms.ts'
import { insertSale, insertSaleToken, type SaleRow, saleTokens } from '../store/sales.ts'
import { fetchTip, slotNow } from './tip.ts'
import { requireCollection } from '../seals/require-collection.ts'
import { requireWallet, type SaleAddress, saleWallet, reserveSaleAddress } from './wallet.ts'
import { settledBlocks } from './watch.ts'

const nothingAsked: ChoiceFacts = { isOnChain: new Map(), signable: new Set(), drawn: [] }

/**
 * Reserves tokens for a buyer and gives the sale a new, unused address.
 * @throws ColdpressError `not_found`, `invalid`; `conflict` for tokens that cannot be sold now and without a
 * gateway; of the vault's store and of the gateway
 */
export const createSale = async (
  studio: Studio,
  collectionId: string,
  request: SaleRequest,
): Promise<SaleRow> => {
  const collection = existingCollection(studio, collectionId)
  const { gateway } = chainOf(studio)
  requireCalls(studio)
  await requireCollection(studio, collection)
  requireOpen(studio, collection)
  // Report errors that need no chain query first.
  chooseTokens(studio, collection, request, nothingAsked)
  const wallet = await saleWallet(studio)
  await requireWallet(studio, wallet)
  await requireDelivery(studio, collection)
  const [tip, { parameters }] = await Promise.all([
    fetchTip(studio),
    chainAnswer(gateway.parameters()),
  ])
  requireItsRoyalty(collection, await hasItsRoyalty(studio, collection))
  await requireRoyaltyFirst(studio, collection)
  const terms = termsOf(studio, request, tip)
  requireTime(studio, collection, terms)
  const names = namesInQuestion(studio, collection, request)
  const signable = await stillSignableNames(studio, collection, { names, slot: tip.slot })
  const saleAddress = await reserveSaleAddress(studio, wallet)
  const isOnChain = new Map<string, boolean>()
  let drawn: readonly string[] = []
  for (;;) {
    // Nothing awaits between choosing the tokens and the end of the transaction.
    const outcome = studio.database.transact(() => {
      const tokens = chooseTokens(studio, collection, request, { isOnChain, signable, drawn })
      const unknown = tokens.filter((token) => !isOnChain.has(token.asset_name))
      if (unknown.length > 0) return { tokens, unknown }
      requirePossible(studio, collection, { request, tokens, parameters, slot: tip.slot })
      return { sale: write(studio, collection, { ...terms, request, tokens, saleAddress }) }
    })
    if (outcome.sale !== undefined) {
      await studio.seals.sealPending()
      return outcome.sale
    }
    await requireTokens(studio, outcome.unknown)
    drawn = outcome.tokens.map(({ id }) => id)
    await checkChain(studio, collection, outcome.unknown, isOnChain)
  }
}

/** Queries everything minted under the policy only if another of its collections has a royalty. */
const requireRoyaltyFirst = async (studio: Studio, collection: CollectionRow): Promise<void> => {
  const { policy_id: policyId } = collection
  if (royaltyWanted(studio.database, policyId) === undefined) return
  const minted = await chainAnswer(chainOf(studio).gateway.assetsOf(policyId))
  requireFirstRoyalty(studio, collection, minted)
}

const checkChain = async (
  studio: Studio,
  { policy_id: policyId }: CollectionRow,
  tokens: readonly TokenRow[],
  isOnChain: Map<string, boolean>,
): Promise<void> => {
  const { gateway } = chainOf(studio)
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
}

const termsOf = (studio: Studio, request: SaleRequest, tip: Block): Terms => ({
  reservedUntil: slotNow(studio, tip) + BigInt(request.reservation_time),
  confirmations: request.confirmations ?? confirmationsWanted(studio.network),
  cursorHeight: Math.max(0, tip.height + 1 - settledBlocks(studio)),
})

const write = (
  studio: Studio,
  collection: CollectionRow,
  sale: Terms & {
    readonly request: SaleRequest
    readonly tokens: readonly TokenRow[]
    readonly saleAddress: SaleAddress
  },
): SaleRow => {
  const { database } = studio
  const { request, tokens } = sale
  const id = studio.nextId()
  const at = studio.now()
  const row = {
    id,
    collection_id: collection.id,
    type: request.type,
    status: 'RESERVED',
    price: BigInt(request.price),
    reservation_time: request.reservation_time,
    reserved_until: sale.reservedUntil,
    confirmations: sale.confirmations,
    ...sale.saleAddress,
    cursor_height: sale.cursorHeight,
    cursor_index: 0,
    created_at: at.toISOString(),
  } as const
  insertSale(database, row)
  for (const [position, token] of tokens.entries()) {
    const { asset_name, name, image, status: status_before } = token
    insertSaleToken(database, id, position, {
      token_id: token.id,
      asset_name,
      name,
      image,
      status_before,
    })
    if (!reserveToken(database, { id: token.id, at: at.toISOString() }))
      throw new ColdpressError('internal', `The token ${token.id} was free a moment ago.`)
  }
  // Sealed right after this insert; until then this process remembers the request.
  const statement = saleStatement(studio.network, row, saleTokens(database, id))
  studio.seals.add([{ statement, seal: undefined }])
  return existingSale(studio, id)
}
