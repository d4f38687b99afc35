import { type PartPayer, partPayers } from '#contract/sales/part-payers.ts'
import { isThere, paidParts, type PaidPart, paymentDue } from '#contract/sales/payment-due.ts'
import { timeOf } from '#cardano/slots.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { totalPrice } from '#contract/sales/total-price.ts'
import type { TxId } from '#cardano/ids.ts'
import type { Studio } from '../options.ts'
import { findMint, mintTransactions } from '../mints/store.ts'
import { callsUsedUpUntil } from '../sales/calls-used-up.ts'
import type { SignableState } from '../sales/deliver/delivery.ts'
import { isRead } from '../sales/watch/read-sales.ts'
import type { OwnSale } from '../sales/show/sale-view.ts'
import { type SaleRow, saleTokens } from '../store/sales.ts'

/** A sale as it is answered, and what a buyer's page computes of it; amounts in lovelace. */
export type SaleState = {
  readonly sale: OwnSale
  readonly total: bigint
  /** What the payer nearest to the price has paid of it, counted or not yet. */
  readonly paid: bigint
  /** What lies there for it of all payers together, neither given back nor spent elsewhere. */
  readonly left: bigint
  /**
   * To be paid now by whoever has paid nothing yet: the whole price, or nothing once somebody has paid
   * it, or when it would come too late.
   */
  readonly due: bigint
  /** Those who have paid a part, the nearest to the price first. */
  readonly partPayers: readonly PartPayer[]
  /** Of that payer's payment that has the fewest; undefined while none waits for more. */
  readonly confirmations: number | undefined
  readonly endsAt: Date
  readonly isOver: boolean
  /** Whether its tokens wait for it: an underpaid sale loses them at its end. */
  readonly isHeld: boolean
  /** Nobody has read since the studio's start what is paid at its address. */
  readonly isUnread: boolean
  /** Whether it could be signed for once it is paid. */
  readonly delivery: SignableState['state']
  /** Until when no payment is seen, because the gateway's calls of the day are used up. */
  readonly pausedUntil: Date | undefined
  /** Waits for a signature that the studio cannot give by itself. */
  readonly isParked: boolean
  readonly blocksOnIt: number
  readonly refundTxId: TxId | undefined
}

/** @param seen the same sale as it is answered, and whether it could be delivered */
export const saleStateOf = (
  studio: Studio,
  row: SaleRow,
  { sale, delivery }: Pick<SaleState, 'sale' | 'delivery'>,
): SaleState => {
  const { payments = [] } = sale
  const endsAt = timeOf(studio.network, row.reserved_until)
  const total = totalPrice(sale.price, sale.supply)
  const parts = paidParts(sale)
  const isOver = endsAt.getTime() <= studio.now().getTime()
  const isUnread = saleStatus[sale.status].acceptsPayment && !isRead(studio, row.id)
  const isAsked = !isOver && !isUnread && delivery !== 'impossible'
  return {
    sale,
    total,
    paid: parts[0]?.paid ?? 0n,
    left: payments.filter(isThere).reduce((sum, { lovelace }) => sum + BigInt(lovelace), 0n),
    due: isAsked ? paymentDue(sale) : 0n,
    partPayers: partPayers(sale),
    delivery,
    pausedUntil: callsUsedUpUntil(studio),
    confirmations: fewestConfirmations(parts[0]),
    endsAt,
    isOver,
    isHeld: saleTokens(studio.database, row.id).some(({ is_held: isHeld }) => isHeld),
    isUnread,
    isParked:
      row.mint_id !== null &&
      findMint(studio.database, row.mint_id)?.status === 'awaiting_witnesses',
    blocksOnIt: row.tx_id === null ? 0 : confirmationsOf(studio, row.tx_id),
    refundTxId:
      row.refund_id === null
        ? undefined
        : mintTransactions(studio.database, row.refund_id)[0]?.tx_id,
  }
}

const fewestConfirmations = (part: PaidPart | undefined): number | undefined => {
  const waiting = (part?.payments ?? []).filter(({ use }) => use === 'unconfirmed')
  return waiting.length === 0
    ? undefined
    : Math.min(...waiting.map(({ confirmations }) => confirmations))
}

const confirmationsOf = ({ chain }: Studio, txId: TxId): number =>
  chain?.submissions.find(txId)?.confirmations ?? 0
