import { isDeepStrictEqual } from 'node:util'
import { ColdpressError } from '#values/errors/errors.ts'
import { refundReturns } from '#contract/sales/refund-rules.ts'
import {
  buildRefunds,
  type BuiltRefunds,
  type PaymentToReturn,
} from '#cardano/transactions/build/build-refunds.ts'
import type { Funding } from '#cardano/transactions/build/types.ts'
import { type OutputRef, refText } from '#cardano/utxo.ts'
import type { DatedParameters } from '#chain/gateway/gateway.ts'
import { existingCollection } from '../../store/collections.ts'
import { chainAnswer, requireChain } from '../../mints/chain.ts'
import { paymentKeyOf } from '../../mints/payment-key.ts'
import { findPaymentKey } from '../../mints/payment-key-store.ts'
import { signHere } from '../../mints/sign.ts'
import { reserveMint } from '../../mints/reserve-mint.ts'
import { isSent, withdrawMint } from '../../mints/withdraw-mint.ts'
import type { Studio } from '../../options.ts'
import { orderOf, sealOrder, type SealedOrder } from '../../seals/orders.ts'
import { changeSale } from '../change-sale.ts'
import { existingSale } from '../existing-sale.ts'
import { withdrawHeld } from '../deliver/hold-sale.ts'
import { isSameSale } from '../change-sale.ts'
import { refundable } from '../payer.ts'
import { withoutRefundError } from './refund-progress.ts'
import { requireAllowed } from '../deliver/resolutions.ts'
import { isWatched } from '../../store/sale-wallets.ts'
import { freeSaleTokens, insertSaleMint, type SaleRow } from '../../store/sales.ts'
import { type PaymentRow, paymentsOf, setLacks, setPaymentSpent, utxoOf } from '../payments.ts'
import { requireAddress } from '../require-sale.ts'
import { fetchTip } from '../tip.ts'
import { requireOnChain } from '../watch/verified-payments.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { saleErrors } from '#contract/sales/errors.ts'
import { isErrorBy } from '#values/errors/error-rules.ts'

/**
 * Refunds a failed sale in full, otherwise only the surplus. The refund spends the same outputs as
 * the sale's own transaction, so the ledger accepts only one of the two. Each payer's money goes back
 * in transactions of its own; what cannot bear its own way back is left, and named in the sale.
 * @param to receives the payments that `refundReturns` says, instead of their payer
 * @throws ColdpressError `conflict` when there is nothing to refund, `invalid`; of the builder, of
 * the vault's store and of the gateway; nothing has changed then, but what is lacking is noted
 */
export const refundSale = async (
  studio: Studio,
  saleId: string,
  to: string | undefined,
): Promise<void> => {
  const { collection_id: collectionId, wallet_id: walletId } = existingSale(studio, saleId)
  const { gateway, submissions } = requireChain(studio)
  const isElsewhere = isWatched(studio.database, walletId)
  // Its key would be the only one that a server with a watched wallet has.
  const address = isElsewhere
    ? findPaymentKey(studio.database, collectionId)?.address
    : (await paymentKeyOf(studio, collectionId)).address
  const [tip, dated, utxos] = await Promise.all([
    fetchTip(studio),
    chainAnswer(gateway.parameters()),
    address === undefined ? [] : chainAnswer(gateway.utxosAt(address)),
  ])
  const sale = existingSale(studio, saleId)
  if (requireAllowed(studio, sale, { action: 'refund', to }) === 'done') return
  await requireAddress(studio, sale)
  const all = paymentsOf(studio.database, saleId)
  const reserved = submissions.reserved()
  const free = utxos.filter((utxo) => !reserved.has(refText(utxo)))
  const funding = address === undefined ? undefined : { utxos: free, changeAddress: address }
  const validForSlots = isElsewhere ? slotsToSignElsewhere : undefined
  const plan = planRefund(studio, sale, all, { to, slot: tip.slot, validForSlots, dated, funding })
  if (plan.built.length === 0) {
    studio.database.transact(() => noteLacks(studio, plan))
    throw nothingGoesBack(plan, isElsewhere)
  }
  await requireOnChain(studio, sale, plan.payments)
  // Another mint may take what pays the fee, meanwhile.
  const isFundingFree = (): boolean => {
    const taken = submissions.reserved()
    const spent = new Set(plan.built.flatMap(({ inputs }) => inputs.map(refText)))
    return !free.map(refText).some((utxo) => spent.has(utxo) && taken.has(utxo))
  }
  const mintId = studio.nextId()
  const receivers = [...(address === undefined ? [] : [address]), ...plan.receivers]
  const collection = existingCollection(studio, sale.collection_id)
  const order = await sealOrder(
    studio,
    orderOf(mintId, collection, 'refund', { built: plan.built, tokens: [], receivers }),
  )
  const isTaken = studio.database.transact(() => {
    withdrawHeld(studio, sale)
    const isSame =
      isSameSale(existingSale(studio, saleId), sale) &&
      isDeepStrictEqual(paymentsOf(studio.database, saleId), all) &&
      isFundingFree()
    if (isSame) storeRefund(studio, sale, { order, plan, to, dated })
    return isSame
  })
  // The sale changed while the order was sealed: decide again by its current state.
  await (isTaken ? signHere(studio, mintId) : refundSale(studio, saleId, to))
}

/** A day, as a signing round of sales has it: enough to carry a file to another computer and back. */
const slotsToSignElsewhere = 86_400n

type RefundContext = {
  readonly to: string | undefined
  readonly slot: bigint
  /** Undefined: as long as the builder chooses. */
  readonly validForSlots: bigint | undefined
  readonly dated: DatedParameters
  /** Pays the fee of payments that are too small to bear it; undefined where no key of it is here. */
  readonly funding: Funding | undefined
}

type RefundPlan = {
  readonly built: BuiltRefunds['built']
  readonly payments: readonly PaymentRow[]
  readonly receivers: readonly string[]
  /** Too little to bear their own way back, each with the lovelace that is missing. */
  readonly left: readonly { readonly payment: PaymentRow; readonly lacks: bigint }[]
  /** Why the first of them are left. */
  readonly reason: ColdpressError | undefined
  /** What pays for the tokens waits for a receiver. */
  readonly keepsSale: boolean
}

const storeRefund = (
  studio: Studio,
  sale: SaleRow,
  {
    order,
    plan: { built, payments, left, keepsSale },
    to,
    dated,
  }: {
    readonly order: SealedOrder
    readonly plan: RefundPlan
    readonly to: string | undefined
    readonly dated: DatedParameters
  },
): void => {
  const { database } = studio
  // What a rollback took may come back with its mint: the sale waits for that.
  const isLost = paymentsOf(database, sale.id).some(({ use }) => use === 'lost')
  const { isSold, isSettled, stage } = saleStatus[sale.status]
  const isWhole =
    !isLost &&
    !keepsSale &&
    // The refund of a surplus does not change a sale that waits for its buyer, is sold or given back.
    (!(isSold || isSettled || stage === 'reserved') ||
      payments.some(({ use }) => use === 'counted'))
  if (isWhole) standDown(studio, sale)
  const collection = existingCollection(studio, sale.collection_id)
  const id = reserveMint(studio, collection, order, { built, tokens: [], dated })
  const fee = built.reduce((sum, transaction) => sum + transaction.fee, 0n)
  const nothing = { nft_fee: 0n, income: 0n, returned: 0n }
  insertSaleMint(database, { mint_id: id, sale_id: sale.id, tx_fee: fee, ...nothing })
  for (const payment of payments) {
    setPaymentSpent(database, payment, id)
    setLacks(database, payment, null)
  }
  noteLacks(studio, { left })
  changeSale(studio, sale, {
    refund_id: id,
    refund_to: to ?? null,
    resolution: 'refund',
    error: withoutRefundError(sale.error),
    ...(isWhole ? { status: 'REFUNDING', status_before: sale.status } : {}),
  })
}

/** What cannot bear its own way back keeps nobody: it is named, and asks for no decision. */
const noteLacks = ({ database }: Studio, { left }: Pick<RefundPlan, 'left'>): void => {
  for (const { payment, lacks } of left) setLacks(database, payment, lacks)
}

/**
 * Stops sending the sale's own transaction. If it was never sent, its tokens are released at once;
 * otherwise they wait, since it may still reach the chain.
 */
const standDown = (studio: Studio, { id, mint_id: mintId }: SaleRow): void => {
  const { submissions } = requireChain(studio)
  const wasSent = mintId !== null && submissions.of(mintId).some(isSent)
  if (mintId !== null && wasSent) {
    submissions.withdraw(mintId)
    submissions.release(mintId)
    return
  }
  if (mintId !== null) withdrawMint(studio, mintId)
  freeSaleTokens(studio.database, id, studio.now().toISOString())
}

/** Each payer's money goes back in transactions of its own: first what counts, then the most. */
const planRefund = (
  studio: Studio,
  sale: SaleRow,
  payments: readonly PaymentRow[],
  { to, slot, validForSlots, dated: { parameters }, funding }: RefundContext,
): RefundPlan => {
  const validity = validForSlots === undefined ? {} : { validForSlots }
  const { returns, keepsSale } = toReceivers(studio, sale, payments, to)
  const rows = new Map(returns.map(({ payment, utxo }) => [refText(utxo), payment]))
  const rowsOf = (utxos: readonly OutputRef[]): readonly PaymentRow[] =>
    utxos.flatMap((utxo) => rows.get(refText(utxo)) ?? [])
  const { built, left } = buildRefunds(
    { network: studio.network, slot, parameters, ...validity },
    { payments: returns, ...(funding === undefined ? {} : { feeFrom: funding }) },
  )
  return {
    built,
    payments: rowsOf(built.flatMap(({ inputs }) => inputs)),
    receivers: [...new Set(returns.map(({ to: receiver }) => receiver))],
    left: left.flatMap(({ utxos, missing }) =>
      rowsOf(utxos).map((payment) => ({ payment, lacks: missing })),
    ),
    reason: left[0]?.reason,
    keepsSale,
  }
}

type Return = PaymentToReturn & { readonly payment: PaymentRow }

/** @throws ColdpressError `conflict` where a receiver has to be named, `invalid` where none may be */
const toReceivers = (
  studio: Studio,
  sale: SaleRow,
  payments: readonly PaymentRow[],
  to: string | undefined,
): { readonly returns: readonly Return[]; readonly keepsSale: boolean } => {
  const { returns, waiting, keepsSale } = refundReturns(
    sale.status,
    payments.map((row) => refundable(studio, row)),
    to,
  )
  const [first] = waiting
  if (returns.length === 0 && first !== undefined) throw nobodyThere(first.row)
  if (to !== undefined && returns.every((given) => given.to !== to)) throw nobodyElse()
  return {
    returns: returns.map(({ payment: { row }, to: receiver }) => ({
      payment: row,
      utxo: utxoOf(sale, row),
      to: receiver,
    })),
    keepsSale,
  }
}

const nobodyThere = ({ from_address: address }: PaymentRow): ColdpressError =>
  new ColdpressError(
    'conflict',
    `to: the payment came from ${address}, a script or an address that nothing can be sent back to with certainty. Name the address that gets it.`,
  )

const nobodyElse = (): ColdpressError =>
  new ColdpressError(
    'invalid',
    'to: several have paid, and each can be reached at the address that paid, so each gets their own back. Leave it out.',
  )

const nothingGoesBack = ({ reason }: RefundPlan, isElsewhere: boolean): ColdpressError => {
  if (reason === undefined)
    return new ColdpressError('conflict', 'refund: there is nothing left to give back')
  const isTooLittle = isErrorBy(reason, saleErrors, 'payment_too_small')
  return isTooLittle && isElsewhere ? nothingPaysTheFee(reason) : reason
}

const nothingPaysTheFee = ({ details }: ColdpressError): ColdpressError =>
  new ColdpressError(
    'conflict',
    'refund: too little was paid to be sent back, and no key on this computer could pay the fee. Leave it, or send it back with the wallet on the computer that has its keys.',
    { details },
  )
