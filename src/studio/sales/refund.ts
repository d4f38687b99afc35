import { isDeepStrictEqual } from 'node:util'
import { ColdpressError, isColdpressError } from '#shared/errors.ts'
import { refundedPayments, refundReceiver } from '#shared/refund-rules.ts'
import { buildRefund, type RefundToBuild } from '#core/cardano/transactions/build/build-refund.ts'
import type { BuiltTransaction, Funding } from '#core/cardano/transactions/build/types.ts'
import { refText } from '#core/cardano/utxo.ts'
import type { DatedParameters } from '#core/gateway/gateway.ts'
import { existingCollection } from '../store/collections.ts'
import { chainAnswer, chainOf } from '../mints/chain.ts'
import { paymentKeyOf } from '../mints/payment-key.ts'
import { findPaymentKey } from '../mints/payment-key-store.ts'
import { signHere } from '../mints/sign.ts'
import { reserveMint } from '../mints/reserve-mint.ts'
import { isSent, withdrawMint } from '../mints/withdraw-mint.ts'
import type { Studio } from '../options.ts'
import { orderOf, sealOrder, type SealedOrder } from '../seals/orders.ts'
import { changeSale } from './change-sale.ts'
import { existingSale } from './existing-sale.ts'
import { withdrawHeld } from './hold-sale.ts'
import { isSameSale } from './same-sale.ts'
import { isReachable } from './payer.ts'
import { utxoOf } from './process.ts'
import { withoutRefundError } from './progress.ts'
import { requireAllowed } from './resolutions.ts'
import { isWatched } from '../store/sale-wallets.ts'
import { freeSaleTokens, insertSaleMint, type SaleRow } from '../store/sales.ts'
import { type PaymentRow, paymentsOf, setPaymentSpent } from './payments.ts'
import { requireAddress } from './require-sale.ts'
import { fetchTip } from './tip.ts'
import { requireOnChain } from './verified-payments.ts'

/**
 * Refunds a failed sale in full, otherwise only the surplus. The refund spends the same outputs as
 * the sale's own transaction, so the ledger accepts only one of the two. More payments than one
 * transaction holds are refunded in several.
 * @param to receives the payments that `refundReceiver` lists, instead of their payer
 * @throws ColdpressError `conflict` when there is nothing to refund, `invalid`; of the builder, of
 * the vault's store and of the gateway; nothing has changed then
 */
export const refundSale = async (
  studio: Studio,
  saleId: string,
  to: string | undefined,
): Promise<void> => {
  const { collection_id: collectionId, wallet_id: walletId } = existingSale(studio, saleId)
  const { gateway, submissions } = chainOf(studio)
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
  if (requireAllowed(studio, sale, 'refund') === 'done') return
  await requireAddress(studio, sale)
  const all = paymentsOf(studio.database, saleId)
  const wanted = refundedPayments(sale.status, all)
  await requireOnChain(studio, sale, wanted)
  const plan = (): readonly BuiltTransaction[] => {
    const reserved = submissions.reserved()
    const free = utxos.filter((utxo) => !reserved.has(refText(utxo)))
    const funding = address === undefined ? undefined : { utxos: free, changeAddress: address }
    const validForSlots = isElsewhere ? slotsToSignElsewhere : undefined
    return build(studio, sale, wanted, { to, slot: tip.slot, validForSlots, dated, funding })
  }
  const built = plan()
  const mintId = studio.nextId()
  const receivers = [
    ...(address === undefined ? [] : [address]),
    ...toReceivers(studio, sale, wanted, to).map((one) => one.to),
  ]
  const collection = existingCollection(studio, sale.collection_id)
  const order = await sealOrder(
    studio,
    orderOf(mintId, collection, 'refund', { built, tokens: [], receivers }),
  )
  const isTaken = studio.database.transact(() => {
    withdrawHeld(studio, sale)
    const isSame =
      isSameSale(existingSale(studio, saleId), sale) &&
      isDeepStrictEqual(paymentsOf(studio.database, saleId), all) &&
      isDeepStrictEqual(plan(), built)
    if (isSame) take(studio, sale, { order, built, payments: wanted, dated })
    return isSame
  })
  // The sale changed while the order was sealed: decide again by its current state.
  await (isTaken ? signHere(studio, mintId) : refundSale(studio, saleId, to))
}

/** A day, as a signing round of sales has it: enough to carry a file to another computer and back. */
const slotsToSignElsewhere = 86_400n

type Facts = {
  readonly to: string | undefined
  readonly slot: bigint
  /** Undefined: as long as the builder chooses. */
  readonly validForSlots: bigint | undefined
  readonly dated: DatedParameters
  /** Pays the fee of payments that are too small to bear it; undefined where no key of it is here. */
  readonly funding: Funding | undefined
}

const take = (
  studio: Studio,
  sale: SaleRow,
  {
    order,
    built,
    payments,
    dated,
  }: {
    readonly order: SealedOrder
    readonly built: readonly BuiltTransaction[]
    readonly payments: readonly PaymentRow[]
    readonly dated: DatedParameters
  },
): void => {
  const { database } = studio
  const isWhole = !goesOn.has(sale.status) || payments.some(({ use }) => use === 'counted')
  if (isWhole) standDown(studio, sale)
  const collection = existingCollection(studio, sale.collection_id)
  const id = reserveMint(studio, collection, order, { built, tokens: [], dated })
  const fee = built.reduce((sum, one) => sum + one.fee, 0n)
  const nothing = { nft_fee: 0n, income: 0n, returned: 0n }
  insertSaleMint(database, { mint_id: id, sale_id: sale.id, tx_fee: fee, ...nothing })
  for (const payment of payments) setPaymentSpent(database, payment, id)
  changeSale(studio, sale, {
    refund_id: id,
    resolution: 'refund',
    error: withoutRefundError(sale.error),
    ...(isWhole ? { status: 'REFUNDING', status_before: sale.status } : {}),
  })
}

/** In these states the refund of a surplus does not change the sale. */
const goesOn: ReadonlySet<SaleRow['status']> = new Set([
  'PROCESSING',
  'SUBMITTING',
  'MINTING',
  'COMPLETED',
  'REFUNDED',
])

/**
 * Stops sending the sale's own transaction. If it was never sent, its tokens are released at once;
 * otherwise they wait, since it may still reach the chain.
 */
const standDown = (studio: Studio, { id, mint_id: mintId }: SaleRow): void => {
  const { submissions } = chainOf(studio)
  const wasSent = mintId !== null && submissions.of(mintId).some(isSent)
  if (mintId !== null && wasSent) {
    submissions.withdraw(mintId)
    submissions.release(mintId)
    return
  }
  if (mintId !== null) withdrawMint(studio, mintId)
  freeSaleTokens(studio.database, id, studio.now().toISOString())
}

/** Halves the payments until each part fits a transaction. */
const build = (
  studio: Studio,
  sale: SaleRow,
  payments: readonly PaymentRow[],
  { to, slot, validForSlots, dated: { parameters }, funding: first }: Facts,
): readonly BuiltTransaction[] => {
  const validity = validForSlots === undefined ? {} : { validForSlots }
  const context = { network: studio.network, slot, parameters, ...validity }
  let funding = first
  const buildOf = (some: RefundToBuild['payments']): readonly BuiltTransaction[] => {
    try {
      const built = buildOne(context, some, funding)
      funding &&= fundingAfter(funding, built)
      return [built]
    } catch (error) {
      if (!isColdpressError(error, 'too_large') || some.length === 1) throw error
      const half = Math.ceil(some.length / 2)
      return [...buildOf(some.slice(0, half)), ...buildOf(some.slice(half))]
    }
  }
  return buildOf(toReceivers(studio, sale, payments, to))
}

/** Groups payments by receiver: each output has to hold the minimum ADA. */
const toReceivers = (
  studio: Studio,
  sale: SaleRow,
  payments: readonly PaymentRow[],
  to: string | undefined,
): RefundToBuild['payments'] => {
  const payers = payments.map((payment) => ({
    address: payment.from_address,
    is_reachable: isReachable(studio, payment),
  }))
  const receiverOf = refundReceiver(payers, to)
  const all = payments.map((payment, position) => {
    const payer = payers[position]
    const receiver = payer && receiverOf(payer)
    if (receiver === undefined) throw nobodyThere(payment)
    return { utxo: utxoOf(sale, payment), to: receiver }
  })
  if (to !== undefined && all.every((one) => one.to !== to)) throw nobodyElse()
  return [...Map.groupBy(all, (one) => one.to).values()].flat()
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

const nothingPaysTheFee = ({ details }: ColdpressError): ColdpressError =>
  new ColdpressError(
    'conflict',
    'refund: too little was paid to be sent back, and no key on this computer could pay the fee. Wait for the rest, or send it back with the wallet on the computer that has its keys.',
    { details },
  )

const buildOne = (
  context: Parameters<typeof buildRefund>[0],
  payments: RefundToBuild['payments'],
  funding: Funding | undefined,
): BuiltTransaction => {
  try {
    return buildRefund(context, { payments })
  } catch (error) {
    const isTooLittle =
      isColdpressError(error, 'conflict') && error.details['rule'] === 'payment_too_small'
    if (!isTooLittle) throw error
    if (funding === undefined) throw nothingPaysTheFee(error)
    return buildRefund(context, { payments, feeFrom: funding })
  }
}

/** The UTxOs that the next transaction can spend. */
const fundingAfter = (
  { utxos, changeAddress }: Funding,
  { inputs, change }: BuiltTransaction,
): Funding => {
  const spent = new Set(inputs.map(refText))
  return { utxos: [...utxos.filter((one) => !spent.has(refText(one))), ...change], changeAddress }
}
