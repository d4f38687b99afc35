import type { SaleFacts, SaleSummary, SalePayment } from '#contract/sales/calls.ts'
import { startOfSlot } from '#values/networks/eras.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { saleResolutions } from '#contract/sales/sale-status.ts'
import type { Network } from '#cardano/network.ts'
import { leftLovelace } from '#contract/sales/left-payments.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
import { totalPrice } from '#contract/sales/total-price.ts'
import type { Core } from '#app/create-core.ts'
import { paymentDue } from '#contract/sales/payment-due.ts'
import { imageCid } from '#media/content/image-cid.ts'

const textOf = (lovelace: number | null | undefined): string | null =>
  lovelace === null || lovelace === undefined ? null : String(lovelace)

/** @param now when the service answered, because its answer has the time left */
export const lineOf = (sale: Sale, now: Date): SaleSummary => ({
  id: sale.id,
  status: sale.status,
  type: sale.type,
  price: String(sale.price),
  total: String(totalPrice(sale.price, sale.supply)),
  tokens: sale.tokens.map(({ image, ...token }) => ({ ...token, cid: imageCid({ image }) })),
  buyer: sale.buyer_address ?? null,
  paymentLink: sale.payment_link,
  txId: sale.tx_id ?? null,
  endsAt:
    sale.reserved_time > 0 ? new Date(now.getTime() + sale.reserved_time).toISOString() : null,
  surplus: String(sale.surplus ?? 0),
  left: String(leftLovelace(sale)),
  signingBlocked: sale.signing_blocked ?? null,
  delivery: deliveryOf(sale),
  createdAt: sale.created_at,
  updatedAt: sale.updated_at,
})

const deliveryOf = ({ delivery }: Sale): SaleSummary['delivery'] =>
  delivery === null || delivery === undefined
    ? null
    : {
        within: delivery.within,
        by: delivery.by,
        isLate: delivery.is_late,
        roundId: delivery.round_id,
      }

type Beside = {
  readonly chain: Network | undefined
  readonly now: Date
  readonly parked: SaleFacts['parked']
  readonly events: SaleFacts['events']
}

/** A sale as its page shows it. */
export const factsOf = async (
  { gateways }: { readonly gateways: Pick<Core['gateways'], 'explorerUrl'> },
  sale: Sale,
  { chain, now, parked, events }: Beside,
): Promise<SaleFacts> => {
  const explorerUrl = async (txId: string): Promise<string | null> =>
    chain === undefined ? null : gateways.explorerUrl(chain, txId)
  const summary = lineOf(sale, now)
  const { txId } = summary
  // After its end a payment completes nothing.
  const due = sale.reserved_time > 0 ? paymentDue(sale) : 0n
  return {
    ...summary,
    network: chain ?? 'testnet',
    paymentAddress: sale.payment_address,
    due: String(due),
    uri: due === 0n ? null : paymentUri(sale.payment_address, due),
    reservationTime: sale.reservation_time,
    confirmations: sale.confirmations,
    payments: await Promise.all(
      (sale.payments ?? []).map(async (one) => ({
        ...paymentOf(one, chain),
        page: await explorerUrl(one.tx_id),
        spentIn:
          typeof one.spent_in === 'string'
            ? { txId: one.spent_in, page: await explorerUrl(one.spent_in) }
            : null,
      })),
    ),
    errors: sale.error ?? [],
    resolutions: saleResolutions
      .filter((one) => sale.resolutions?.includes(one))
      .toSorted((one, other) => positionOf(sale, one) - positionOf(sale, other)),
    page: txId === null ? null : await explorerUrl(txId),
    txFee: textOf(sale.tx_fee),
    nftFee: textOf(sale.nft_fee),
    income: textOf(sale.income),
    finality: sale.finality ?? null,
    mintId: sale.mint_id ?? null,
    refundId: sale.refund_id ?? null,
    parked,
    events,
  }
}

/** The service's order: the recommended one first. */
const positionOf = ({ resolutions }: Sale, one: string): number => resolutions?.indexOf(one) ?? 0

const paymentOf = (
  {
    tx_id: txId,
    index,
    address,
    payer,
    slot,
    lovelace,
    counts = lovelace,
    assets,
    confirmations,
    use,
  }: NonNullable<Sale['payments']>[number],
  chain: Network | undefined,
): Omit<SalePayment, 'page' | 'spentIn'> => ({
  txId,
  index,
  address,
  payer,
  assets,
  confirmations,
  use,
  lovelace: String(lovelace),
  counts: String(counts),
  slot: String(slot),
  at: (chain && startOfSlot(chain, BigInt(slot))?.toISOString()) ?? null,
})
