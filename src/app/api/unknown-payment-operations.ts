import {
  unknownPayments,
  unknownRefund,
  unknownRefundRequest,
} from '#contract/sales/unknown-payment.ts'
import type { Operation } from './operation.ts'

/** Payments that belong to no sale. A service that does not look for any answers `not_found`. */
export const unknownPaymentOperations = {
  unknownPayments: {
    method: 'GET',
    path: '/unknown-payments',
    response: unknownPayments,
    idempotent: true,
  },
  /** Not repeated: after a lost answer the second call would be rejected, because it is on its way. */
  refundUnknown: {
    method: 'POST',
    path: '/unknown-payments/:paymentAddress/refund',
    request: unknownRefundRequest,
    response: unknownRefund,
    idempotent: false,
  },
} as const satisfies Record<string, Operation>
