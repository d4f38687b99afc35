import { z } from 'zod'
import type { Operations } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  cancelledSale,
  sparseSale,
  resolveRequest,
  sale,
  saleCancelled,
  saleInCollection,
  saleRequest,
} from './sale.ts'
import { unknownPayments, unknownRefund, unknownRefundRequest } from './unknown-payment.ts'

const tag = 'Sales'
const path = '/nft/collections/:collection_id/sales'

export const saleOperations = {
  /** After a lost answer the caller looks for the sale: a second call would reserve twice. */
  createSale: {
    method: 'POST',
    path,
    request: saleRequest,
    response: sale,
    reads: saleInCollection,
    status: 201,
    idempotent: false,
    tag,
    summary: 'Reserve tokens for a buyer, at an address of their own',
    action: 'create the sale',
  },
  sales: {
    method: 'GET',
    path,
    query: pageQuery,
    response: pageOf(sale),
    reads: pageOf(saleInCollection),
    idempotent: true,
    tag,
    summary: "List a collection's sales",
    action: 'list the sales',
  },
  getSale: {
    method: 'GET',
    path: `${path}/:sale_id`,
    response: sale,
    reads: saleInCollection,
    idempotent: true,
    tag,
    summary: 'Read a sale',
    action: 'show the sale',
  },
  /** Coldpress's own: for who knows only the id. Other services answer `not_found`. */
  getSaleById: {
    method: 'GET',
    path: '/sales/:sale_id',
    response: sale,
    reads: sparseSale,
    idempotent: true,
    tag,
    summary: 'Read a sale by its id alone',
    action: 'show the sale',
  },
  /** Not repeated: a second call would be rejected, because the first was carried out. */
  cancelSale: {
    method: 'POST',
    path: `${path}/:sale_id/cancel`,
    alsoAt: ['/sales/:sale_id/cancel'],
    olderPaths: [
      '/tokens/:token_id/sales/:sale_id',
      '/nft/collections/:collection_id/tokens/:token_id/sales/:sale_id',
    ],
    olderStatus: 201,
    response: cancelledSale,
    reads: z.union([saleInCollection, saleCancelled]),
    idempotent: false,
    tag,
    summary: 'Cancel a sale that nobody has paid for',
    action: 'cancel the sale',
  },
  /** The same call twice gives the same result. */
  resolveSale: {
    method: 'POST',
    path: '/sales/:sale_id/resolve',
    alsoAt: [`${path}/:sale_id/resolve`],
    request: resolveRequest,
    response: sale,
    reads: sparseSale,
    idempotent: true,
    tag,
    summary: 'Decide about a sale that went wrong: one of its resolutions',
    action: 'resolve the sale',
  },
  /** Coldpress's own, as the next. A service that looks for no such payments answers `not_found`. */
  unknownPayments: {
    method: 'GET',
    path: '/unknown-payments',
    response: unknownPayments,
    idempotent: true,
    tag,
    summary: 'List payments that belong to no sale',
    action: 'list the payments without a sale',
  },
  /** Not repeated: a second call would be rejected, because the first is on its way. */
  refundUnknown: {
    method: 'POST',
    path: '/unknown-payments/:payment_address/refund',
    request: unknownRefundRequest,
    response: unknownRefund,
    idempotent: false,
    tag,
    summary: 'Give back what lies at an address that no sale has',
    action: 'give back a payment without a sale',
  },
} as const satisfies Operations
