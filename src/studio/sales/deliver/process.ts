import { isDeepStrictEqual } from 'node:util'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { SaleError } from '#contract/sales/sale.ts'
import { totalPrice } from '#contract/sales/total-price.ts'
import { currentSlot } from '#cardano/slots.ts'
import { buildSale } from '#cardano/transactions/build/build-sale.ts'
import { payoutShares } from '#cardano/transactions/build/payout-shares.ts'
import { unitOf } from '#cardano/value.ts'
import type { DatedParameters } from '#chain/gateway/gateway.ts'
import { chainAnswer, requireChain } from '../../mints/chain.ts'
import { mintPolicyOf } from '../../mints/choose-signers.ts'
import { signHere } from '../../mints/sign.ts'
import { royaltyWanted } from '../../mints/store.ts'
import { reserveMint } from '../../mints/reserve-mint.ts'
import type { Studio } from '../../options.ts'
import {
  hasItsRoyalty,
  requireFirstRoyalty,
  requireItsRoyalty,
  requireOpen,
} from '../../mints/royalty-state.ts'
import { orderOf, sealOrder, type SealedOrder } from '../../seals/orders.ts'
import { requireCollection } from '../../seals/require-collection.ts'
import type { Order } from '../../seals/statements.ts'
import { type CollectionRow, existingCollection } from '../../store/collections.ts'
import { findTokens, type StoredTokenRow } from '../../store/tokens.ts'
import { metadataOf } from '../../tokens/token-view.ts'
import { requireTokens } from '../../tokens/tokens.ts'
import { changeSale, recordEvent } from '../change-sale.ts'
import { isCollected } from './delivery-time.ts'
import {
  findSale,
  freeSaleTokens,
  insertSaleMint,
  type SaleMintRow,
  type SaleRow,
  priceOfSale,
  saleTokens,
} from '../../store/sales.ts'
import {
  areOfOnePayer,
  countedPayments,
  type PaymentRow,
  paymentsOf,
  utxoOf,
  setCountedAsSurplus,
  worthOfAll,
} from '../payments.ts'
import { requireSale } from '../require-sale.ts'
import { isSameSale } from '../change-sale.ts'
import { fetchTip } from '../tip.ts'
import { requireOnChain } from '../watch/verified-payments.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { sealErrors } from '#contract/vault/errors.ts'
import { saleErrorOf } from '#contract/sales/explain-sale-error.ts'

/**
 * Builds the transaction of a paid sale, stores it with all that it reserves, and signs what the vault can
 * sign. If it cannot be built, the reason becomes the sale's error. A sale that keys elsewhere sign for
 * waits for a signing round instead.
 * @throws ColdpressError of the gateway; the sale is unchanged then
 */
export const processSale = async (studio: Studio, saleId: string): Promise<void> => {
  const sale = findSale(studio.database, saleId)
  if (sale === undefined || isCollected(sale) || !isWaiting(studio, sale)) return
  const build = await saleBuilder(studio, sale, { held: false })
  const mintId = await studio.database.transactTogether(() => carryOut(studio, saleId, build))
  if (mintId !== undefined) await signHere(studio, mintId)
}

/**
 * Stores the transaction that was built for a paid sale, or the reason why there is none. Call it in a
 * database transaction.
 * @returns the id of its mint; undefined without one
 */
export const carryOut = (
  studio: Studio,
  saleId: string,
  build: SaleBuilder,
): string | undefined => {
  const current = findSale(studio.database, saleId)
  if (current === undefined || !isWaiting(studio, current)) return undefined
  const built = build(current)
  if (built === undefined) return undefined
  if ('error' in built) {
    noteFailure(studio, current, built)
    return undefined
  }
  changeSale(studio, current, built)
  return built.mint_id
}

/** The first payer among the counted payments, in chain order; see `evaluateSale`. */
const requireBuyer = (sale: SaleRow, [first]: readonly PaymentRow[]): void => {
  if (first === undefined || sale.buyer_address === first.from_address) return
  throw errorBy(
    sealErrors,
    'seal',
    { kind: 'sale', id: sale.id, changed: ['buyer_address'] },
    `sale ${sale.id}: buyer_address was changed behind Coldpress, so nothing is sent. In the database it is ${sale.buyer_address}, and who paid is ${first.from_address}. Find out who changed it and import a backup of the data folder that was made before.`,
  )
}

/** The mint of a sale and the sale's resulting amounts. */
type SaleMint = Pick<SaleMintRow, 'mint_id' | 'tx_fee' | 'nft_fee' | 'income' | 'returned'>

/**
 * Stores a sale's transaction; call it in a database transaction. Returns undefined when its inputs have
 * changed since: build it again then.
 */
export type SaleBuilder = (sale: SaleRow) => SaleMint | SaleFailure | undefined

/**
 * Verifies the sealed facts behind a sale, queries the chain, builds the transaction and seals its order.
 * @param of.receiver receives the tokens instead of the buyer, if the owner says so
 * @param of.held until the owner has seen the transaction and releases it
 * @param of.validForSeconds default: as long as `buildSale` chooses
 * @throws ColdpressError as `requireSale`; `conflict` while what paid for it is spent elsewhere, or lost;
 * of the gateway
 */
export const saleBuilder = async (
  studio: Studio,
  row: SaleRow,
  {
    receiver,
    held,
    validForSeconds,
  }: {
    readonly receiver?: string | undefined
    readonly held: boolean
    readonly validForSeconds?: number
  },
): Promise<SaleBuilder> => {
  const collection = existingCollection(studio, row.collection_id)
  await requireCollection(studio, collection)
  await requireSale(studio, row)
  const payments = countedPayments(studio.database, row.id)
  if (isUndecided(studio, row)) throw notThere(row)
  await requireOnChain(studio, row, payments)
  requireBuyer(row, payments)
  const to = receiver === undefined ? {} : { delivery_address: receiver }
  const details = {
    ...(await readSaleContext(studio, collection, row)),
    collection,
    payments,
    validForSeconds,
  }
  const planned = planOf(studio, { ...row, ...to }, details)
  if ('error' in planned) return (current) => (isSameSale(current, row) ? planned : undefined)
  await requireTokens(studio, planned.rows)
  const mintId = studio.nextId()
  const order = await sealOrder(
    studio,
    orderOfSale({ ...row, ...to }, mintId, planned, { collection, held }),
  )
  return (current) => {
    const rows = tokenRows(studio, current)
    const isSame =
      isSameSale(current, row) &&
      isDeepStrictEqual(countedPayments(studio.database, current.id), payments) &&
      isDeepStrictEqual(rows.map(contentOf), planned.rows.map(contentOf))
    if (!isSame) return undefined
    const plan = { ...planned, rows }
    return (
      mintFailure(studio, details) ?? storeMint(studio, { ...current, ...to }, order, plan, details)
    )
  }
}

/** A token without what changes as it is reserved and freed. */
const contentOf = ({ status: _status, updated_at: _at, ...content }: StoredTokenRow) => content

/** Paid, but not built yet. */
export const isWaiting = (studio: Pick<Studio, 'database'>, sale: SaleRow): boolean =>
  sale.status === 'PROCESSING' && sale.mint_id === null && !isUndecided(studio, sale)

/**
 * Whether a transaction that is too new to decide spends what paid for a sale, a rollback took it, or
 * several payers paid it together. A poll follows that; a failure that is built meanwhile would stay
 * although the payment comes back.
 */
const isUndecided = ({ database }: Pick<Studio, 'database'>, sale: SaleRow): boolean => {
  const payments = paymentsOf(database, sale.id)
  const counted = payments.filter(({ use }) => use === 'counted')
  const isGone = ({ spent_in: spentIn, use }: PaymentRow): boolean =>
    spentIn !== null || use === 'lost'
  return (
    counted.length === 0 ||
    !areOfOnePayer(counted) ||
    (payments.some(isGone) && worthOfAll(counted) < priceOfSale(database, sale))
  )
}

const notThere = ({ id }: SaleRow): ColdpressError =>
  new ColdpressError(
    'conflict',
    `sale ${id}: a transaction of somebody else spends what paid for it, a rollback took it, or an earlier version added up what several payers had paid, so nothing is built now. The sale follows that with the next blocks; read it again then.`,
  )

type SaleContext = SaleChain & {
  /** As sealed. */
  readonly collection: CollectionRow
  /** As on chain. */
  readonly payments: readonly PaymentRow[]
  readonly validForSeconds: number | undefined
}

type SaleChain = {
  readonly slot: bigint
  readonly dated: DatedParameters
  /** Names of the sale's tokens that are on chain already. */
  readonly doubled: readonly string[]
  /** Everything minted under the policy; queried only where another collection has a royalty. */
  readonly minted: readonly unknown[]
  readonly hasRoyalty: boolean
}

const readSaleContext = async (
  studio: Studio,
  collection: CollectionRow,
  sale: SaleRow,
): Promise<SaleChain> => {
  const { gateway } = requireChain(studio)
  const { policy_id: policyId } = collection
  const names = saleTokens(studio.database, sale.id).map(({ asset_name: name }) => name)
  const hasOther = royaltyWanted(studio.database, policyId) !== undefined
  const [tip, dated, minted, hasRoyalty, found] = await Promise.all([
    fetchTip(studio),
    chainAnswer(gateway.parameters()),
    hasOther ? chainAnswer(gateway.assetsOf(policyId)) : [],
    hasItsRoyalty(studio, collection),
    chainAnswer(
      Promise.all(
        names.map((name) => gateway.asset(unitOf(policyId, Buffer.from(name).toString('hex')))),
      ),
    ),
  ])
  const doubled = names.filter((_, position) => (found[position]?.quantity ?? 0n) > 0n)
  return { slot: tip.slot, dated, minted, hasRoyalty, doubled }
}

/** The error, and whether the tokens are released. */
export type SaleFailure = { readonly error: SaleError; readonly isOver?: boolean }

const mintFailure = (studio: Studio, saleContext: SaleContext): SaleFailure | undefined => {
  try {
    return requireMintable(studio, saleContext)
  } catch (error) {
    if (!isColdpressError(error, 'conflict')) throw error
    return { error: saleErrorOf('RoyaltyNotMintedError', { reason: messageOf(error) }) }
  }
}

const requireMintable = (
  studio: Studio,
  { collection, minted, hasRoyalty, doubled }: SaleContext,
): SaleFailure | undefined => {
  requireOpen(studio, collection)
  requireItsRoyalty(collection, hasRoyalty)
  requireFirstRoyalty(studio, collection, minted)
  return doubled.length === 0
    ? undefined
    : { error: saleErrorOf('AlreadyMintedError', { assetNames: [...doubled] }) }
}

const tokenRows = ({ database }: Studio, sale: SaleRow): readonly StoredTokenRow[] => {
  const ids = saleTokens(database, sale.id).map(({ token_id: id }) => id)
  return findTokens(database, sale.collection_id, ids)
}

/** The transaction of a sale with its tokens, or why it cannot be built. */
type Plan = {
  readonly built: ReturnType<typeof buildSale>
  readonly rows: readonly StoredTokenRow[]
}

const planOf = (studio: Studio, sale: SaleRow, saleContext: SaleContext): Plan | SaleFailure => {
  const failure = mintFailure(studio, saleContext)
  if (failure !== undefined) return failure
  const script = saleContext.payments.find(({ is_from_script: isFromScript }) => isFromScript)
  if (script !== undefined && sale.delivery_address === null) {
    const address = script.from_address
    return { error: saleErrorOf('PaidByScriptError', { address }) }
  }
  const rows = tokenRows(studio, sale)
  const built = buildOrFailure(studio, sale, { context: saleContext, rows })
  return 'error' in built ? built : { built, rows }
}

const tokensOf = (sale: SaleRow, rows: readonly StoredTokenRow[]) =>
  rows.map((row) => ({ row, address: tokensReceiverOf(sale) }))

const orderOfSale = (
  sale: SaleRow,
  mintId: string,
  { built, rows }: Plan,
  { collection, held }: { readonly collection: CollectionRow; readonly held: boolean },
): Order =>
  orderOf(mintId, collection, 'sale', {
    built: [built],
    tokens: tokensOf(sale, rows),
    receivers: [tokensReceiverOf(sale)],
    held,
  })

const storeMint = (
  studio: Studio,
  sale: SaleRow,
  order: SealedOrder,
  { built, rows }: Plan,
  { collection, dated }: SaleContext,
): SaleMint => {
  const tokens = tokensOf(sale, rows)
  const id = reserveMint(studio, collection, order, {
    built: [built],
    tokens,
    dated,
    from: ['RESERVED'],
  })
  const { txFee, nftFee, income, returned } = built.accounts
  const mint = { mint_id: id, tx_fee: txFee, nft_fee: nftFee, income, returned }
  insertSaleMint(studio.database, { ...mint, sale_id: sale.id })
  return mint
}

/** The address that receives a sale's tokens. */
export const tokensReceiverOf = (sale: SaleRow): string =>
  sale.delivery_address ?? sale.buyer_address ?? ''

const buildOrFailure = (
  studio: Studio,
  sale: SaleRow,
  of: { readonly context: SaleContext; readonly rows: readonly StoredTokenRow[] },
): ReturnType<typeof buildSale> | SaleFailure => {
  const { network } = studio
  const { slot, dated, collection, payments, validForSeconds: seconds } = of.context
  // A slot is a second.
  const validity = seconds === undefined ? {} : { validForSlots: BigInt(seconds) }
  const metadata = metadataOf(collection)
  try {
    return buildSale(
      { network, slot, parameters: dated.parameters, ...validity },
      {
        policy: mintPolicyOf(collection, undefined, slot),
        tokens: of.rows.map((row) => ({
          assetName: Buffer.from(row.asset_name),
          metadata: metadata(row),
        })),
        buyer: tokensReceiverOf(sale),
        payments: payments.map((payment) => utxoOf(sale, payment)),
        price: totalPrice(sale.price, of.rows.length),
        payouts: payoutShares(collection.payout_address),
      },
    )
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    const { lockSlot } = error.details
    if (typeof lockSlot === 'string') return lockedFailure(studio, BigInt(lockSlot))
    return { error: saleErrorOf('TransactionBuildError', { reason: error.message }) }
  }
}

const lockedFailure = ({ network, now }: Studio, lockSlot: bigint): SaleFailure => ({
  isOver: true,
  error: saleErrorOf('OutsideOfValidityIntervalError', {
    interval: { invalidBefore: 0, invalidHereafter: Number(lockSlot) },
    currentSlot: Number(currentSlot(network, now())),
  }),
})

/** The same error code with another message is reported again: a retry may fail for another reason. */
const noteFailure = (
  studio: Studio,
  before: SaleRow,
  { error, isOver = false }: SaleFailure,
): void => {
  const { database } = studio
  const kind = isOver ? 'RESERVED_FAILED' : 'PROCESSING_FAILED'
  const sale = changeSale(studio, before, { status: kind, error: [error] })
  if (isOver) {
    freeSaleTokens(database, sale.id, sale.updated_at)
    setCountedAsSurplus(studio, sale)
  }
  const cause = isOver ? error.name : `${error.name} ${JSON.stringify(error.message)}`
  recordEvent(studio, sale, { kind, cause, error: [error] })
}
