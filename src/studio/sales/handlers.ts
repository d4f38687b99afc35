import { saleStatus } from '#contract/sales/sale-status.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import type { saleOperations } from '#contract/sales/operations.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import { isColdpressError, messageOf } from '#values/errors/errors.ts'
import { payoutWarnings } from '../collections/collection-warnings.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../server/paging.ts'
import { readFirst } from '../pages/shown-sale.ts'
import { existingCollection } from '../store/collections.ts'
import { listSales, type SaleRow } from '../store/sales.ts'
import { findUnknownPayments } from '../store/skipped-addresses.ts'
import { warningsField } from '../server/warnings-field.ts'
import { cancelSale } from './reserve/cancel.ts'
import { existingSale, existingSaleIn, existingSaleOf } from './existing-sale.ts'
import { refundUnknown } from './unknown/refund-unknown.ts'
import { requireSale } from './require-sale.ts'
import { createSale } from './reserve/reserve.ts'
import { resolveSale } from './deliver/resolve.ts'
import { saleView } from './show/sale-view.ts'
import { vaultWorkOf } from './show/vault-work.ts'
import { unknownPaymentText } from './unknown/unknown-payment-text.ts'

export const saleHandlers = (studio: Studio): HandlersOf<typeof saleOperations> => ({
  createSale: async ({ params, body, linkBase }) => {
    const row = await createSale(studio, params.collection_id, body)
    const warnings = payoutWarnings(existingCollection(studio, row.collection_id))
    return { ...saleView(studio, row, linkBase), ...warningsField(warnings) }
  },

  sales: async ({ params, query, linkBase }) => {
    const { id } = existingCollection(studio, params.collection_id)
    const scope = `sales/${id}`
    const start = pageStart(query, scope)
    const rows = listSales(studio.database, id, start)
    const { data, cursor } = pageOfRows(rows, start, scope, (row) =>
      listedSale(studio, row, linkBase),
    )
    return { data: await Promise.all(data), cursor }
  },

  getSale: ({ params, linkBase }) => readOneSale(studio, namedSale(studio, params), linkBase),

  getSaleById: ({ params, linkBase }) => readOneSale(studio, namedSale(studio, params), linkBase),

  cancelSale: ({ params, linkBase }) => {
    const row = cancelSale(studio, namedSale(studio, params).id)
    return {
      ...saleView(studio, row, linkBase),
      canceled: true,
      canceled_sale_id: row.id,
      canceled_at: row.updated_at,
    }
  },

  resolveSale: async ({ params, body, linkBase }) => {
    const row = await resolveSale(studio, namedSale(studio, params).id, body)
    return {
      ...saleView(studio, row, linkBase),
      ...warningsField(receiverWarnings('receiver', body.to === undefined ? [] : [body.to])),
    }
  },

  vaultWork: () => ({ data: [...vaultWorkOf(studio)] }),

  unknownPayments: () => ({
    data: findUnknownPayments(studio.database).map((payment) => ({
      payment_address: payment.payment_address,
      tx_id: payment.tx_id,
      index: payment.output_index,
      lovelace: Number(payment.lovelace),
      assets: payment.assets,
      payer: payment.from_address,
      sale_id: payment.sale_id,
      collection_name: payment.collection_name,
      refund_id: payment.refund_id,
      explanation: unknownPaymentText(payment),
    })),
  }),

  refundUnknown: async ({ params, body: { to } }) => ({
    ...(await refundUnknown(studio, params.payment_address, to)),
    ...warningsField(receiverWarnings('receiver', to === undefined ? [] : [to])),
  }),
})

/**
 * The sale that a path names by its id, and by its collection and a token of it where it has them.
 * @throws ColdpressError `not_found`
 */
const namedSale = (
  studio: Studio,
  ids: {
    readonly sale_id: string
    readonly collection_id?: string
    readonly token_id?: string
  },
): SaleRow => {
  const { sale_id, collection_id, token_id } = ids
  if (collection_id !== undefined) existingSaleIn(studio, collection_id, sale_id)
  if (token_id !== undefined) existingSaleOf(studio, { token_id, sale_id })
  return existingSale(studio, sale_id)
}

/** One sale is read from the chain first, if nobody has done so since the studio's start. */
const readOneSale = async (studio: Studio, row: SaleRow, linkBase: string): Promise<WholeSale> =>
  shownSale(studio, await readFirst(studio, row), linkBase)

/** Where a payment is awaited, whoever reads the sale may pass its address on. */
const shownSale = async (studio: Studio, row: SaleRow, linkBase: string): Promise<WholeSale> => {
  if (saleStatus[row.status].acceptsPayment) await requireSale(studio, row)
  return saleView(studio, row, linkBase)
}

/** One sale that is not as it was sealed hides no other: it is listed with the error, to be paid nowhere. */
const listedSale = async (studio: Studio, row: SaleRow, linkBase: string): Promise<WholeSale> => {
  try {
    return await shownSale(studio, row, linkBase)
  } catch (error) {
    if (!isColdpressError(error, 'conflict') && !isColdpressError(error, 'vault_locked'))
      throw error
    const reason = messageOf(error)
    return {
      ...saleView(studio, row, linkBase),
      payment_address: '',
      error: [{ name: 'NotConfirmedError', message: { reason } }],
    }
  }
}
