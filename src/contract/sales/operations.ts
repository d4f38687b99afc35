import type { Operations } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import { cancelledSale, resolveRequest, sale, saleRequest } from './sale.ts'
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
    idempotent: true,
    tag,
    summary: "List a collection's sales",
    action: 'list the sales',
  },
  getSale: {
    method: 'GET',
    path: '/sales/:sale_id',
    alsoAt: [`${path}/:sale_id`],
    response: sale,
    idempotent: true,
    tag,
    summary: 'Read a sale',
    action: 'show the sale',
  },
  /** Not repeated: a second call would be rejected, because the first was carried out. */
  cancelSale: {
    method: 'POST',
    path: '/sales/:sale_id/cancel',
    alsoAt: [`${path}/:sale_id/cancel`],
    olderPaths: [
      '/tokens/:token_id/sales/:sale_id',
      '/nft/collections/:collection_id/tokens/:token_id/sales/:sale_id',
    ],
    olderStatus: 201,
    response: cancelledSale,
    reads: sale,
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
