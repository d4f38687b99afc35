import {
  unknownPayments,
  unknownRefund,
  unknownRefundRequest,
} from '#contract/sales/unknown-payment.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import type { Studio } from '../options.ts'
import { refundUnknown } from '../sales/unknown/refund-unknown.ts'
import { unknownPaymentText } from '../sales/unknown/unknown-payment-text.ts'
import { findUnknownPayments } from '../store/skipped-addresses.ts'
import { warningsField } from '../warnings-field.ts'
import { appParams, errors, type StudioApp, unknownPaymentParams } from './app-type.ts'

const tags = ['Sales']
const path = '/unknown-payments'

export const addUnknownPaymentRoutes = (app: StudioApp, studio: Studio): void => {
  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'List payments that belong to no sale',
        params: appParams,
        response: { 200: unknownPayments, ...errors },
      },
    },
    () => ({
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
  )

  app.post(
    `${path}/:payment_address/refund`,
    {
      schema: {
        tags,
        summary: 'Give back what lies at an address that no sale has',
        params: unknownPaymentParams,
        body: unknownRefundRequest,
        response: { 200: unknownRefund, ...errors },
      },
    },
    async ({ params, body: { to } }) => ({
      ...(await refundUnknown(studio, params.payment_address, to)),
      ...warningsField(receiverWarnings('receiver', to === undefined ? [] : [to])),
    }),
  )
}
