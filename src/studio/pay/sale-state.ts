import { paymentFor } from '#shared/min-payment.ts'
import type { Sale, SaleStatus } from '#shared/wire/sale.ts'
import { totalPrice } from '#shared/total-price.ts'
import type { TxId } from '#core/cardano/ids.ts'
import type { Studio } from '../options.ts'
import { findMint, mintTransactions } from '../mints/store.ts'
import { callsUsedUpUntil } from '../sales/calls-used-up.ts'
import type { Delivery } from '../sales/delivery.ts'
import { deliverBy } from '../sales/delivery-time.ts'
import type { SaleRow } from '../store/sales.ts'

/** What a buyer's page needs to know of a sale; amounts in lovelace. */
export type SaleState = {
  readonly status: SaleStatus
  readonly supply: number
  readonly price: bigint
  readonly total: bigint
  /** What lies on the chain for it, counted or not yet, and what of that is to be given back. */
  readonly paid: bigint
  readonly surplus: bigint
  /**
   * To be paid now: nothing once it has been, or when it would come too late; more than what is
   * missing, where that is less than a payment can be.
   */
  readonly due: bigint
  /** Of the payment that has the fewest; undefined while none waits for more. */
  readonly confirmations: number | undefined
  readonly wanted: number
  readonly endsAt: Date
  readonly isOver: boolean
  readonly address: string
  readonly errors: ReadonlySet<string>
  /** Whether it could be signed for once it is paid. */
  readonly delivery: Delivery['state']
  /** Seconds from payment to signature, where keys elsewhere sign; null where the studio signs at once. */
  readonly deliversWithin: number | null
  /** The end of that time, once it is paid. */
  readonly deliverBy: Date | undefined
  readonly isLate: boolean
  /** Until when no payment is seen, because the gateway's calls of the day are used up. */
  readonly pausedUntil: Date | undefined
  /** Waits for a signature that the studio cannot give by itself. */
  readonly isParked: boolean
  readonly txId: TxId | undefined
  readonly blocksOnIt: number
  readonly refundTxId: TxId | undefined
}

const acceptsPayment: ReadonlySet<SaleStatus> = new Set(['RESERVED', 'UNRESOLVED_UNDERPAID'])

/** @param seen the same sale as it is answered, and whether it could be delivered */
export const saleStateOf = (
  studio: Studio,
  row: SaleRow,
  seen: { readonly view: Sale; readonly endsAt: Date; readonly delivery: Delivery['state'] },
): SaleState => {
  const { endsAt, delivery } = seen
  const { supply, payments = [], surplus = 0, error } = seen.view
  const { status, mint_id: mintId, refund_id: refundId } = row
  const total = totalPrice(row.price, supply)
  const paid = payments.reduce((sum, one) => sum + BigInt(one.lovelace), 0n)
  const isOver = endsAt.getTime() <= studio.now().getTime()
  const waiting = payments.filter(({ use }) => use === 'unconfirmed')
  return {
    status,
    supply,
    price: row.price,
    total,
    paid,
    surplus: BigInt(surplus),
    due:
      acceptsPayment.has(status) && !isOver && paid < total && delivery !== 'impossible'
        ? paymentFor(total - paid)
        : 0n,
    delivery,
    deliversWithin: row.delivers_within,
    deliverBy: deliverBy(studio, row),
    isLate: seen.view.delivery?.is_late === true,
    pausedUntil: callsUsedUpUntil(studio),
    confirmations:
      waiting.length === 0
        ? undefined
        : Math.min(...waiting.map(({ confirmations }) => confirmations)),
    wanted: row.confirmations,
    endsAt,
    isOver,
    address: row.payment_address,
    errors: new Set((error ?? []).map(({ name }) => name)),
    isParked: mintId !== null && findMint(studio.database, mintId)?.status === 'awaiting_witnesses',
    txId: row.tx_id ?? undefined,
    blocksOnIt: row.tx_id === null ? 0 : confirmationsOf(studio, row.tx_id),
    refundTxId:
      refundId === null ? undefined : mintTransactions(studio.database, refundId)[0]?.tx_id,
  }
}

const confirmationsOf = ({ chain }: Studio, txId: TxId): number =>
  chain?.submissions.find(txId)?.confirmations ?? 0
