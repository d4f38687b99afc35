import { startOfSlot } from '#values/networks/eras.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { event } from '#contract/events/event.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { SaleDetails, SalePayment, SaleSummary } from '#contract/sales/calls.ts'
import { paymentDue } from '#contract/sales/payment-due.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { saleResolutions } from '#contract/sales/sale-status.ts'
import { imageCid } from '#media/content/image-cid.ts'
import type { Gateways } from '#chain/gateway/gateway-configs.ts'
import type { Account } from '../accounts/accounts.ts'
import { chainOf } from '../accounts/chain-of.ts'
import type { MintingClient } from '../api/client.ts'

/** @param now when the service answered, because its answer has the time left */
export const summarizeSale = (sale: Sale, now: Date): SaleSummary => ({
  ...sale,
  tokens: sale.tokens.map(({ image, ...token }) => ({
    ...token,
    cid: imageCid({ image: image ?? null }),
  })),
  endsAt:
    typeof sale.reserved_time === 'number' && sale.reserved_time > 0
      ? new Date(now.getTime() + sale.reserved_time).toISOString()
      : null,
})

type Context = {
  readonly client: Pick<MintingClient, 'getCollection' | 'getMint' | 'events'>
  readonly account: Account
  readonly gateways: Pick<Gateways, 'explorerUrl'>
  /** Says which keys of a mint this computer signs with. */
  readonly keysHere: (mint: Mint) => (keyHash: string) => Promise<boolean>
}

/**
 * A sale as its page shows it: as its service says it, with what only this computer knows.
 * @param now when the service answered
 */
export const describeSale = async (
  { client, account, gateways, keysHere }: Context,
  sale: Sale,
  now: Date,
): Promise<SaleDetails> => {
  const [collection, parked, events] = await Promise.all([
    client.getCollection(sale.collection_id),
    readParked(client, sale, keysHere),
    readSaleEvents(client, sale.id),
  ])
  const chain = chainOf(account, collection.network)
  const findPage = async (txId: string | null | undefined): Promise<string | null> =>
    chain === undefined || typeof txId !== 'string' ? null : gateways.explorerUrl(chain, txId)
  const describePayment = async (payment: Payment): Promise<SalePayment> => ({
    ...payment,
    counts: payment.counts ?? payment.lovelace,
    at: (chain && startOfSlot(chain, BigInt(payment.slot))?.toISOString()) ?? null,
    page: await findPage(payment.tx_id),
    spentPage: await findPage(payment.spent_in),
  })
  // After its end a payment completes nothing.
  const due = (sale.reserved_time ?? Infinity) > 0 ? paymentDue(sale) : 0n
  const { payment_address: address } = sale
  const { resolutions = [] } = sale
  return {
    ...summarizeSale(sale, now),
    network: chain ?? 'testnet',
    due: Number(due),
    uri: due === 0n || address === '' ? null : paymentUri(address, due),
    payments: await Promise.all((sale.payments ?? []).map(describePayment)),
    resolutions: saleResolutions
      .filter((action) => resolutions.includes(action))
      .toSorted((a, b) => resolutions.indexOf(a) - resolutions.indexOf(b)),
    page: await findPage(sale.tx_id),
    parked,
    events,
  }
}

type Payment = NonNullable<Sale['payments']>[number]

/** The transaction that waits for signatures, with the missing signers: that of the refund, if there is one. */
const readParked = async (
  client: Pick<MintingClient, 'getMint'>,
  { collection_id: collectionId, status, mint_id: mintId, refund_id: refundId }: Sale,
  keysHere: Context['keysHere'],
): Promise<SaleDetails['parked']> => {
  const isRefund = typeof refundId === 'string'
  const id = isRefund ? refundId : status === 'PROCESSING' ? mintId : null
  if (typeof id !== 'string') return null
  const mint = await client.getMint(collectionId, id)
  if (mint.status !== 'awaiting_witnesses') return null
  const isHere = keysHere(mint)
  const missing = new Set(mint.transactions.flatMap((transaction) => transaction.missing))
  return {
    mintId: id,
    kind: isRefund ? 'refund' : 'sale',
    missing: await Promise.all(
      [...missing].map(async (keyHash) => ({ keyHash, here: await isHere(keyHash) })),
    ),
  }
}

/** The sale's events, oldest first; none where the service keeps no events. */
export const readSaleEvents = async (
  client: Pick<MintingClient, 'events'>,
  saleId: string,
): Promise<SaleDetails['events']> => {
  try {
    const events = await Array.fromAsync(
      client.events({ sale_id: saleId, order: 'asc', size: 100 }),
    )
    return events.flatMap((sent) => {
      const { id, data, create_date: at } = event.safeParse(sent).data ?? {}
      // A service that ignores the filter also returns events of other sales.
      if (id === undefined || data?.status === undefined || data.sale_id !== saleId) return []
      return [{ id, status: data.status, at: new Date(at ?? 0).toISOString() }]
    })
  } catch (error) {
    if (isColdpressError(error, 'not_found')) return []
    throw error
  }
}
