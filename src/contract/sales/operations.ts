import { z } from 'zod'
import { errorsThroughGateway, errorsThroughVault, type Operations } from '../operation.ts'
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
import { vaultWorkList } from './vault-work.ts'
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
    description:
      '`fixed` reserves the tokens that are named, `random` draws as many as `quantity` says. The buyer pays `price` times the number of tokens to `payment_address`; the tokens go to who has paid.',
    errors: {
      not_found: 'No collection has this ID.',
      conflict: 'A token is not free, the royalty token is missing, or the policy locks too soon.',
      ...errorsThroughGateway,
      ...errorsThroughVault,
      key_missing: 'The vault does not hold a key that has to sign.',
      not_implemented: 'The studio has no gateway.',
    },
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
    description: 'Newest first.',
    errors: { not_found: 'No collection has this ID.' },
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
    description: 'With its payments, and the decisions that are possible now.',
    errors: { not_found: 'No collection has this ID, or it has no such sale.' },
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
    description: 'For who does not know the collection.',
    errors: { not_found: 'No sale has this ID.' },
    action: 'show the sale',
  },
  /** Not repeated: a second call would be rejected, because the first was carried out. */
  cancelSale: {
    method: 'POST',
    path: `${path}/:sale_id/cancel`,
    alsoAt: { cancelSaleById: '/sales/:sale_id/cancel' },
    olderPaths: {
      cancelSaleOfToken: '/tokens/:token_id/sales/:sale_id',
      cancelSaleOfTokenInCollection:
        '/nft/collections/:collection_id/tokens/:token_id/sales/:sale_id',
    },
    olderStatus: 201,
    response: cancelledSale,
    reads: z.union([saleInCollection, saleCancelled]),
    idempotent: false,
    tag,
    summary: 'Cancel a sale that nobody has paid for',
    description:
      'Its tokens are free again. A payment that comes later is refunded when the seller decides so.',
    errors: {
      not_found: 'No collection has this ID, or it has no such sale.',
      conflict: 'A payer has paid the whole price, or the sale is over.',
      ...errorsThroughVault,
    },
    action: 'cancel the sale',
  },
  /** The same call twice gives the same result. */
  resolveSale: {
    method: 'POST',
    path: '/sales/:sale_id/resolve',
    alsoAt: { resolveSaleInCollection: `${path}/:sale_id/resolve` },
    request: resolveRequest,
    response: sale,
    reads: sparseSale,
    idempotent: true,
    tag,
    summary: 'Decide about a sale that went wrong: one of its resolutions',
    description:
      '`refund` gives the money back, `retry` tries again, `accept` sells although too much was paid, `wait` starts the reservation again. `resolutions` of the sale names those that are possible.',
    errors: {
      not_found: 'No sale has this ID.',
      conflict: 'This decision is not possible now, or another one was carried out.',
      ...errorsThroughGateway,
      ...errorsThroughVault,
      key_missing: 'The vault does not hold a key that has to sign.',
      not_implemented: 'The studio has no gateway.',
    },
    action: 'resolve the sale',
  },
  /** Coldpress's own: what the owner's vault is for, while it is locked. */
  vaultWork: {
    method: 'GET',
    path: '/vault-work',
    response: vaultWorkList,
    idempotent: true,
    tag,
    summary: 'What waits for a signature of the vault, by collection',
    description:
      'Sales that are paid, sales that may still be paid, and mints. What keys elsewhere sign is left out.',
    errors: {},
    action: 'list what waits for the vault',
  },
  /** Coldpress's own, as the next. A service that looks for no such payments answers `not_found`. */
  unknownPayments: {
    method: 'GET',
    path: '/unknown-payments',
    response: unknownPayments,
    idempotent: true,
    tag,
    summary: 'List payments that belong to no sale',
    description:
      'Payments to addresses of deleted sales, and to those that were left out because an earlier sale may have them.',
    errors: { ...errorsThroughVault },
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
    description: 'Each payer gets their money back, less the fee.',
    errors: {
      not_found: 'Nothing lies at this address, or a sale has it.',
      conflict: 'A refund of it is on its way, or a payer cannot be reached.',
      ...errorsThroughGateway,
      ...errorsThroughVault,
      key_missing: 'The vault does not hold a key that has to sign.',
      not_implemented: 'The studio has no gateway.',
    },
    action: 'give back a payment without a sale',
  },
} as const satisfies Operations
